import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/storage/engine/database.ts';
import { agentOf, findVariant } from '../../testing/agent.ts';
import { withStore } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { storedRows } from '../../testing/stored.ts';
import { lineItems, ucpAgentOf } from '../../testing/ucp-agent.ts';

const slug = 'demo-shopify';
const DAY_MS = 24 * 60 * 60_000;

withStore('shopify', 'answers kept for official keys', (running) => {
  let mug: string;

  const agent = forSuite(() => ucpAgentOf({ slug, running }));
  before(async () => {
    mug = (await findVariant(agentOf(running.baseUrl, slug), 'mug')).id;
  });

  const rows = async () => (await storedRows(running.databaseUrl)).idempotency_records ?? [];

  it('seals stored answers, so that no checkout’s id and payment address is stored in the clear', async () => {
    const { body } = await agent.keyed('/checkout-sessions', lineItems([mug]), randomUUID());
    const text = (await rows()).join('\n');
    assert.ok(text.includes('"status":201'));
    assert.ok(!text.includes(body.id) && !text.includes(body.continue_url ?? 'continue_url'));
  });

  it('outlive a day, and are forgotten after two [IDM-7]', async () => {
    const key = randomUUID();
    const first = await agent.keyed('/carts', lineItems([mug]), key);
    running.advance(DAY_MS + 60_000);
    await running.settle();
    assert.deepEqual((await agent.keyed('/carts', lineItems([mug]), key)).body, first.body);
    running.advance(2 * DAY_MS);
    await running.settle();
    assert.deepEqual(await rows(), []);
  });

  it('refuse with 503 and change nothing while the idempotency records cannot be read [IDM-8]', async () => {
    const key = randomUUID();
    await using broken = await openDatabase(running.databaseUrl);
    await sql`alter table idempotency_records rename to idempotency_records_away`.execute(broken);
    const sessions = async () => ((await storedRows(running.databaseUrl)).checkout_sessions ?? []).length;
    const before = await sessions();
    const refused = await agent.keyed<{ code: string }>('/checkout-sessions', lineItems([mug]), key);
    await sql`alter table idempotency_records_away rename to idempotency_records`.execute(broken);
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal(await sessions(), before);
    assert.equal((await agent.keyed('/checkout-sessions', lineItems([mug]), key)).status, 201);
  });
});
