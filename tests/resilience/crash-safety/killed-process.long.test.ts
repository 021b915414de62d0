import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Agent, agentOf, bodyOf, findVariant, type Session } from '../../../testing/agent.ts';
import { startEventReceiver } from '../../../testing/event-receiver.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { freePort } from '../../../testing/free-port.ts';
import { signUp } from '../../../testing/merchant.ts';
import { SECRET_KEY, startTestService } from '../../../testing/test-service.ts';

const HOUR_MS = 3_600_000;

onEveryDatabase('a process that is killed', (database) => {
  describe('killed with kill -9 under load', () => {
    const started: ChildProcess[] = [];
    after(() => {
      for (const child of started) child.kill('SIGKILL');
    });

    it('loses no acknowledged session', async () => {
      const databaseUrl = await database.fresh();
      const port = await freePort();
      const first = await serve(databaseUrl, port, started);
      const agent = agentOf(`http://127.0.0.1:${port}`, 'demo-shopify');
      const lamp = await findVariant(agent, 'lamp');

      const acknowledged = new Map<string, Session>();
      const buyers = Array.from({ length: 8 }, () =>
        buyUntilGone(agent, lamp.id, (key, session) => {
          acknowledged.set(key, session);
          if (acknowledged.size === 100) first.kill('SIGKILL');
        }),
      );
      await Promise.all(buyers);
      assert.ok(acknowledged.size >= 100);

      await serve(databaseUrl, port, started);
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
    const started: ChildProcess[] = [];
    const running = forSuite(() => startTestService({ database }));
    const receiver = forSuite(() => startEventReceiver());
    before(async () => {
      const merchant = await signUp(running);
      const endpoint = { url: receiver.url, event_types: ['session.created'] };
      bodyOf(201, await merchant.post('/stores/demo-shopify/event-endpoints', endpoint));
    });
    after(async () => {
      for (const child of started) child.kill('SIGKILL');
    });

    const startProcess = async () => {
      const port = await freePort();
      const process = await serve(running.databaseUrl, port, started, { SANDBOX: 'off' });
      return { process, agent: agentOf(`http://127.0.0.1:${port}`, 'demo-shopify') };
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
      process.kill('SIGKILL');
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
      process.kill('SIGKILL');
      await takeOver();
      const [first, repeated, ...more] = idsOf(session);
      assert.ok(first);
      assert.deepEqual([repeated, more], [first, []]);
      await takeOver();
      assert.equal(idsOf(session).length, 2, 'once marked, it is not sent again');
    });
  });
});

/** Creates sessions in sequence until the service is gone. */
async function buyUntilGone(
  agent: Agent,
  variantId: string,
  acknowledge: (key: string, session: Session) => void,
): Promise<void> {
  for (;;) {
    const key = randomUUID();
    const answer = await agent
      .createSession([variantId], {}, { 'idempotency-key': key })
      .catch(() => undefined);
    if (!answer) return;
    assert.equal(answer.status, 201);
    acknowledge(key, answer.body);
  }
}

/** Starts the service as an operator does, and waits until it answers. */
async function serve(
  databaseUrl: string,
  port: number,
  started: ChildProcess[],
  settings: Record<string, string> = {},
): Promise<ChildProcess> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SECRET_KEY,
    NODE_ENV: 'development',
    RATE_LIMIT: 'off',
    ...settings,
  };
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes('is ready on')) {
      child.stdout.resume();
      return child;
    }
  }
  return assert.fail(`the service did not start: ${output}`);
}
