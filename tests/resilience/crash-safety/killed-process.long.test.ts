import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type Agent, agentOf, bodyOf, findVariant, type Session } from '../../../testing/agent.ts';
import { startEventReceiver } from '../../../testing/event-receiver.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { freePort } from '../../../testing/free-port.ts';
import { signUp } from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { type Served, startServed } from '../processes/served.ts';

const HOUR_MS = 3_600_000;

onEveryDatabase('a process that is killed', (database) => {
  describe('killed with kill -9 under load', () => {
    const started: Served[] = [];
    after(() => Promise.all(started.map((served) => served.kill())));

    it('loses no acknowledged session', async () => {
      const databaseUrl = await database.fresh();
      const port = await freePort();
      const serve = async () => {
        const served = await startServed({ databaseUrl, port });
        started.push(served);
        return served;
      };
      const first = await serve();
      const agent = agentOf(first.baseUrl, 'demo-shopify');
      const lamp = await findVariant(agent, 'lamp');

      const acknowledged = new Map<string, Session>();
      const buyers = Array.from({ length: 8 }, () =>
        buyUntilGone(agent, lamp.id, (key, session) => {
          acknowledged.set(key, session);
          if (acknowledged.size === 100) first.signal('SIGKILL');
        }),
      );
      const errors = await Promise.all(buyers);
      const why = () => `gone after ${acknowledged.size}: ${first.said()}${inspect(errors)}`;
      assert.ok(acknowledged.size >= 100, why());

      await serve();
      for (const [key, session] of acknowledged) {
        // Demo shops may listen on other ports now, which changes the policy links.
        const { body } = await agent.readSession(session.id);
        assert.deepEqual({ ...body, links: [] }, { ...session, links: [] });
        const replay = bodyOf(200, await agent.createSession([lamp.id], {}, { 'idempotency-key': key }));
        assert.equal(replay.id, session.id);
      }
    });
  });

  describe('killed while events wait or are sent', () => {
    const started: Served[] = [];
    const running = forSuite(() => startTestService({ database }));
    const receiver = forSuite(() => startEventReceiver());
    before(async () => {
      const merchant = await signUp(running);
      const endpoint = { url: receiver.url, event_types: ['session.created'] };
      bodyOf(201, await merchant.post('/stores/demo-shopify/event-endpoints', endpoint));
    });
    after(() => Promise.all(started.map((served) => served.kill())));

    const startProcess = async () => {
      const process = await startServed({ databaseUrl: running.databaseUrl, settings: { SANDBOX: 'off' } });
      started.push(process);
      return { process, agent: agentOf(process.baseUrl, 'demo-shopify') };
    };
    const createSession = async (agent: Agent) => {
      const body = bodyOf(201, await agent.createSession([(await findVariant(agent, 'lamp')).id]));
      return body.id;
    };
    /** Another process takes over when the lease of the killed one has expired. */
    const takeOver = async () => {
      receiver.usual = () => 204;
      running.advance(HOUR_MS);
      await running.settle();
    };
    const idsOf = (session: string) =>
      receiver.arrived.filter(({ body }) => body.data.session.id === session).map(({ id }) => id);

    it('loses no event of a committed change that it had not begun to send', async () => {
      const { process, agent } = await startProcess();
      // After a failure nothing is sent for seconds.
      receiver.usual = () => 503;
      const first = await createSession(agent);
      while (receiver.arrived.length === 0) await nextTurn();
      const waiting = [await createSession(agent), await createSession(agent), await createSession(agent)];
      process.signal('SIGKILL');
      assert.deepEqual(waiting.flatMap(idsOf), [], 'none of them was sent before');
      await takeOver();
      for (const session of waiting) assert.equal(idsOf(session).length, 1, session);
      const [attempt, repeated] = idsOf(first);
      assert.equal(repeated, attempt, 'a repeated event keeps its id');
      const ids = new Set([first, ...waiting].map((session) => idsOf(session).at(-1)));
      assert.equal(ids.size, 4);
    });

    it('repeats an event under the same id that it had sent, but not marked', async () => {
      const { process, agent } = await startProcess();
      const before = receiver.arrived.length;
      receiver.answers = ['hang'];
      const session = await createSession(agent);
      while (receiver.arrived.length === before) await nextTurn();
      process.signal('SIGKILL');
      await takeOver();
      const [first, repeated, ...more] = idsOf(session);
      assert.ok(first);
      assert.deepEqual([repeated, more], [first, []]);
      await takeOver();
      assert.equal(idsOf(session).length, 2, 'once marked, it is not sent again');
    });
  });
});

/** Creates sessions in sequence until the service is gone. Returns the error that showed it. */
async function buyUntilGone(
  agent: Agent,
  variantId: string,
  acknowledge: (key: string, session: Session) => void,
): Promise<Error> {
  for (;;) {
    const key = randomUUID();
    const answer = await agent
      .createSession([variantId], {}, { 'idempotency-key': key })
      .catch((error: unknown) => error as Error);
    if (answer instanceof Error) return answer;
    assert.equal(answer.status, 201);
    acknowledge(key, answer.body);
  }
}
