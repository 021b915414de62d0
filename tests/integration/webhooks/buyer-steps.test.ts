import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, beforeEach, describe, it } from 'node:test';
import type { ListedSession, ListStoreSessionsResponse } from '../../../client/index.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { bodyOf, type Session } from '../../../testing/agent.ts';
import { cuttingOff } from '../../../testing/cut-off.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import {
  type Activity,
  newSession,
  read as readMerchant,
  SHOPIFY,
  startActivity,
  WOOCOMMERCE,
} from '../merchants/activity.ts';
import { eventOf, post, type ShopSide, shopSideOf } from './shop-side.ts';
import { stepReports } from './step-reports.ts';

const MINUTE_MS = 60_000;

onEveryDatabase('reports of a buyer’s steps', (database) => {
  const at = forSuite(() => startActivity(database));
  for (const slug of [SHOPIFY, WOOCOMMERCE]) describe(slug, () => suite(at, slug));
});

function suite(at: Activity, slug: string): void {
  let shop: ShopSide;
  let session: Session;
  const open = () => newSession(at.agent(slug));

  before(async () => {
    await at.running.settle();
    shop = await sideOf(slug);
  });
  beforeEach(async () => {
    session = await open();
  });

  function sideOf(ofSlug: string): Promise<ShopSide> {
    const platform = ofSlug === SHOPIFY ? 'shopify' : 'woocommerce';
    return shopSideOf({ slug: ofSlug, platform, running: at.running, agent: at.agent(ofSlug) });
  }
  const reports = (from = shop) => stepReports(from, at.running);
  const report = (...steps: string[]) => reports().of({ sessionId: session.id, steps });

  async function listed(id: string, query = ''): Promise<ListedSession | undefined> {
    return (await readMerchant<ListStoreSessionsResponse>(at, `/sessions?q=${id}${query}`, slug)).items[0];
  }
  async function stepOf({ id } = session) {
    const row = await listed(id);
    return [row?.step, row?.left_at];
  }
  async function openedAt() {
    await using tables = await openDatabase(at.running.databaseUrl);
    const rows = tables.selectFrom('checkout_sessions').select(['openedAt', 'createdAt']);
    return await rows.where('id', '=', session.id).executeTakeFirstOrThrow();
  }

  it('show the furthest step, doubled, raced and the newest first', async () => {
    assert.deepEqual(await stepOf(), ['handed_over', null]);
    const events = [report('opened', 'address', 'payment'), report('opened', 'address'), report('opened')];
    const statuses = await Promise.all([...events, ...events].map(post));
    assert.deepEqual(new Set(statuses), new Set([200]));
    assert.deepEqual(await stepOf(), ['payment', null]);
    for (const event of events) assert.equal(await post(event), 200);
    assert.deepEqual(await stepOf(), ['payment', null]);
  });

  it('change neither the session nor what its agent reads', async () => {
    const readAgain = async () => bodyOf(200, await at.agent(slug).readSession(session.id));
    const earlier = [await readAgain(), (await listed(session.id))?.updated_at];
    await post(report('opened', 'address', 'payment', 'paid'));
    assert.deepEqual([await readAgain(), (await listed(session.id))?.updated_at], earlier);
  });

  it('keep the first instant of a step, and none of before the session', async () => {
    await post(report('opened'));
    const first = await openedAt();
    at.running.advance(MINUTE_MS);
    await post(report('opened', 'address'));
    assert.deepEqual(await openedAt(), first);
    await post(reports().of({ sessionId: session.id, steps: ['opened'], at: '2020-01-01T00:00:00Z' }));
    const ofSession = await openedAt();
    assert.equal(ofSession.openedAt, ofSession.createdAt);
  });

  it('drops buyer steps for sessions of no store and of another store', async () => {
    const others = reports(await sideOf(slug === SHOPIFY ? WOOCOMMERCE : SHOPIFY));
    assert.equal(await post(reports().of({ sessionId: randomUUID(), steps: ['opened'] })), 200);
    assert.equal(await post(others.of({ sessionId: session.id, steps: ['opened'] })), 200);
    assert.deepEqual(await stepOf(), ['handed_over', null]);
  });

  it('ignores buyer steps that are unsigned, malformed or endless', async () => {
    const { headers, ...event } = report('opened');
    const forge = ([name, value]: [string, string]) => [name, /hmac|signature/.test(name) ? 'AAAA' : value];
    const forged = Object.fromEntries(Object.entries(headers).map(forge));
    assert.equal(await post({ ...event, headers: forged }), 401);
    for (const wrong of reports().malformed(session.id)) assert.equal(await post(wrong), 200, wrong.body);
    assert.deepEqual(await stepOf(), ['handed_over', null]);
  });

  it('records buyer steps with their acknowledgment, or acknowledges none', async () => {
    const event = report('opened');
    const cut = await cuttingOff(
      at.running.databaseUrl,
      'update on checkout_sessions',
      'new.opened_at is not null',
    );
    await cut.off();
    assert.ok((await post(event)) >= 500);
    await cut.on();
    await cut.close();
    assert.deepEqual(await stepOf(), ['handed_over', null]);
    assert.equal(await post(event), 200);
    assert.deepEqual(await stepOf(), ['opened', null]);
  });

  it('let a buyer who takes no step for half an hour count as gone, until the next step', async () => {
    await post(report('opened', 'address'));
    at.running.advance(29 * MINUTE_MS);
    assert.deepEqual(await stepOf(), ['address', null]);
    at.running.advance(MINUTE_MS);
    assert.deepEqual(await stepOf(), ['address', 'address']);
    assert.ok(await listed(session.id, '&left_at=opened,address'));
    assert.equal(await listed(session.id, '&left_at=handed_over,opened,payment'), undefined);
    await post(report('opened', 'address', 'payment'));
    assert.deepEqual(await stepOf(), ['payment', null]);
    assert.equal(await listed(session.id, '&left_at=address,payment'), undefined);
  });

  it('show where an expired session was left, and nothing of one that its agent canceled', async () => {
    const [silent, canceled] = [await open(), await open()];
    await post(report('opened'));
    await post(reports().of({ sessionId: canceled.id, steps: ['opened'] }));
    bodyOf(200, await at.agent(slug).cancel(canceled.id));
    at.running.advance(6 * 60 * MINUTE_MS);
    assert.deepEqual(await stepOf(silent), ['handed_over', 'handed_over']);
    assert.deepEqual(await stepOf(), ['opened', 'opened']);
    assert.deepEqual(await stepOf(canceled), ['opened', null]);
    assert.ok(await listed(silent.id, '&left_at=handed_over'));
    assert.ok(await listed(session.id, '&left_at=opened'));
    assert.equal(await listed(canceled.id, '&left_at=opened'), undefined);
  });

  it('arrive beside the shop’s other events', async () => {
    const product = eventOf(shop, at.running.baseUrl, { product: 77 });
    const statuses = await Promise.all([report('opened'), product, report('opened', 'address')].map(post));
    assert.deepEqual(statuses, [200, 200, 200]);
    assert.deepEqual(await stepOf(), ['address', null]);
  });
}
