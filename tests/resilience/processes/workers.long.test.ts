import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { agentOf, bodyOf, findVariant, type Session } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { freePort } from '../../../testing/free-port.ts';
import { ask } from './ask.ts';
import { type Served, startServed } from './served.ts';
import { startTraffic } from './traffic.ts';

const run = promisify(execFile);

let served: Served | undefined;
afterEach(async () => {
  await served?.kill();
  served = undefined;
});

onEveryDatabase('serve --workers 2', (database) => {
  it('serves with two processes, replaces a killed one, and leaves none behind when the primary is killed', async () => {
    const running = await startServed({ databaseUrl: await database.fresh(), args: ['--workers', '2'] });
    served = running;
    const before = await workersOf(running);
    assert.equal(before.length, 2);

    process.kill(before[0] ?? assert.fail(), 'SIGKILL');
    const after = await eventually(
      () => workersOf(running),
      (pids) => pids.length === 2 && !pids.includes(before[0] ?? 0),
    );
    assert.ok(after.includes(before[1] ?? 0), 'the other one lives on');
    assert.match(running.said(), /"worker":\d+,"how":"SIGKILL","msg":"A worker died\./);

    const agent = agentOf(running.baseUrl, 'demo-woocommerce');
    const mug = await findVariant(agent, 'mug');
    assert.equal((await agent.createSession([mug.id])).status, 201);

    await running.kill();
    await eventually(
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
        eventually(
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

describe('connections to workers that are killed', () => {
  it('answers or closes every connection to a worker that is killed', async () => {
    const databaseUrl = await anyDatabase.fresh();
    const running = await startServed({ databaseUrl, args: ['--workers', '3'] });
    served = running;
    const traffic = startTraffic(`${running.baseUrl}/healthz`, 40);
    for (let kill = 0; kill < 8; kill += 1) {
      const before = traffic.answered();
      const workers = await eventually(
        () => workersOf(running),
        (pids) => pids.length === 3,
      );
      await eventually(
        async () => traffic.answered(),
        (answered) => answered > before + 200,
      );
      process.kill(workers[kill % 3] ?? assert.fail(), 'SIGKILL');
    }
    const { answered, failed, open } = await traffic.stop(20_000);
    assert.equal(open, 0, `of ${answered} answered, ${JSON.stringify(failed)} failed`);
  });

  it('go on while one worker is stopped, which is replaced and is no error', async () => {
    const databaseUrl = await anyDatabase.fresh();
    const running = await startServed({ databaseUrl, args: ['--workers', '2'] });
    served = running;
    const traffic = startTraffic(`${running.baseUrl}/healthz`, 10);
    const [stopped = assert.fail(), other] = await workersOf(running);
    process.kill(stopped, 'SIGTERM');
    await eventually(
      () => workersOf(running),
      (pids) => pids.length === 2 && !pids.includes(stopped),
    );
    const { open, failed } = await traffic.stop(20_000);
    assert.deepEqual([open, failed.ECONNREFUSED], [0, undefined]);
    assert.ok((await workersOf(running)).includes(other ?? 0), 'the other one goes on');
    assert.match(
      running.said(),
      new RegExp(`"level":30,[^\\n]*"worker":${stopped},"msg":"A worker was stopped`),
    );
  });

  it('answers or closes every connection when the service stops', async () => {
    const databaseUrl = await anyDatabase.fresh();
    const running = await startServed({ databaseUrl, args: ['--workers', '3'] });
    served = running;
    const traffic = startTraffic(`${running.baseUrl}/healthz`, 40);
    await eventually(
      async () => traffic.answered(),
      (answered) => answered > 500,
    );
    running.signal('SIGTERM');
    assert.equal(await running.ended, 0);
    const { open, failed } = await traffic.stop(20_000);
    assert.equal(open, 0);
    // A listener that closes without draining its backlog resets every client.
    assert.ok((failed.ECONNRESET ?? 0) <= 8, JSON.stringify(failed));
  });
});

for (const [title, args] of PROCESSES)
  describe(`a service of ${title} that is being stopped`, () => {
    it('finishes running requests, accepts no new ones, and exits with 0', async () => {
      const databaseUrl = await anyDatabase.fresh();
      const running = await startServed({ databaseUrl, args: [...args] });
      served = running;
      const agent = agentOf(running.baseUrl, 'demo-woocommerce');
      const mug = await findVariant(agent, 'mug');
      const shop = shopOf(running, 'demo-woocommerce');
      await inShop(shop, 'POST', '/faults', { kind: 'slow', times: 1, delayMs: 1_500 });
      await inShop(shop, 'DELETE', '/calls');

      const underWay = agent.createSession([mug.id]);
      await eventually(
        () => inShop<{ calls: object }>(shop, 'GET', '/calls'),
        ({ calls }) => JSON.stringify(calls).includes('cart/create'),
      );
      running.signal('SIGTERM');
      const refused = await eventually(
        () =>
          fetch(`${agent.address}/catalog/search?q=mug`).then(
            ({ status }) => status,
            () => 'refused',
          ),
        (answer) => answer === 'refused' || answer === 503,
      );
      assert.ok(refused);
      assert.equal(bodyOf(201, await underWay).status, 'requires_escalation');
      assert.equal(await running.ended, 0);
    });
  });

describe('serve --workers', () => {
  it('refuses an in-memory database and invalid numbers with a clear error', async () => {
    const memory = await commandLine('sqlite::memory:', ['serve', '--workers', '2']);
    assert.equal(memory.code, 2);
    assert.match(memory.out, /cannot share a database in memory/);
    for (const wrong of ['0', '1.5', 'many', '1000']) {
      const { code, out } = await commandLine('sqlite::memory:', ['serve', '--workers', wrong]);
      assert.equal(code, 2);
      assert.match(out, /must be a whole number from 1 to 64/);
    }
  });

  for (const [holder, args] of [
    ['one process', []],
    ['workers that share it', ['--workers', '2']],
  ] as const)
    it(`says which port is taken by ${holder}`, async () => {
      const first = await startServed({
        databaseUrl: await anyDatabase.fresh(),
        args: [...args],
      });
      served = first;
      const second = startServed({
        databaseUrl: await anyDatabase.fresh(),
        args: ['--workers', '2'],
        port: first.port,
      });
      await assert.rejects(second, new RegExp(`Port ${first.port} is taken`));
    });

  it('serves through the primary process where the kernel shares no ports', async () => {
    const running = await startServed({
      databaseUrl: await anyDatabase.fresh(),
      args: ['--workers', '2'],
      settings: { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'no-shared-ports.ts')}` },
    });
    served = running;
    assert.equal((await workersOf(running)).length, 2);
    const agent = agentOf(running.baseUrl, 'demo-shopify');
    for (let time = 0; time < 4; time += 1) assert.equal((await agent.get('')).status, 200);
  });
});

async function workersOf({ pid }: Served): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Polls until the condition holds; the test's timeout bounds it. */
async function eventually<Value>(
  look: () => Promise<Value>,
  isSo: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await look();
    if (isSo(value)) return value;
    await new Promise(setImmediate);
  }
}

/** Returns the URL of a simulated shop in the start-up output. */
function shopOf(running: Served, store: string): string {
  const [, url] = new RegExp(`"store":"${store}","shop":"(http://[^"]+)"`).exec(running.said()) ?? [];
  return url ?? assert.fail(`the start names ${store}`);
}

async function inShop<Answer>(shop: string, method: string, path: string, body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const answer = await fetch(`${shop}/_sandbox${path}`, init);
  assert.equal(answer.status, 200);
  return (await answer.json()) as Answer;
}
