import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { agentOf, bodyOf, findVariant } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { findWorkers, waitUntil } from './find-workers.ts';
import { type Served, startServed } from './served.ts';
import { startTraffic } from './traffic.ts';

let served: Served | undefined;
afterEach(async () => {
  await served?.kill();
  served = undefined;
});

/** Demo shops cost a start more than the service itself. */
const WITHOUT_SHOPS = { SANDBOX: 'off' };

const PROCESSES = [
  ['one process', []],
  ['two workers', ['--workers', '2']],
] as const;

describe('connections to workers that end', () => {
  const startThree = async () =>
    startServed({
      databaseUrl: await anyDatabase.migrated(),
      args: ['--workers', '3'],
      settings: WITHOUT_SHOPS,
    });
  const findThreeWorkers = (running: Served) =>
    waitUntil(
      () => findWorkers(running),
      (pids) => pids.length === 3,
    );
  const moreAnswers = (traffic: ReturnType<typeof startTraffic>, count: number) => {
    const before = traffic.answered();
    return waitUntil(
      async () => traffic.answered(),
      (answered) => answered > before + count,
    );
  };

  it('answers or closes every connection to a worker that is killed', async () => {
    const running = await startThree();
    served = running;
    const traffic = startTraffic(`${running.baseUrl}/healthz`, 40);
    for (let kill = 0; kill < 4; kill += 1) {
      // The oldest one serves; the others may still start.
      const [oldest = assert.fail()] = await findThreeWorkers(running);
      traffic.press();
      await moreAnswers(traffic, 200);
      process.kill(oldest, 'SIGKILL');
      await moreAnswers(traffic, 100);
      traffic.ease();
    }
    const { answered, failed, open } = await traffic.stop(20_000);
    assert.equal(open, 0, `of ${answered} answered, ${JSON.stringify(failed)} failed`);
  });

  it('answers or closes every connection when a worker is stopped and replaced, then when the service stops', async () => {
    const running = await startThree();
    served = running;
    const few = startTraffic(`${running.baseUrl}/healthz`, 10);
    const [stopped = assert.fail(), ...others] = await findWorkers(running);
    process.kill(stopped, 'SIGTERM');
    await moreAnswers(few, 200);
    few.ease();
    const after = await waitUntil(
      () => findWorkers(running),
      (pids) => pids.length === 3 && !pids.includes(stopped),
    );
    const { open, failed } = await few.stop(20_000);
    assert.deepEqual([open, failed.ECONNREFUSED], [0, undefined]);
    const goOn = others.every((pid) => after.includes(pid));
    assert.ok(goOn, 'the other two go on');
    assert.match(
      running.said(),
      new RegExp(`"level":30,[^\\n]*"worker":${stopped},"msg":"A worker was stopped`),
    );

    const many = startTraffic(`${running.baseUrl}/healthz`, 40);
    await moreAnswers(many, 500);
    running.signal('SIGTERM');
    assert.equal(await running.ended, 0);
    const outcomes = await many.stop(20_000);
    assert.equal(outcomes.open, 0);
    // A listener that closes without draining its backlog resets every client.
    assert.ok((outcomes.failed.ECONNRESET ?? 0) <= 8, JSON.stringify(outcomes.failed));
  });
});

for (const [title, args] of PROCESSES)
  describe(`a service of ${title} that is being stopped`, () => {
    it('finishes running requests, accepts no new ones, and exits with 0', async () => {
      const databaseUrl = await anyDatabase.migrated();
      const running = await startServed({ databaseUrl, args: [...args] });
      served = running;
      const agent = agentOf(running.baseUrl, 'demo-woocommerce');
      const mug = await findVariant(agent, 'mug');
      const shop = shopOf(running, 'demo-woocommerce');
      await inShop(shop, 'POST', '/faults', { kind: 'slow', times: 1, delayMs: 1_500 });
      await inShop(shop, 'DELETE', '/calls');

      const underWay = agent.createSession([mug.id]);
      await waitUntil(
        () => inShop<{ calls: object }>(shop, 'GET', '/calls'),
        ({ calls }) => JSON.stringify(calls).includes('cart/create'),
      );
      running.signal('SIGTERM');
      const refused = await waitUntil(
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
        databaseUrl: await anyDatabase.migrated(),
        args: [...args],
        settings: WITHOUT_SHOPS,
      });
      served = first;
      const second = startServed({
        databaseUrl: await anyDatabase.migrated(),
        args: ['--workers', '2'],
        settings: WITHOUT_SHOPS,
        port: first.port,
      });
      await assert.rejects(second, new RegExp(`Port ${first.port} is taken`));
    });

  it('serves through the primary process where the kernel shares no ports', async () => {
    const running = await startServed({
      databaseUrl: await anyDatabase.migrated(),
      args: ['--workers', '2'],
      settings: { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'no-shared-ports.ts')}` },
    });
    served = running;
    assert.equal((await findWorkers(running)).length, 2);
    const agent = agentOf(running.baseUrl, 'demo-shopify');
    for (let time = 0; time < 4; time += 1) assert.equal((await agent.get('')).status, 200);
  });
});

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
