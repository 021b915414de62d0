import { setTimeout as wait } from 'node:timers/promises';
import type { DemoStore } from '../simulated-shops/demo-stores.ts';
import { startDemoStores } from '../simulated-shops/demo-stores.ts';
import { CommerceError } from '../src/commerce/errors.ts';
import type { ServiceOverrides } from '../src/composition/overrides.ts';
import { createService, type Service } from '../src/service.ts';
import { readConfig } from '../src/settings/config.ts';
import type { TestDatabase } from './databases.ts';
import { DEPLOYED } from './deployed-settings.ts';
import { logOfTests } from './log-of-tests.ts';
import { quickenPasswords } from './quick-passwords.ts';

/** Running service with both demo stores, reached over HTTP. */
export interface TestService extends AsyncDisposable {
  baseUrl: string;
  service: Service;
  databaseUrl: string;
  shop(slug: string): DemoStore['shop'];
  /** Waits for the shops' webhooks, then runs the jobs that are due. */
  settle(): Promise<void>;
  /** Advances the service's clock. */
  advance(ms: number): void;
  /** Clock for another process on the same database. */
  now(): number;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  database: Pick<TestDatabase, 'migrated'>;
  overrides?: ServiceOverrides;
  settings?: Record<string, string>;
  /** Database of an earlier service to continue with. */
  databaseUrl?: string;
  /** When true, jobs run by themselves; otherwise only in `settle`. */
  backgroundWork?: boolean;
}

/** Settings of the deployments, with the simulated shops on loopback and accounts at will. */
export const TEST_SETTINGS = {
  ...DEPLOYED,
  PORT: '0',
  SANDBOX: 'on',
  ALLOW_PRIVATE_ADDRESSES: 'on',
  SIGN_UP: 'open',
};

export const SECRET_KEY = 'a secret key of the tests only';

export const PLATFORMS = ['shopify', 'woocommerce'] as const;

/** Creates a service on a database, without any store. Another one on the same database is another process of its installation. */
export function serviceOn(
  databaseUrl: string,
  overrides: ServiceOverrides = {},
  settings: Record<string, string> = {},
): Promise<Service> {
  const config = readConfig({ ...TEST_SETTINGS, DATABASE_URL: databaseUrl, SECRET_KEY, ...settings });
  return createService(config, { quickenPasswords, logTo: logOfTests, ...overrides });
}

export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const databaseUrl = options.databaseUrl ?? (await options.database.migrated());
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const settings = { RATE_LIMIT: 'off', MERCHANT_RATE_LIMIT: 'off', ...options.settings };
  const service = await serviceOn(
    databaseUrl,
    { now, wait: waitBriefly, indexTimeoutMs: 10_000, ...options.overrides },
    settings,
  );
  const baseUrl = await service.listen({ backgroundWork: options.backgroundWork ?? false });
  const demoStores = await startDemoStores(0);
  for (const { slug, platform, shop } of demoStores)
    await withRetries(() => connectShop({ service }, { slug, platform }, shop));
  const running: TestService = {
    baseUrl,
    service,
    databaseUrl,
    shop(slug) {
      const demoStore = demoStores.find((store) => store.slug === slug);
      if (!demoStore) throw new Error(`no demo store ${slug}`);
      return demoStore.shop;
    },
    async settle() {
      // Jobs cause further webhooks: tagging an order updates it.
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
    [Symbol.asyncDispose]: () => running.close(),
  };
  return running;
}

/** Connects a simulated shop, also when it was connected before. */
export function connectShop(
  { service }: Pick<TestService, 'service'>,
  store: Pick<DemoStore, 'slug' | 'platform'>,
  { credentials }: Pick<DemoStore['shop'], 'credentials'>,
) {
  return service.connectOrReconnectStore({ ...store, credentials, sandbox: true });
}

/** Shops that throttle ask for a second before each of two retries. */
const waitBriefly = (ms: number) => wait(ms / 50);

/** On a busy machine a shop's first answer is slow, and suites with fault injection use short timeouts. */
async function withRetries<Result>(connect: () => Promise<Result>, tries = 5): Promise<Result> {
  try {
    return await connect();
  } catch (error) {
    const slow = error instanceof CommerceError && error.kind === 'platform_timeout';
    if (!slow || tries === 1) throw error;
    return withRetries(connect, tries - 1);
  }
}
