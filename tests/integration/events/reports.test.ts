import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { startEventReceiver } from '../../../testing/event-receiver.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { signUp } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { startTestService } from '../../../testing/test-service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const slug = 'demo-shopify';

onEveryDatabase('events about searches and health', (database) => {
  beforeEach(expectFailingJobs);
  const receiver = forSuite(() => startEventReceiver());
  let isDown = false;
  const shops: typeof fetch = async (input, init) =>
    isDown ? new Response('<html>Maintenance</html>') : fetch(input, init);

  const mails = forSuite(() => startMailServer());
  const running = forSuite(() =>
    startTestService({
      database,
      platforms: ['shopify'],
      overrides: { fetch: shops },
      settings: mails.settings,
    }),
  );
  const merchant = forSuite(() => signUp(running, { email: 'ann@shop.example' }));
  before(async () => {
    await running.settle();
    const added = await merchant.post(`/stores/${slug}/event-endpoints`, {
      url: receiver.url,
      event_types: ['search.without_result', 'health.changed'],
    });
    assert.equal(added.status, 201);
  });

  async function pass(ms: number): Promise<void> {
    running.advance(ms);
    await running.settle();
  }

  it('collect the searches of an hour that found nothing in one event', async () => {
    const agent = agentOf(running.baseUrl, slug);
    for (let count = 0; count < 60; count += 1) await agent.search(`zzqx${count} zzqy${count}`);
    for (let count = 0; count < 3; count += 1) await agent.search('zzqx7 zzqy7');
    await agent.search('mug');
    await merchant.get(`/stores/${slug}/requests`);
    await running.settle();
    assert.deepEqual(receiver.types(), []);
    await pass(HOUR_MS + MINUTE_MS);
    await pass(HOUR_MS);
    const events = receiver.arrived.filter(({ body }) => body.type === 'search.without_result');
    const all = events.flatMap(({ body }) => body.data.searches);
    // The hour may have ended between two searches.
    assert.ok(events.length >= 1 && events.length <= 2, `${events.length} events`);
    assert.ok(events.every(({ body }) => body.data.searches.length <= 50));
    const total = events.reduce((sum, { body }) => sum + body.data.search_count, 0);
    assert.ok(total >= 60 && total <= 61, `${total} searches`);
    assert.equal(all.find(({ query }) => query === 'zzqx7 zzqy7')?.count, 4);
    assert.ok(all.every(({ query }) => query !== 'mug'));
  });

  it('report a shop that fails and recovers, once each, as an event and as a mail', async () => {
    receiver.arrived = [];
    mails.mails = [];
    isDown = true;
    const agent = agentOf(running.baseUrl, slug);
    await agent.quote([(await findVariant(agent, 'mug')).id], { country: 'US' });
    for (let minute = 0; minute < 8; minute += 1) await pass(MINUTE_MS);
    isDown = false;
    for (let minute = 0; minute < 12; minute += 1) await pass(MINUTE_MS);
    const changes = receiver.arrived
      .map(({ body }) => body.data)
      .filter(({ aspect }) => aspect === 'shop')
      .map(({ state_before, state }) => [state_before, state]);
    assert.deepEqual(changes, [
      ['ok', 'failing'],
      ['failing', 'ok'],
    ]);
    const ofStore = mails.mails.filter(({ text }) => text.includes(`/stores/${slug}`));
    const expected = Array.from(ofStore, () => 'ann@shop.example');
    assert.deepEqual(pluck(ofStore, 'to'), expected);
    const subjects = ofStore.map(({ subject }) => subject);
    assert.equal(subjects.filter((each) => each.endsWith('Connection to the shop failing')).length, 1);
    assert.equal(subjects.filter((each) => each.endsWith('Connection to the shop working again')).length, 1);
  });

  it('send no mail once alerts are off, and still the event', async () => {
    const off = await merchant.put<{ store: { mail_alerts: boolean } }>(`/stores/${slug}`, {
      mail_alerts: false,
    });
    assert.equal(off.body.store.mail_alerts, false);
    receiver.arrived = [];
    mails.mails = [];
    isDown = true;
    for (let minute = 0; minute < 12; minute += 1) await pass(MINUTE_MS);
    isDown = false;
    assert.ok(receiver.arrived.some(({ body }) => body.data.state === 'failing'));
    const unexpected = mails.mails.filter(({ text }) => text.includes(`/stores/${slug}`));
    assert.deepEqual(unexpected, []);
  });
});
