import { type Agent, agentOf, bodyOf, newSession } from '../../../testing/agent.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { type Merchant, signUp, withToken } from '../../../testing/merchant.ts';
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../testing/test-service.ts';

/** A service with its merchant, and an agent of a name that calls one of the demo stores. */
export interface Activity {
  running: TestService;
  /** Signed in as a person. */
  owner: Awaited<ReturnType<typeof signUp>>;
  /** The same with an API token. */
  merchant: Merchant;
  agent(slug?: string, name?: string): Agent;
  close(): Promise<void>;
}

export const SHOPIFY = 'demo-shopify';
export const WOOCOMMERCE = 'demo-woocommerce';

export async function startActivity(
  database: TestDatabase,
  options: Partial<TestServiceOptions> = {},
): Promise<Activity> {
  const running = await startTestService({ database, ...options });
  // A token outlives the years that tests let pass.
  const owner = await signUp(running);
  const merchant = await withToken(running, owner);
  return {
    running,
    owner,
    merchant,
    agent: (slug = SHOPIFY, name = 'shopper.example') =>
      agentOf(running.baseUrl, slug, { 'ucp-agent': `profile="https://${name}/profile.json"` }),
    close: () => running.close(),
  };
}

export { newSession };

/** Reads `path` of a store; fails unless it answers 200. */
export async function read<Body>({ merchant }: Activity, path: string, slug = SHOPIFY): Promise<Body> {
  return bodyOf(200, await merchant.get<Body>(`/stores/${slug}${path}`));
}
