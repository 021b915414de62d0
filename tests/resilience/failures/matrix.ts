import { after, before, beforeEach, describe, it } from 'node:test';
import { type Agent, agentOf } from '../../../testing/agent.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { signUp } from '../../../testing/merchant.ts';
import { PLATFORMS, startTestService, type TestService } from '../../../testing/test-service.ts';
import { befalls, type Suffered, saysOf } from './faults.ts';
import type { Attempt } from './operation.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from './operations.ts';
import { assertGoodDay, openPlaces, type Place, type Platform } from './place.ts';
import { doneByItself } from './recovers-by-itself.ts';
import { live } from './run-cell.ts';

type Shard = { day: Suffered; platform: Platform; names: OperationName[] };

/** Number of shops that share a slow fault; each runs its cells in sequence. */
const SHARED_BY: Partial<Record<Suffered, number>> = {
  slow: 4,
  slow_write: 4,
  throttled: 5,
  throttled_once: 4,
};

function shardsOf(days: readonly Suffered[]): Shard[] {
  return days.flatMap((day) => {
    const shops = SHARED_BY[day] ?? 1;
    return PLATFORMS.filter((platform) => befalls(day, platform)).flatMap((platform) =>
      Array.from({ length: shops }, (_, index) => ({
        day,
        platform,
        names: OPERATION_NAMES.filter((_name, place) => place % shops === index),
      })),
    );
  });
}

/** Runs every operation under each fault on each store platform, concurrently at different shops. */
export function matrix(
  database: TestDatabase,
  days: readonly Suffered[],
  settings: Record<string, string> = {},
): void {
  const shared: { running?: TestService; nearby?: () => Promise<void> } = {};
  const places = new Map<Shard, Place>();
  const shards = shardsOf(days);
  const attempts: Attempt[] = [];

  beforeEach(expectFailingJobs);
  before(async () => {
    const running = await startTestService({ database, settings });
    const merchant = await signUp(running);
    shared.running = running;
    const opened = await openPlaces(
      running,
      merchant,
      shards.map(({ platform }) => platform),
    );
    for (const [index, shard] of shards.entries()) {
      const place = opened[index];
      if (place) places.set(shard, place);
    }
    shared.nearby = neighbors(PLATFORMS.map((platform) => agentOf(running.baseUrl, `demo-${platform}`)));
  });
  after(async () => {
    await shared.running?.close();
    for (const { shop } of places.values()) await shop.close();
  });

  describe('a shop', { concurrency: shards.length }, () => {
    for (const shard of shards)
      describe(`${shard.platform} ${saysOf(shard.day)}`, { concurrency: 1 }, () => {
        for (const name of shard.names)
          it(OPERATIONS[name].says, async () => {
            const place = places.get(shard);
            if (!place || !shared.nearby) throw new Error('the shop is not open');
            attempts.push(await live(place, name, shard.day, shared.nearby));
          });
      });
  });

  it('completes the background work of a shop once it is back', async () => {
    if (!shared.running) throw new Error('the service is not running');
    const storeIds = [...places.values()].map(({ storeId }) => storeId);
    await doneByItself(shared.running, { storeIds, attempts });
  });
}

/** Runs in sequence. */
function neighbors(agents: readonly Agent[]): () => Promise<void> {
  let turn = 0;
  return async () => {
    turn += 1;
    const agent = agents[turn % agents.length];
    if (agent) await assertGoodDay(agent);
  };
}
