import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type {
  CreateStoreEventEndpointResponse,
  ListStoreAuditEntriesResponse,
  ListStoreEventDeliveriesResponse,
  ListStoreEventEndpointsResponse,
} from '../../../client/index.ts';
import { DELIVER_EVENTS } from '../../../src/commerce/job/job-names.ts';
import { createPayloadSchema, EVENT_DATA } from '../../../src/events/payloads.ts';
import { agentOf, bodyOf, findVariant, pay } from '../../../testing/agent.ts';
import { cuttingOff } from '../../../testing/cut-off.ts';
import { type ReceivedEvent, startEventReceiver } from '../../../testing/event-receiver.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { type Merchant, signUp, withToken } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { PLATFORMS, serviceOn } from '../../../testing/test-service.ts';

const HOUR_MS = 60 * 60_000;
/** An account may send 120 test events in it. */
const OUTBOUND_WINDOW_MS = 10 * 60_000;

withService('events to merchants’ endpoints', (running) => {
  let merchant: Merchant;
  const receiver = forSuite(() => startEventReceiver());

  before(async () => {
    // A token outlasts the weeks of this suite, a session does not.
    merchant = await withToken(running, await signUp(running));
    await running.settle();
  });

  const paths = (slug: string) => ({
    endpoints: `/stores/${slug}/event-endpoints`,
    deliveries: `/stores/${slug}/event-deliveries`,
  });

  /** Adds an endpoint for one test, and removes it afterwards. */
  async function endpointAt(
    t: { after(done: () => Promise<unknown>): void },
    slug: string,
    members: object = {},
  ): Promise<{ id: string; secret: string }> {
    Object.assign(receiver, { arrived: [], answers: [], usual: () => 204 });
    const { endpoints } = paths(slug);
    const added = await merchant.post<CreateStoreEventEndpointResponse>(endpoints, {
      url: receiver.url,
      ...members,
    });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    const { id } = added.body.endpoint;
    t.after(() => merchant.delete(`${endpoints}/${id}`));
    return { id, secret: added.body.secret };
  }

  /** Runs the due deliveries alone: after hours, all jobs of both stores are due as well. */
  const deliver = () => running.service.runnerOf([DELIVER_EVENTS]).drain();

  const endpointOf = async (slug: string, id: string) => {
    const { body } = await merchant.get<ListStoreEventEndpointsResponse>(paths(slug).endpoints);
    return body.items.find((each) => each.id === id) ?? assert.fail('no endpoint');
  };
  const deliveriesOf = async (slug: string, query = '') =>
    (await merchant.get<ListStoreEventDeliveriesResponse>(`${paths(slug).deliveries}${query}`)).body.items;

  async function createSession(slug: string) {
    const agent = agentOf(running.baseUrl, slug);
    const { id } = await findVariant(agent, 'mug');
    const session = bodyOf(201, await agent.createSession([id]));
    return { agent, session };
  }

  for (const platform of PLATFORMS) {
    const slug = `demo-${platform}`;

    it(`report a purchase at ${platform} from the session to the refund, signed and in sequence`, async (t) => {
      const { secret } = await endpointAt(t, slug);
      const { agent, session } = await createSession(slug);
      await pay(session);
      await running.settle();
      await agent.complete(session.id);
      await running.settle();
      const { control } = running.shop(slug);
      const shopOrder = control.orders().find(({ sessionId }) => sessionId === session.id);
      running.advance(2_000);
      control.moveOrder(shopOrder?.id ?? assert.fail('no order'), 'refunded');
      await running.settle();
      const types = receiver.types();
      assert.deepEqual(types.slice(0, 2), ['session.created', 'session.handed_off']);
      for (const type of ['session.verified', 'session.completed'])
        assert.equal(types.filter((each) => each === type).length, 1, `${type} in ${types}`);
      assert.ok(types.indexOf('session.verified') < types.indexOf('order.changed'));
      assert.equal(types.at(-1), 'order.changed');
      for (const event of receiver.arrived) {
        assertSigned(event, secret);
        const type: keyof typeof EVENT_DATA = event.body.type;
        createPayloadSchema(type, EVENT_DATA[type].strict()).strict().parse(event.body);
        assert.deepEqual([event.body.store, event.body.test], [slug, true]);
        const { session: reported, order } = event.body.data;
        assert.equal(reported?.id ?? order.session_id, session.id);
        assert.doesNotMatch(event.text, /@|continue_url|cart_handle|key=/);
      }
      assert.equal(receiver.arrived.at(-1)?.body.data.order.status, 'refunded');
      const completed = receiver.arrived.find(({ body }) => body.type === 'session.completed');
      assert.equal(completed?.body.data.session.payment, 'verified');
      assert.equal(new Set(receiver.arrived.map(({ id }) => id)).size, types.length);
    });

    it(`distinguish a canceled session at ${platform} from one that failed, and report the reason`, async (t) => {
      await endpointAt(t, slug, { event_types: ['session.failed', 'session.canceled'] });
      const canceled = await createSession(slug);
      await canceled.agent.cancel(canceled.session.id);
      const expired = await createSession(slug);
      const { control } = running.shop(slug);
      const { id } = await findVariant(expired.agent, 'mug');
      control.inject({ kind: 'web_page' });
      const refused = await expired.agent.createSession([id]);
      control.clearFaults();
      assert.ok(refused.status >= 400, JSON.stringify(refused.body));
      await running.settle();
      running.advance(7 * HOUR_MS);
      await running.settle();
      await running.settle();
      const failures = receiver.arrived.map(({ body }) => body.data.session);
      const of = (reason: string) => failures.find(({ failure }) => failure.reason === reason);
      assert.equal(failures.length, 3);
      const canceling = receiver.arrived.filter(({ body }) => body.type === 'session.canceled');
      assert.deepEqual(
        canceling.map(({ body }) => body.data.session.id),
        [canceled.session.id],
      );
      assert.deepEqual([of('canceled').id, of('expired').id], [canceled.session.id, expired.session.id]);
      assert.equal(typeof of('cart_failed').failure.message, 'string');
    });
  }

  const slug = 'demo-shopify';

  it('send only the types that an endpoint asks for, and none to a disabled one', async (t) => {
    const { id } = await endpointAt(t, slug, { event_types: ['session.handed_off'] });
    await createSession(slug);
    await running.settle();
    assert.deepEqual(receiver.types(), ['session.handed_off']);
    const path = `${paths(slug).endpoints}/${id}`;
    assert.equal((await merchant.put(path, { enabled: false })).status, 200);
    await createSession(slug);
    await merchant.put(path, { enabled: true, event_types: null });
    await createSession(slug);
    await running.settle();
    assert.deepEqual(receiver.types().slice(1), ['session.created', 'session.handed_off']);
  });

  it('repeats failed events under the same id, each session’s in sequence, without delaying others', async (t) => {
    const { id } = await endpointAt(t, slug);
    const { session: failing } = await createSession(slug);
    receiver.usual = ({ body }) => (body.data.session?.id === failing.id ? 500 : 204);
    await deliver();
    assert.deepEqual(receiver.types(), ['session.created']);
    assert.equal((await endpointOf(slug, id)).failures, 1);
    const { session: other } = await createSession(slug);
    await deliver();
    assert.equal(receiver.arrived.length, 1, 'nothing is sent during the wait after a failure');
    running.advance(6_000);
    await deliver();
    const ofOther = receiver.arrived.filter(({ body }) => body.data.session.id === other.id);
    const typesOfOther = ofOther.map(({ body }) => body.type);
    assert.deepEqual(typesOfOther, ['session.created', 'session.handed_off']);
    receiver.answers = [
      { status: 302, headers: { location: '/elsewhere' } },
      { status: 429, headers: { 'retry-after': '1800' } },
    ];
    running.advance(HOUR_MS);
    await deliver();
    receiver.usual = () => 204;
    running.advance(HOUR_MS / 4);
    await deliver();
    running.advance(2 * HOUR_MS);
    await deliver();
    running.advance(2 * HOUR_MS);
    await deliver();
    const ofFailing = receiver.arrived.filter(({ body }) => body.data.session.id === failing.id);
    const firsts = ofFailing.filter(({ body }) => body.type === 'session.created');
    assert.equal(new Set(firsts.map(({ id: message }) => message)).size, 1);
    assert.equal(ofFailing.at(-1)?.body.type, 'session.handed_off');
    assert.ok(receiver.arrived.every(({ path }) => path === '/events'));
    const [delivery] = (await deliveriesOf(slug, `?endpoint_id=${id}&type=session.created`)).filter(
      ({ message_id }) => message_id === firsts[0]?.id,
    );
    assert.equal(delivery?.status, 'delivered');
    const last = delivery?.history
      .map(({ status }) => status)
      .slice(-3)
      .at(-1);
    assert.deepEqual(last, 204);
    assert.ok(delivery?.history.some(({ error }) => error?.includes('redirects are not followed')));
    assert.equal((await endpointOf(slug, id)).failures, 0);
  });

  it('signs events with both secrets for a day after a rotation', async (t) => {
    const { id, secret } = await endpointAt(t, slug);
    const { endpoints } = paths(slug);
    const rotated = await merchant.post<{ secret: string }>(`${endpoints}/${id}/rotate-secret`, {});
    assert.match(rotated.body.secret, /^whsec_/);
    const send = async () => {
      assert.equal((await merchant.post(`${endpoints}/${id}/test`, {})).status, 200);
      await running.settle();
      return receiver.arrived.at(-1) ?? assert.fail('nothing arrived');
    };
    const signatures = async () => String((await send()).headers['webhook-signature']).split(' ');
    const event = await send();
    assert.equal(event.body.type, 'test');
    // The service's clock is ahead in this suite, so that only signatures are compared.
    for (const each of [secret, rotated.body.secret]) assertSigned(event, each);
    assert.equal((await signatures()).length, 2);
    running.advance(25 * HOUR_MS);
    assert.equal((await signatures()).length, 1);
    assert.throws(() => assertSigned(receiver.arrived.at(-1) ?? event, secret));
    assertSigned(receiver.arrived.at(-1) ?? event, rotated.body.secret);
    const answer = JSON.stringify(await merchant.get(endpoints));
    assert.doesNotMatch(answer, /whsec_/);
  });

  it('leave no secret and no address in the audit log, whatever is done to an endpoint', async (t) => {
    const { endpoints, deliveries } = paths(slug);
    const url = `${receiver.url}?token=in-the-address`;
    const { id, secret } = await endpointAt(t, slug, { url });
    const rotated = await merchant.post<{ secret: string }>(`${endpoints}/${id}/rotate-secret`, {});
    await merchant.post(`${endpoints}/${id}/test`, {});
    await running.settle();
    const [delivery] = await deliveriesOf(slug, `?endpoint_id=${id}`);
    assert.equal((await merchant.post(`${deliveries}/${delivery?.id}/resend`, {})).status, 200);
    for (const change of [
      { description: rotated.body.secret, secret: rotated.body.secret },
      { url: `${url}2` },
      { enabled: false },
    ])
      assert.equal((await merchant.put(`${endpoints}/${id}`, change)).status, 200);
    await merchant.delete(`${endpoints}/${id}`);
    const { items } = (await merchant.get<ListStoreAuditEntriesResponse>(`/stores/${slug}/audit?limit=100`))
      .body;
    const entries = items.filter(({ details }) => details.endpoint === id);
    const actions = new Set(entries.map(({ action }) => action.split('.').at(-1)));
    assert.deepEqual(actions, new Set(['added', 'secret_rotated', 'changed', 'removed']));
    for (const value of [secret, rotated.body.secret, 'whsec_', 'in-the-address'])
      assert.ok(!JSON.stringify(items).includes(value), value);
  });

  it('stop for an endpoint that is gone, and can be sent again once it is enabled', async (t) => {
    const { id } = await endpointAt(t, slug, { event_types: ['session.created', 'session.handed_off'] });
    receiver.answers = [{ status: 410 }];
    await createSession(slug);
    await running.settle();
    assert.equal(receiver.arrived.length, 1);
    assert.equal((await endpointOf(slug, id)).disabled_reason, 'gone');
    const dead = await deliveriesOf(slug, `?endpoint_id=${id}&status=dead`);
    assert.deepEqual(dead.map(({ type }) => type).sort(), ['session.created', 'session.handed_off']);
    const resend = `${paths(slug).deliveries}/${dead.at(-1)?.id}/resend`;
    assert.equal((await merchant.post(resend, {})).status, 409);
    await merchant.put(`${paths(slug).endpoints}/${id}`, { enabled: true });
    assert.equal((await merchant.post(resend, {})).status, 200);
    await running.settle();
    assert.equal(receiver.arrived.length, 2);
    assert.equal(receiver.arrived[1]?.id, dead.at(-1)?.message_id);
  });

  it('resends all dead events once each, also when two people ask for it', async (t) => {
    const { id } = await endpointAt(t, slug, { event_types: ['session.created', 'session.handed_off'] });
    const other = await endpointAt(t, slug, { event_types: ['session.created'] });
    receiver.usual = () => 410;
    await createSession(slug);
    await createSession(slug);
    await running.settle();
    const dead = await deliveriesOf(slug, `?endpoint_id=${id}&status=dead`);
    assert.equal(dead.length, 4);
    const ask = (body: object) =>
      merchant.post<{ resent: number }>(`${paths(slug).deliveries}/resend-dead`, body);
    assert.equal((await ask({})).status, 409, 'every endpoint is disabled');
    await merchant.put(`${paths(slug).endpoints}/${id}`, { enabled: true });
    assert.equal((await ask({ endpoint_id: other.id })).status, 409);
    assert.equal((await ask({ endpoint_id: 'none' })).status, 404);
    assert.equal((await ask({ since: 'yesterday' })).status, 400);
    assert.equal((await ask({ until: '2020-01-01T00:00:00Z' })).body.resent, 0);
    Object.assign(receiver, { arrived: [], usual: () => 204 });
    const answers = await Promise.all([ask({}), ask({ endpoint_id: id })]);
    assert.deepEqual(pluck(answers, 'status'), [200, 200]);
    const resent = answers.reduce((sum, { body }) => sum + body.resent, 0);
    assert.equal(resent, 4);
    await running.settle();
    const expected = dead.map((each) => each.message_id).sort();
    assert.deepEqual(receiver.arrived.map((event) => event.id).sort(), expected);
    for (const session of new Set(receiver.arrived.map(({ body }) => body.data.session.id))) {
      const types = receiver.arrived.filter(({ body }) => body.data.session.id === session);
      const sentTypes = types.map(({ body }) => body.type);
      assert.deepEqual(sentTypes, ['session.created', 'session.handed_off']);
    }
    assert.equal((await deliveriesOf(slug, `?endpoint_id=${other.id}&status=dead`)).length, 2);
    assert.equal((await ask({})).body.resent, 0);
  });

  it('resends hundreds of dead events once each when the request is cut off, repeated and raced', async (t) => {
    const { id } = await endpointAt(t, slug);
    const { endpoints, deliveries } = paths(slug);
    const count = 250;
    for (let start = 0; start < count; start += 50) {
      running.advance(OUTBOUND_WINDOW_MS);
      const tests = Array.from({ length: 50 }, () => merchant.post(`${endpoints}/${id}/test`, {}));
      for (const { status } of await Promise.all(tests)) assert.equal(status, 200);
    }
    receiver.usual = () => 410;
    await deliver();
    const totalOf = async (status: string) => {
      const path = `${deliveries}?endpoint_id=${id}&status=${status}&per_page=1`;
      return (await merchant.get<{ total: number }>(path)).body.total;
    };
    assert.equal(await totalOf('dead'), count);
    await merchant.put(`${endpoints}/${id}`, { enabled: true });
    Object.assign(receiver, { arrived: [], usual: () => 204 });
    const ask = () => merchant.post<{ resent: number }>(`${deliveries}/resend-dead`, { endpoint_id: id });
    const cut = await cuttingOff(
      running.databaseUrl,
      'update on outbox_messages',
      `new.channel = '${id}' and new.status = 'pending' and 200 <=
        (select count(*) from outbox_messages where channel = new.channel and status = 'pending')`,
    );
    try {
      await cut.off();
      assert.ok((await ask()).status >= 500);
      assert.deepEqual([await totalOf('pending'), await totalOf('dead')], [200, count - 200]);
      await cut.on();
    } finally {
      await cut.close();
    }
    await deliver();
    assert.equal(receiver.arrived.length, 200, 'those of the first batch are sent');
    const answers = await Promise.all([ask(), ask()]);
    const resent = answers.reduce((sum, { body }) => sum + body.resent, 0);
    assert.equal(resent, count - 200);
    await deliver();
    assert.deepEqual([await totalOf('delivered'), await totalOf('dead')], [count, 0]);
    assert.equal(receiver.arrived.length, count);
    assert.equal(new Set(receiver.arrived.map((event) => event.id)).size, count);
  });

  it('disable an endpoint that fails for three days, and keep its dead letters for 30', async (t) => {
    const { id } = await endpointAt(t, slug, { event_types: ['session.created', 'session.handed_off'] });
    receiver.usual = () => 500;
    await createSession(slug);
    let hours = 0;
    for (; (await endpointOf(slug, id)).enabled && hours < 24 * 5; hours += 4) {
      await deliver();
      running.advance(4 * HOUR_MS);
    }
    assert.equal((await endpointOf(slug, id)).disabled_reason, 'failing');
    assert.ok(hours > 48, `${hours} hours`);
    assert.ok(receiver.arrived.length <= 40, `${receiver.arrived.length} attempts`);
    await deliver();
    assert.equal((await deliveriesOf(slug, `?endpoint_id=${id}&status=dead`)).length, 2);
    running.advance(29 * 24 * HOUR_MS);
    await running.settle();
    assert.equal((await deliveriesOf(slug, `?endpoint_id=${id}`)).length, 2);
    running.advance(2 * 24 * HOUR_MS);
    await running.settle();
    assert.equal((await deliveriesOf(slug, `?endpoint_id=${id}`)).length, 0);
  });

  it('sends each event once from two processes, also after a process that ended before it could send', async (t) => {
    const { id } = await endpointAt(t, slug, { event_types: ['session.created'] });
    const sessions = [];
    for (let count = 0; count < 12; count += 1) sessions.push((await createSession(slug)).session.id);
    assert.equal(receiver.arrived.length, 0, 'written with the change, sent by a job');
    const others = await Promise.all(
      [1, 2].map(() => serviceOn(running.databaseUrl, { now: running.now }, { RATE_LIMIT: 'off' })),
    );
    try {
      await Promise.all(others.map((other) => other.backgroundWork.drain()));
    } finally {
      for (const other of others) await other.close();
    }
    assert.deepEqual(receiver.arrived.map(({ body }) => body.data.session.id).sort(), sessions.sort());
    assert.deepEqual(await deliveriesOf(slug, `?endpoint_id=${id}&status=pending`), []);
  });

  it('loses no event of a committed change, and sends none of a change that is not committed', async (t) => {
    await endpointAt(t, slug, { event_types: ['session.created'] });
    const { agent } = await createSession(slug);
    const { id } = await findVariant(agent, 'mug');
    const key = { 'idempotency-key': 'one purchase' };
    const twice = await Promise.all([1, 2].map(() => agent.createSession([id], {}, key)));
    assert.equal(new Set(twice.map(({ body }) => body.id)).size, 1);
    await running.settle();
    assert.equal(receiver.arrived.length, 2);
  });

  it('refuse addresses and types that are wrong, by the name of the field', async (t) => {
    const { endpoints } = paths(slug);
    const { id } = await endpointAt(t, slug);
    const wrong: [object, RegExp][] = [
      [{ url: 'not an address' }, /url must be an https/],
      [{ url: 'ftp://shop.example/events' }, /url must be an https/],
      [{ url: 'https://user:secret@shop.example/' }, /url must not contain a user/],
      [{ url: '' }, /url/],
      [{ url: 'https://shop.example', event_types: ['session.begun'] }, /event_types/],
      [{ url: 'https://shop.example', event_types: [] }, /event_types/],
      [{ url: 'https://shop.example', description: 'two\nlines' }, /description/],
    ];
    for (const [body, words] of wrong) {
      const refused = await merchant.post<{ error: string }>(endpoints, body);
      assert.equal(refused.status, 400, JSON.stringify(body));
      assert.match(JSON.stringify(refused.body), words);
    }
    for (const path of [`${endpoints}/${id}x`, `${endpoints}/${crypto.randomUUID()}`])
      assert.equal((await merchant.put(path, { enabled: true })).status, 404);
    const added = await Promise.all(
      Array.from({ length: 6 }, () =>
        merchant.post<CreateStoreEventEndpointResponse>(endpoints, { url: receiver.url }),
      ),
    );
    const successes = added.filter(({ status }) => status === 201);
    assert.deepEqual([successes.length, added.filter(({ status }) => status === 409).length], [4, 2]);
    for (const { body } of successes) await merchant.delete(`${endpoints}/${body.endpoint.id}`);
    const stranger = await signUp(running);
    assert.equal((await stranger.get(endpoints)).status, 404);
  });
});

/** Compares with the reference library's own signature, whatever the clock says. */
function assertSigned({ text, headers, id }: ReceivedEvent, secret: string): void {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const expected = new Webhook(secret).sign(id, at, text);
  assert.ok(String(headers['webhook-signature']).split(' ').includes(expected));
}
