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

/** Running service with demo stores, reached over HTTP. */
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
  /** Platforms of the demo stores; both by default. Each costs its shop's start, and the jobs of its store whenever they are due. */
  platforms?: readonly Platform[];
  /** Database of an earlier service to continue with. */
  databaseUrl?: string;
  /** When true, jobs run by themselves; otherwise only in `settle`. */
  backgroundWork?: boolean;
}

/** How services of tests differ from deployed ones. A suite can set each of them back, in `settings` or `overrides`. */
export const CHANGED_FOR_TESTS = {
  /** Settings of every service. */
  settings: [
    ['PORT', '0', 'suites listen at the same time'],
    ['SANDBOX', 'on', 'stores are simulated shops'],
    ['ALLOW_PRIVATE_ADDRESSES', 'on', 'simulated shops and agent platforms are on loopback'],
    ['SIGN_UP', 'open', 'suites create accounts at will'],
  ],
  /** Settings of services with both demo stores. */
  limits: [
    [
      'RATE_LIMIT',
      'off',
      'a suite is one agent and one merchant at one address, and calls faster than people do',
    ],
  ],
  /** Divides each wait of the service: a throttled shop asks for a second before each of two retries. */
  waitsDividedBy: 50,
  /** Bounds the division: the pause of a poll would be a millisecond, and the process would do nothing else. */
  minWaitMs: 10,
  /** Deadline for an index of products: a busy machine answers late, but answers. */
  indexTimeoutMs: 10_000,
  /** A standard password hash takes a tenth of a second, and suites sign up hundreds of accounts. */
  passwords: quickenPasswords,
  /** Tries to connect a simulated shop: on a busy machine its first response is slow, and suites with fault injection use short timeouts. */
  connectTries: 5,
} as const;

type Changed = readonly (readonly [name: string, value: string, why: string])[];

const valuesOf = (changed: Changed) => Object.fromEntries(changed.map(([name, value]) => [name, value]));

export const TEST_SETTINGS = { ...DEPLOYED, ...valuesOf(CHANGED_FOR_TESTS.settings) };

export const SECRET_KEY = 'a secret key of the tests only';

export const PLATFORMS = ['shopify', 'woocommerce'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Creates a service on a database, without any store. Another one on the same database is another process of its installation. */
export function serviceOn(
  databaseUrl: string,
  overrides: ServiceOverrides = {},
  settings: Record<string, string> = {},
): Promise<Service> {
  const config = readConfig({ ...TEST_SETTINGS, DATABASE_URL: databaseUrl, SECRET_KEY, ...settings });
  return createService(config, {
    quickenPasswords: CHANGED_FOR_TESTS.passwords,
    logTo: logOfTests,
    ...overrides,
  });
}

export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const databaseUrl = options.databaseUrl ?? (await options.database.migrated());
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const settings = { ...valuesOf(CHANGED_FOR_TESTS.limits), ...options.settings };
  const { indexTimeoutMs } = CHANGED_FOR_TESTS;
  const service = await serviceOn(
    databaseUrl,
    { now, wait: waitBriefly, indexTimeoutMs, ...options.overrides },
    settings,
  );
  const baseUrl = await service.listen({ backgroundWork: options.backgroundWork ?? false });
  const demoStores = await startDemoStores(0, {}, options.platforms);
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

const waitBriefly = (ms: number) =>
  wait(Math.max(ms / CHANGED_FOR_TESTS.waitsDividedBy, Math.min(ms, CHANGED_FOR_TESTS.minWaitMs)));

async function withRetries<Result>(
  connect: () => Promise<Result>,
  tries: number = CHANGED_FOR_TESTS.connectTries,
): Promise<Result> {
  try {
    return await connect();
  } catch (error) {
    const slow = error instanceof CommerceError && error.kind === 'platform_timeout';
    if (!slow || tries === 1) throw error;
    return withRetries(connect, tries - 1);
  }
}
