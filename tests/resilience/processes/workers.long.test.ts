import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agentOf, findVariant, type Session } from '../../../testing/agent.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { freePort } from '../../../testing/free-port.ts';
import { ask, type Reply } from './ask.ts';
import { findWorkers, waitUntil } from './find-workers.ts';
import { startServed } from './served.ts';

/** Starts a service, and returns it with the first answers to searches at its demo stores. */
async function startAndSearch({ fresh }: TestDatabase, args: string[]) {
  const port = await freePort();
  const starting = startServed({ databaseUrl: await fresh(), args, port });
  const firstAnswer = (slug: string) =>
    waitUntil(
      () => ask({ method: 'GET', url: `http://127.0.0.1:${port}/api/ucp/${slug}/catalog/search?q=mug` }),
      (answer) => answer !== undefined,
    );
  const answers = await Promise.all(['demo-shopify', 'demo-woocommerce'].map(firstAnswer));
  return { served: await starting, answers };
}

function assertServed(answers: readonly (Reply | undefined)[]): void {
  const statuses = answers.map((answer) => answer?.status);
  assert.deepEqual(statuses, [200, 200], JSON.stringify(answers));
}

onEveryDatabase('serve', (database) => {
  it('answers the first searches with what the demo shops sell', async (t) => {
    const { served, answers } = await startAndSearch(database, []);
    t.after(() => served.kill());
    assertServed(answers);
  });
});

onEveryDatabase('serve --workers 2', (database) => {
  const started = forSuite(async () => {
    const running = await startAndSearch(database, ['--workers', '2']);
    return { ...running, close: () => running.served.kill() };
  });

  it('answers the first searches with what the demo shops sell', () => assertServed(started.answers));

  it('shows reads every change that was answered before they were sent', async () => {
    const agent = agentOf(started.served.baseUrl, 'demo-shopify');
    const { id: mug } = await findVariant(agent, 'mug');
    const { id } = (await agent.createSession([mug])).body;
    const url = `${agent.address}/checkout-sessions/${id}`;
    /** Quantities in the sequence in which they were sent; those before `answered` are answered. */
    const numbers = [1];
    let answered = 1;
    let reads = 0;
    const read = async () => {
      const from = answered - 1;
      const reply = await ask({ method: 'GET', url });
      assert.equal(reply?.status, 200);
      const quantity = (reply.body as Session).line_items[0]?.quantity;
      assert.ok(
        numbers.slice(from).includes(quantity ?? 0),
        `${quantity} is older than ${numbers.slice(from)}`,
      );
      reads += 1;
    };
    const readers = Array.from({ length: 6 }, async () => {
      while (answered < 60) await read();
    });
    const write = async () => {
      for (let change = 1; change < 60; change += 1) {
        numbers.push((change % 7) + 1);
        assert.equal((await agent.replaceLines(id, [[mug, (change % 7) + 1]])).status, 200);
        answered += 1;
      }
    };
    await Promise.all([write(), ...readers]);
    assert.ok(reads > 60, `only ${reads} reads`);
  });

  it('serves with two processes, replaces a killed one, and leaves none behind when the primary is killed', async () => {
    const { served } = started;
    const before = await findWorkers(served);
    assert.equal(before.length, 2);

    process.kill(before[0] ?? assert.fail(), 'SIGKILL');
    const after = await waitUntil(
      () => findWorkers(served),
      (pids) => pids.length === 2 && !pids.includes(before[0] ?? 0),
    );
    assert.ok(after.includes(before[1] ?? 0), 'the other one lives on');
    assert.match(served.said(), /"worker":\d+,"how":"SIGKILL","msg":"A worker died\./);

    const agent = agentOf(served.baseUrl, 'demo-woocommerce');
    const mug = await findVariant(agent, 'mug');
    assert.equal((await agent.createSession([mug.id])).status, 201);

    await served.kill();
    await waitUntil(
      async () => after.filter(isAlive),
      (alive) => alive.length === 0,
    );
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
