import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { agentOf, bodyOf, findVariant, pay } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { type Experience, percentile, shopHonestly } from './honest-traffic.ts';
import { eventually, startWorld, type World } from './world.ts';

/** Set by `npm run hostile`: beside other suites the measurements would mean little. The ratio is that of each attack alone. */
const SECONDS = Number(process.env.HOSTILE_SECONDS ?? 0);
const MAX_RATIO = Number(process.env.HOSTILE_MAX_RATIO ?? Number.POSITIVE_INFINITY);
const SKIPPED = 'it needs the machine for itself: npm run hostile plays it';
/** A pod's limit in deploy/kubernetes (docs/security.md). */
const MAX_MEMORY_MB = 768;
/** Far above honest latencies, far below the minutes of a blocked service. */
const MAX_WAIT_MS = 15_000;
/** Interval of honest requests where each attacks alone. */
const ALONE_INTERVAL_MS = 25;
/**
 * Seconds of calm, seconds of each attack alone, and the rest between two. Latencies under a limit need many requests, none of which
 * still waits for the attack before; without a limit every request must only be answered.
 */
const TIMES = Number.isFinite(MAX_RATIO)
  ? { calm: Math.max(15, SECONDS / 3), alone: SECONDS / 12, restMs: 2_000 }
  : { calm: SECONDS / 6, alone: SECONDS / 20, restMs: 0 };
const TIMEOUT_MS = (SECONDS * 4 + 240) * 1_000;

const run = promisify(execFile);

for (const database of databases)
  describe(`a hostile shop, agent platform, name server and neighbor at once (${database.name})`, {
    skip: SECONDS === 0 && SKIPPED,
  }, () => {
    let world: World;
    let calm: Experience;
    before(
      async () => {
        world = await startWorld(database);
        const slugs = world.honest.map(({ slug }) => slug);
        calm = await shopHonestly(world.served.baseUrl, slugs, TIMES.calm, ALONE_INTERVAL_MS);
        assert.deepEqual(counted(calm.disappointments), {});
      },
      { timeout: TIMEOUT_MS },
    );
    after(() => world?.close());

    it('slow honest agents little where each attacks alone', { timeout: TIMEOUT_MS }, async (test) => {
      const { served, honest, attacks } = world;
      const slugs = honest.map(({ slug }) => slug);
      const slow: string[] = [];
      for (const name of attacks) {
        world.attack([name]);
        const attacked = await shopHonestly(served.baseUrl, slugs, TIMES.alone, ALONE_INTERVAL_MS);
        world.rest();
        test.diagnostic(`${name}: ${latencies(calm, attacked)}`);
        assert.deepEqual(counted(attacked.disappointments), {}, name);
        if (slowdown(calm, attacked) > MAX_RATIO) slow.push(name);
        await wait(TIMES.restMs);
      }
      assert.deepEqual(slow, [], `the p99 of honest agents is more than ${MAX_RATIO} times the calm one`);
    });

    it('leave honest agents answers, the process memory and honest stores their jobs', {
      timeout: TIMEOUT_MS,
    }, async (test) => {
      const { served, honest } = world;
      const slugs = honest.map(({ slug }) => slug);
      const watch = watchMemory(served.pid);
      world.attack(world.attacks);
      const hostile = await shopHonestly(served.baseUrl, slugs, SECONDS);
      await newsArrives(world);
      await buyOnce(world);
      const memoryMb = await watch.stop();
      report(test, { calm, hostile, memoryMb, attacks: await world.answersToAttacks() });

      assert.deepEqual(counted(hostile.disappointments), {});
      assert.ok(Math.max(...hostile.latenciesMs) < MAX_WAIT_MS, 'no honest agent is left waiting');
      assert.ok(memoryMb < MAX_MEMORY_MB, `${memoryMb} MB are more than ${MAX_MEMORY_MB}`);
      assert.ok(isAlive(served.pid), 'it is the process that was started');
    });
  });

/** Applies a change of an honest shop during the attack. */
async function newsArrives(world: World): Promise<void> {
  for (const { shop } of world.honest) {
    const [product] = shop.control.products;
    shop.control.touchProduct(product?.id ?? assert.fail('the shop has goods'));
    await shop.control.webhooksSettled();
  }
  await eventually(60_000, async () => (await world.honestJobs()) === 0);
}

async function buyOnce({ served, honest }: World): Promise<void> {
  for (const { slug } of honest) {
    const agent = agentOf(served.baseUrl, slug, { 'x-forwarded-for': '198.51.100.250' });
    const created = bodyOf(201, await agent.createSession([(await findVariant(agent, 'mug')).id]));
    await pay(created);
    assert.equal((await agent.complete(created.id)).body.payment, 'verified');
  }
}

function watchMemory(pid: number) {
  let peak = 0;
  const look = async () => {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    peak = Math.max(peak, Number(stdout) / 1024);
  };
  const timer = setInterval(() => void look().catch(() => undefined), 500);
  return {
    async stop(): Promise<number> {
      clearInterval(timer);
      await look();
      return Math.round(peak);
    },
  };
}

function counted(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

function isAlive(pid: number): boolean {
  return process.kill(pid, 0);
}

interface Measured {
  calm: Experience;
  hostile: Experience;
  memoryMb: number;
  attacks: Record<string, Record<string, number>>;
}

function report(test: TestContext, { calm, hostile, memoryMb, attacks }: Measured): void {
  test.diagnostic(latencies(calm, hostile));
  test.diagnostic(`memory of the process: ${memoryMb} MB at most`);
  for (const [name, answers] of Object.entries(attacks))
    test.diagnostic(`${name}: ${JSON.stringify(answers)}`);
}

function latencies(calm: Experience, attacked: Experience): string {
  const of = ({ latenciesMs }: Experience) =>
    [0.5, 0.99, 1].map((share) => Math.round(percentile(latenciesMs, share))).join(' / ');
  const ratio = slowdown(calm, attacked).toFixed(1);
  return `honest p50 / p99 / max in ms: calm ${of(calm)}, attacked ${of(attacked)}; p99 × ${ratio}`;
}

/** How many times the p99 of a calm service honest agents wait. */
function slowdown(calm: Experience, attacked: Experience): number {
  return percentile(attacked.latenciesMs, 0.99) / percentile(calm.latenciesMs, 0.99);
}
