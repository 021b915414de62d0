import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { type Agent, agentOf, findVariant, type Session } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { freePort } from '../../../testing/free-port.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';

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
        const replay = await agent.createSession([lamp.id], {}, { 'idempotency-key': key });
        assert.equal(replay.status, 200);
        assert.equal(replay.body.id, session.id);
      }
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
async function serve(databaseUrl: string, port: number, started: ChildProcess[]): Promise<ChildProcess> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SECRET_KEY,
    NODE_ENV: 'development',
    RATE_LIMIT: 'off',
  };
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (said.includes('is ready on')) {
      child.stdout.resume();
      return child;
    }
  }
  return assert.fail(`the service did not start: ${said}`);
}
