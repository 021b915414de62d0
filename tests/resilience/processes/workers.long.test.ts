import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { agentOf, findVariant, type Session } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { freePort } from '../../../testing/free-port.ts';
import { ask } from './ask.ts';
import { findWorkers, waitUntil } from './find-workers.ts';
import { type Served, startServed } from './served.ts';

let served: Served | undefined;
afterEach(async () => {
  await served?.kill();
  served = undefined;
});

onEveryDatabase('serve --workers 2', (database) => {
  it('serves with two processes, replaces a killed one, and leaves none behind when the primary is killed', async () => {
    const running = await startServed({ databaseUrl: await database.fresh(), args: ['--workers', '2'] });
    served = running;
    const before = await findWorkers(running);
    assert.equal(before.length, 2);

    process.kill(before[0] ?? assert.fail(), 'SIGKILL');
    const after = await waitUntil(
      () => findWorkers(running),
      (pids) => pids.length === 2 && !pids.includes(before[0] ?? 0),
    );
    assert.ok(after.includes(before[1] ?? 0), 'the other one lives on');
    assert.match(running.said(), /"worker":\d+,"how":"SIGKILL","msg":"A worker died\./);

    const agent = agentOf(running.baseUrl, 'demo-woocommerce');
    const mug = await findVariant(agent, 'mug');
    assert.equal((await agent.createSession([mug.id])).status, 201);

    await running.kill();
    await waitUntil(
      async () => after.filter(isAlive),
      (alive) => alive.length === 0,
    );
  });
});

const PROCESSES = [
  ['one process', []],
  ['two workers', ['--workers', '2']],
] as const;

onEveryDatabase('the first answer of a service with demo stores', (database) => {
  for (const [title, args] of PROCESSES)
    it(`answers the first searches with what the demo shops sell, by ${title}`, async () => {
      const port = await freePort();
      const starting = startServed({ databaseUrl: await database.fresh(), args: [...args], port });
      const firstAnswer = (slug: string) =>
        waitUntil(
          () => ask({ method: 'GET', url: `http://127.0.0.1:${port}/api/ucp/${slug}/catalog/search?q=mug` }),
          (answer) => answer !== undefined,
        );
      const answers = await Promise.all(['demo-shopify', 'demo-woocommerce'].map(firstAnswer));
      served = await starting;
      assert.deepEqual(
        answers.map((answer) => answer?.status),
        [200, 200],
        JSON.stringify(answers),
      );
    });
});

onEveryDatabase('reads beside changes on two workers', (database) => {
  it('show every change that was answered before they were sent', async () => {
    const running = await startServed({ databaseUrl: await database.fresh(), args: ['--workers', '2'] });
    served = running;
    const agent = agentOf(running.baseUrl, 'demo-shopify');
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
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
