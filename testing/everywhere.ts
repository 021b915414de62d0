import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { ShopVariant } from '../simulated-shops/shop/types.ts';
import { type Agent, agentOf, findVariant } from './agent.ts';
import { databases, type TestDatabase } from './databases.ts';
import { forSuite } from './for-suite.ts';
import { PLATFORMS, type Platform, startTestService, type TestService } from './test-service.ts';

/** Context of a suite: one store of one platform on one database. */
export type Somewhere = { slug: string; platform: string; agent: Agent; running: TestService };

/** Runs a suite for every database and every store platform. `at` is usable from the first test on. */
export function everywhere(name: string, suite: (at: Somewhere) => void): void {
  onEveryDatabase(name, (database) => {
    const shared = startShared(database, PLATFORMS);
    for (const platform of PLATFORMS) describe(platform, () => suite(somewhere(platform, shared)));
  });
}

/**
 * Runs a suite like `everywhere`, on a service for each store: where jobs run again and again, those of the other store would be half
 * of them.
 */
export function onEveryStore(name: string, suite: (at: Somewhere) => void): void {
  onEveryDatabase(name, (database) => {
    for (const platform of PLATFORMS)
      describe(platform, () => suite(somewhere(platform, startShared(database, [platform]))));
  });
}

function startShared(database: TestDatabase, platforms: readonly Platform[]): { running?: TestService } {
  const shared: { running?: TestService } = {};
  before(async () => {
    shared.running = await startTestService({ database, platforms });
  });
  after(() => shared.running?.close());
  return shared;
}

/** Returns the shop's record of a variant by its GID, whose stock tests can set. */
export function inShop(at: Somewhere, variantId: string): ShopVariant {
  const variants = at.running.shop(at.slug).control.products.flatMap((product) => product.variants);
  const variant = variants.find((each) => variantId.endsWith(`/${each.id}`));
  return variant ?? assert.fail(`the shop has no variant ${variantId}`);
}

/** Returns the GID of a variant that these words find, and lets its stock be unlimited. */
export async function findUnlimited(at: Somewhere, words: string): Promise<string> {
  const { id } = await findVariant(at.agent, words);
  inShop(at, id).stock = null;
  return id;
}

/** Finds one variant for each word before the tests of a suite, and lets their stock be unlimited. */
export function unlimited<Word extends string>(at: Somewhere, ...words: Word[]): Record<Word, string> {
  return forSuite(async () => {
    const entries: [string, string][] = [];
    for (const word of words) entries.push([word, await findUnlimited(at, word)]);
    return Object.fromEntries(entries) as Record<Word, string>;
  });
}

/** Runs a suite that starts its own service, for every database. */
export function onEveryDatabase(name: string, suite: (database: TestDatabase) => void): void {
  for (const database of databases) describe(`${name} (${database.name})`, () => suite(database));
}

type SuiteOfService = (running: TestService, database: TestDatabase) => void;

/** Runs a suite on a service with the usual settings and both demo stores, for every database. */
export function withService(name: string, suite: SuiteOfService): void {
  startForSuite(PLATFORMS, name, suite);
}

/** Runs a suite like `withService`, with the demo store of one platform alone. */
export function withStore(platform: Platform, name: string, suite: SuiteOfService): void {
  startForSuite([platform], name, suite);
}

function startForSuite(platforms: readonly Platform[], name: string, suite: SuiteOfService): void {
  onEveryDatabase(name, (database) =>
    suite(
      forSuite(() => startTestService({ database, platforms })),
      database,
    ),
  );
}

function somewhere(platform: string, shared: { running?: TestService }): Somewhere {
  const slug = `demo-${platform}`;
  const running = () => {
    if (!shared.running) throw new Error('the service is not running yet');
    return shared.running;
  };
  return {
    slug,
    platform,
    get running() {
      return running();
    },
    get agent() {
      return agentOf(running().baseUrl, slug);
    },
  };
}
