import assert from 'node:assert/strict';
import { after, beforeEach, it } from 'node:test';
import type { Service } from '../../src/service.ts';
import { agentOf, bodyOf, pay, type Session } from '../../testing/agent.ts';
import { onEveryStore, unlimited } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { storedRows } from '../../testing/stored.ts';
import { serviceOn } from '../../testing/test-service.ts';
import { type UcpAgent, type UcpCheckout, ucpAgentOf } from '../../testing/ucp-agent.ts';

const INTERVAL_MS = 3_000;
const READERS = 10;

/** The shop sends no webhook: background work, which would subscribe, never runs. */
onEveryStore('a payment that only the reading of a checkout can notice', (at) => {
  const started: Service[] = [];

  const goods = unlimited(at, 'mug');
  const agent = forSuite(() => ucpAgentOf(at));
  after(async () => {
    for (const service of started) await service.close();
  });
  beforeEach(() => {
    shop().clearFaults();
    // Another interval begins.
    at.running.advance(INTERVAL_MS + 1_000);
  });

  const shop = () => at.running.shop(at.slug).control;

  async function callsFor(work: () => Promise<unknown>): Promise<number> {
    shop().resetCalls();
    await work();
    return Object.values(shop().calls()).reduce((sum, count) => sum + count, 0);
  }

  async function opened(): Promise<UcpCheckout> {
    return bodyOf(201, await agent.create([goods.mug]));
  }

  async function paid(): Promise<UcpCheckout> {
    const checkout = await opened();
    await pay({ continue_url: checkout.continue_url ?? '' });
    return checkout;
  }

  const read = async ({ id }: UcpCheckout, by = agent) => {
    return bodyOf(200, await by.get(`/checkout-sessions/${id}`));
  };

  const readByTool = async ({ id }: UcpCheckout) =>
    (await agent.call('get_checkout', { id })).body.result?.structuredContent;

  async function readByContractTool(session_id: string): Promise<Session> {
    const params = { name: 'get_checkout_session', arguments: { session_id } };
    const { body } = await at.agent.rpc<{ content: { text: string }[] }>({
      ...{ jsonrpc: '2.0', id: 1 },
      ...{ method: 'tools/call', params },
    });
    return JSON.parse(body.result?.content[0]?.text ?? assert.fail(JSON.stringify(body)));
  }

  async function anotherProcess(): Promise<{ baseUrl: string; agent: UcpAgent }> {
    const service = await serviceOn(at.running.databaseUrl, { now: at.running.now });
    started.push(service);
    const baseUrl = await service.listen({ backgroundWork: false });
    return { baseUrl, agent: await ucpAgentOf({ slug: at.slug, running: { baseUrl } }) };
  }

  it('appears with its order in GET /checkout-sessions/{id} at once, for one call to the shop', async () => {
    const checkout = await paid();
    let reread: UcpCheckout | undefined;
    const calls = await callsFor(async () => {
      reread = await read(checkout);
    });
    assert.equal(calls, 1);
    assert.equal(reread?.status, 'completed');
    assert.equal((await at.agent.readOrder(reread.order?.id ?? '')).body.payment, 'verified');
    assert.equal(await callsFor(() => read(checkout)), 0, 'what is known is not asked again');
  });

  it('appears in the tool get_checkout as well', async () => {
    const checkout = await paid();
    const reread = await readByTool(checkout);
    assert.equal(reread?.status, 'completed');
    assert.ok(reread.order?.id);
  });

  it('records a payment once when readers race over REST, MCP and two processes', async () => {
    const checkout = await paid();
    const { agent: other } = await anotherProcess();
    const calls = await callsFor(() =>
      Promise.all(
        Array.from({ length: READERS }, () => [
          read(checkout),
          readByTool(checkout),
          read(checkout, other),
          agent.post(`/checkout-sessions/${checkout.id}/complete`, {}),
        ]).flat(),
      ),
    );
    const reread = await read(checkout);
    assert.equal(reread.status, 'completed');
    const { orders = [], order_events: events = [] } = await storedRows(at.running.databaseUrl);
    const ours = orders.filter((row) => String(row).includes(checkout.id));
    assert.equal(ours.length, 1, 'one order');
    assert.equal(events.filter((row) => String(row).includes(reread.order?.id ?? '')).length, 1, 'one event');
    assert.ok(calls <= 2 + READERS, `${calls} calls: completing asks by itself, reading once`);
  });

  it('asks the shop for a payment once in an interval, however many read in however many processes', async () => {
    const checkout = await opened();
    const others = [(await anotherProcess()).agent, (await anotherProcess()).agent];
    const readAll = () =>
      Promise.all(
        [agent, ...others].flatMap((by) => Array.from({ length: READERS }, () => read(checkout, by))),
      );
    const began = at.running.now();
    const calls = await callsFor(async () => {
      await readAll();
      await readAll();
    });
    // On a busy machine the readers may take longer than an interval.
    const allowed = 1 + Math.floor((at.running.now() - began) / INTERVAL_MS);
    assert.ok(calls >= 1 && calls <= allowed, `${calls} calls, ${allowed} allowed`);
    at.running.advance(INTERVAL_MS);
    assert.equal(await callsFor(() => read(checkout)), 1, 'and again in the next');
  });

  it('asks the shop for a payment more rarely the longer the buyer takes, once a minute at least', async () => {
    const checkout = await opened();
    const questionsAfter = async (afterMs: number) => {
      at.running.advance(afterMs);
      return callsFor(() => read(checkout));
    };
    assert.equal(await questionsAfter(10 * 60_000), 1);
    assert.equal(await questionsAfter(29_000), 0, 'a twentieth of ten minutes has not passed');
    assert.equal(await questionsAfter(3_000), 1);
    assert.equal(await questionsAfter(60 * 60_000), 1);
    assert.equal(await questionsAfter(59_000), 0);
    assert.equal(await questionsAfter(2_000), 1);
  });

  for (const [endpoint, readContract] of [
    ['GET /checkout-sessions/{sessionId}', async (id: string) => (await at.agent.readSession(id)).body],
    ['the tool get_checkout_session', readByContractTool],
  ] as const)
    it(`appears in the contract’s ${endpoint}, whose status waits for the agent to complete it`, async () => {
      const checkout = await paid();
      let session: Session | undefined;
      const calls = await callsFor(async () => {
        session = await readContract(checkout.id);
      });
      assert.equal(calls, 1);
      assert.partialDeepStrictEqual(session, {
        status: 'requires_escalation',
        payment: 'verified',
        paid: true,
      });
      assert.equal(await callsFor(() => readContract(checkout.id)), 0, 'what is known is not asked again');
      const completed = (await at.agent.complete(checkout.id)).body;
      assert.deepEqual([completed.status, completed.order], ['completed', session?.order]);
    });

  it('asks the shop for a payment once in an interval for readers of every protocol together', async () => {
    const checkout = await opened();
    const other = agentOf((await anotherProcess()).baseUrl, at.slug);
    const began = at.running.now();
    const calls = await callsFor(() =>
      Promise.all(
        Array.from({ length: READERS }, () => [
          read(checkout),
          at.agent.readSession(checkout.id),
          readByContractTool(checkout.id),
          other.readSession(checkout.id),
        ]).flat(),
      ),
    );
    const allowed = 1 + Math.floor((at.running.now() - began) / INTERVAL_MS);
    assert.ok(calls >= 1 && calls <= allowed, `${calls} calls, ${allowed} allowed`);
  });

  it('asks the shop for no payment once the checkout is canceled or over', async () => {
    const canceled = await opened();
    assert.equal((await agent.post(`/checkout-sessions/${canceled.id}/cancel`, {})).status, 200);
    assert.equal(await callsFor(() => read(canceled)), 0);
    const over = await opened();
    at.running.advance(7 * 60 * 60_000);
    assert.equal(await callsFor(() => read(over)), 0);
  });

  for (const fault of [
    { kind: 'down' },
    { kind: 'server_error' },
    { kind: 'malformed' },
    { kind: 'slow', delayMs: 4_000 },
  ] as const)
    it(`answers the stored checkout while the shop is out, and finds the payment later: ${fault.kind}`, async () => {
      const checkout = await paid();
      shop().inject(fault);
      assert.equal((await at.agent.readSession(checkout.id)).body.order, undefined);
      assert.equal((await read(checkout)).status, 'requires_escalation');
      shop().clearFaults();
      at.running.advance(INTERVAL_MS + 1_000);
      // An open circuit is tried again after five seconds.
      assert.equal((await read(checkout)).status, 'completed');
    });

  it('records the payment of a checkout that an agent has only claimed to be paid', async () => {
    const checkout = await opened();
    assert.equal((await at.agent.complete(checkout.id)).body.payment, 'claimed');
    assert.equal((await read(checkout)).status, 'complete_in_progress');
    await pay({ continue_url: checkout.continue_url ?? '' });
    at.running.advance(INTERVAL_MS);
    assert.equal((await read(checkout)).status, 'completed');
  });
});
