import type { DemoStore } from '../simulated-shops/demo-stores.ts';
import { startDemoStores } from '../simulated-shops/demo-stores.ts';
import { CommerceError } from '../src/commerce/errors.ts';
import { readConfig } from '../src/config.ts';
import { createService, type ServiceOverrides, type Service } from '../src/service.ts';
import type { TestDatabase } from './databases.ts';

/** A running service with both demo stores, reached over HTTP as an agent would. */
export interface TestService {
  baseUrl: string;
  service: Service;
  databaseUrl: string;
  shop(slug: string): DemoStore['shop'];
  /** Waits until the shops' webhooks have arrived, and does what is then to be done in the background. */
  settle(): Promise<void>;
  /** Moves the service's clock. */
  advance(ms: number): void;
  /** That clock, for a further process on the same database. */
  now(): number;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  database: TestDatabase;
  overrides?: ServiceOverrides;
  settings?: Record<string, string>;
  /** The database of an earlier service, to go on with. */
  databaseUrl?: string;
  /** True: background work is done by itself, as in a running service. Else only when `settle` is called. */
  backgroundWork?: boolean;
}

export const SECRET_KEY = 'a secret key of the tests only';

export const PLATFORMS = ['shopify', 'woocommerce'] as const;

export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const databaseUrl = options.databaseUrl ?? (await options.database.fresh());
  let ahead = 0;
  const settings = {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    ...options.settings,
  };
  const now = () => Date.now() + ahead;
  const service = await createService(readConfig(settings), {
    now,
    ...options.overrides,
  });
  const baseUrl = await service.listen({ backgroundWork: options.backgroundWork ?? false });
  const demoStores = await startDemoStores(0);
  for (const { slug, platform, shop } of demoStores) {
    await patiently(() =>
      service.connectOrReconnectStore({ slug, platform, credentials: shop.credentials, sandbox: true }),
    );
  }
  const running: TestService = {
    baseUrl,
    service,
    databaseUrl,
    shop(slug) {
      const found = demoStores.find((store) => store.slug === slug);
      if (!found) throw new Error(`no demo store ${slug}`);
      return found.shop;
    },
    async settle() {
      // What is done tells the shop's listeners of new changes: an order that is tagged was updated.
      for (let round = 0; round < 2; round += 1) {
        for (const { shop } of demoStores) await shop.control.webhooksSettled();
        await service.backgroundWork.drain();
      }
    },
    advance(ms) {
      ahead += ms;
    },
    now,
    async close() {
      await service.close();
      for (const { shop } of demoStores) await shop.close();
    },
  };
  return running;
}

/** A shop answers its first question slowly on a busy machine, and a suite of bad days has little patience by its settings. */
async function patiently<Result>(connect: () => Promise<Result>, tries = 5): Promise<Result> {
  try {
    return await connect();
  } catch (error) {
    const slow = error instanceof CommerceError && error.kind === 'platform_timeout';
    if (!slow || tries === 1) throw error;
    return patiently(connect, tries - 1);
  }
}
