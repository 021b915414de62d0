import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Agent, agentOf, findVariant } from '../../../testing/agent.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startServed } from '../../resilience/processes/served.ts';
import { ask, startReplicatedPostgres } from './replicated-postgres.ts';
import { silentProxy } from './silent-proxy.ts';

const BUYERS = 12;
const PAUSE_MS = 20;

describe('a PostgreSQL primary that is killed, and its synchronous standby promoted', () => {
  it('loses no session that two workers acknowledged, doubles none, and serves again by itself', async (t) => {
    const postgres = await startReplicatedPostgres();
    t.after(() => postgres.close());
    const address = await silentProxy(postgres.primary);
    t.after(() => address.close());
    const databaseUrl = postgres.urlAt(address.port);
    const served = await startServed({ databaseUrl, args: ['--workers', '2'] });
    t.after(() => served.kill());
    const agent = agentOf(served.baseUrl, 'demo-woocommerce');
    const buying = startBuying(agent, (await findVariant(agent, 'mug')).id);

    await eventually(async () => buying.acknowledged.size >= 200, 'sessions are created');
    await postgres.killPrimary();
    await eventually(async () => buying.refused() >= BUYERS, 'agents are told to come back');
    await postgres.promote();
    address.moveTo(postgres.standby);
    const before = buying.acknowledged.size;
    await eventually(async () => buying.acknowledged.size >= before + 200, 'sessions are created again');
    await buying.stop();

    const { acknowledged } = buying;
    const rows = await ask(postgres.urlAt(postgres.standby), 'select id from checkout_sessions');
    assert.deepEqual(rows.map((row) => row.id).sort(), [...acknowledged.values()].sort());
    for (const [key, id] of [...acknowledged].filter((_, index) => index % 20 === 0)) {
      const replayed = await agent.createSession([buying.item], {}, { 'idempotency-key': key });
      assert.deepEqual([replayed.status, replayed.body.id], [200, id]);
    }
    t.diagnostic(
      `${acknowledged.size} acknowledged, 0 lost; ${buying.refused()} refused, max. gap ${buying.gapMs()} ms`,
    );
  });
});

/** Agents that create a session under each key, and repeat it as Retry-After asks until it is acknowledged. */
function startBuying(agent: Agent, item: string) {
  const acknowledged = new Map<string, string>();
  let refused = 0;
  let isStopping = false;
  let last = performance.now();
  let maxGapMs = 0;

  async function create(key: string): Promise<void> {
    const answer = await agent.createSession([item], {}, { 'idempotency-key': key });
    if (answer.status === 201 || answer.status === 200) {
      maxGapMs = Math.max(maxGapMs, performance.now() - last);
      last = performance.now();
      acknowledged.set(key, answer.body.id);
      return;
    }
    refused += 1;
    assert.equal(answer.status, 503, JSON.stringify(answer.body));
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    await wait(PAUSE_MS);
    return create(key);
  }

  const buyers = Array.from({ length: BUYERS }, async () => {
    while (!isStopping) await create(randomUUID());
  });
  return {
    item,
    acknowledged,
    refused: () => refused,
    gapMs: () => Math.round(maxGapMs),
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all(buyers);
    },
  };
}
