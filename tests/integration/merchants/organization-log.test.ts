import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { isSqlite } from '../../../src/storage/engine/both-databases.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf, bodyOf } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { type Merchant, organizationOf, signUp } from '../../../testing/merchant.ts';
import { serviceOn, startTestService } from '../../../testing/test-service.ts';

const HOUR_MS = 60 * 60_000;
/** Calls of 14 kB each: 40 % of a megabyte, so that three of them exceed it and two do not. */
const CALLS = 30;
const TEXTS = Array.from({ length: 14 }, () => 'some words '.repeat(90));

type Use = { name: string; used: number; limit: number | null };

onEveryDatabase('the log of an organization that has as much as it may', (database) => {
  it('loses its oldest calls, those of its newer hours and of other organizations stay', async (t) => {
    const at = await startLogging(database, { ORGANIZATION_LIMITS: 'log_mb=1' });
    t.after(() => at.close());
    await at.logCalls('demo-shopify', 'first.example');
    await at.logCalls('other-shop', 'first.example');
    at.running.advance(HOUR_MS);
    await at.logCalls('demo-woocommerce', 'second.example');
    at.running.advance(HOUR_MS);
    await at.logCalls('demo-shopify', 'third.example');
    assert.equal(
      await at.logged(at.owner, 'demo-shopify', 'first.example'),
      CALLS,
      'above the limit for now',
    );

    const second = await serviceOn(at.running.databaseUrl, { now: at.running.now }, at.settings);
    t.after(() => second.close());
    await Promise.all([at.running.settle(), second.backgroundWork.drain()]);
    assert.equal(await at.logged(at.owner, 'demo-shopify', 'first.example'), 0);
    assert.equal(await at.logged(at.owner, 'demo-woocommerce', 'second.example'), CALLS);
    assert.equal(await at.logged(at.owner, 'demo-shopify', 'third.example'), CALLS);
    assert.equal(await at.logged(at.other, 'other-shop', 'first.example'), CALLS);
    assert.deepEqual(await at.useOfLog(), { name: 'log_mb', used: 1, limit: 1 });

    await at.logCalls('demo-shopify', 'fourth.example');
    assert.equal(
      await at.logged(at.owner, 'demo-shopify', 'fourth.example'),
      CALLS,
      'calls go on being logged',
    );
  });

  it('trims an organization’s log to the limit the operator has set for it, far below that of all others', async (t) => {
    const at = await startLogging(database, { ORGANIZATION_LIMITS: 'log_mb=1000' });
    t.after(() => at.close());
    const args = ['organizations', 'limit', await organizationOf(at.owner), 'log_mb', '1'];
    assert.equal((await commandLine(at.running.databaseUrl, args, '', at.settings)).code, 0);
    for (const agent of ['first.example', 'second.example', 'third.example']) {
      await at.logCalls('demo-shopify', agent);
      await at.logCalls('other-shop', agent);
      at.running.advance(HOUR_MS);
    }
    await at.running.settle();
    assert.equal(await at.logged(at.owner, 'demo-shopify', 'first.example'), 0);
    assert.equal(await at.logged(at.owner, 'demo-shopify', 'third.example'), CALLS);
    assert.equal(await at.logged(at.other, 'other-shop', 'first.example'), CALLS);
  });

  it('loses none for calls that were deleted because their store had too many', async (t) => {
    const at = await startLogging(database, { ORGANIZATION_LIMITS: 'log_mb=1' });
    t.after(() => at.close());
    await at.logCalls('demo-woocommerce', 'first.example');
    for (const agent of ['second.example', 'third.example']) {
      at.running.advance(HOUR_MS);
      await at.logCalls('demo-shopify', agent);
    }
    at.running.advance(HOUR_MS);
    await at.addEmptyCalls('demo-shopify', 100_000);
    at.running.advance(HOUR_MS);
    await at.running.settle();
    assert.equal(await at.logged(at.owner, 'demo-shopify', 'third.example'), 0, '100,000 others are newer');
    assert.equal(await at.logged(at.owner, 'demo-woocommerce', 'first.example'), CALLS);
    assert.deepEqual(await at.useOfLog(), { name: 'log_mb', used: 0, limit: 1 });
  });
});

/** A service with a merchant who has both demo stores, and another one with a store of its own. */
async function startLogging(database: TestDatabase, settings: Record<string, string>) {
  const running = await startTestService({ database, settings });
  const owner = await signUp(running);
  const other = await signUp(running);
  const shop = await startWooCommerceShop();
  bodyOf(
    201,
    await other.post('/stores', {
      platform: 'woocommerce',
      slug: 'other-shop',
      credentials: shop.credentials,
    }),
  );
  await running.settle();
  return {
    running,
    owner,
    other,
    settings,
    async logCalls(slug: string, name: string): Promise<void> {
      const agent = agentOf(running.baseUrl, slug, {
        'ucp-agent': `profile="https://${name}/profile.json"`,
      });
      for (let call = 0; call < CALLS; call += 1) await agent.post('/carts', { texts: TEXTS });
      // Writes the calls that wait.
      assert.equal(await this.logged(slug === 'other-shop' ? other : owner, slug, name), CALLS);
    },
    async logged(merchant: Merchant, slug: string, name: string): Promise<number> {
      const answer = await merchant.get<{ total: number }>(`/stores/${slug}/requests?agent=${name}`);
      return bodyOf(200, answer).total;
    },
    async useOfLog(): Promise<Use | undefined> {
      const path = `/organizations/${await organizationOf(owner)}/limits`;
      return bodyOf(200, await owner.get<{ items: Use[] }>(path)).items.find(({ name }) => name === 'log_mb');
    },
    /** Inserts calls without contents, of now. */
    async addEmptyCalls(slug: string, count: number): Promise<void> {
      await using tables = await openDatabase(running.databaseUrl);
      const store = await running.service.stores.find(slug);
      const numbers = isSqlite(tables)
        ? sql`with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ${count}) select number from numbers`
        : sql`select number from generate_series(1, ${count}::int) as number`;
      await sql`insert into request_log (id, store_id, at, transport, method, endpoint, path, status,
          duration_us, agent, request_id)
        select 'empty ' || cast(number as text), ${store?.id}, ${new Date(running.now()).toISOString()},
          'rest', 'GET', 'GET /catalog/search', '', 200, 1, 'empty.example', ''
        from (${numbers}) as each`.execute(tables);
    },
    async close(): Promise<void> {
      await running.close();
      await shop.close();
    },
  };
}
