import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyDatabase } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { seeded, seedOf } from '../../../testing/seeded.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';
import { openParityWorld } from './parity-world.ts';

/** Seconds for each platform at most; a shop that has changed and been compared this often ends it. */
const SECONDS = Number(process.env.PARITY_SECONDS ?? 50) / PLATFORMS.length;
const MAX_CHANGES = 100_000 / PLATFORMS.length;
const MAX_COMPARISONS = 1_000_000 / PLATFORMS.length;
const CHANGES_A_ROUND = 120;
const FRESHNESS = [600, 60, 0, null];

describe('surfaces of a store in a long run', () => {
  const seed = seedOf('PARITY_SEED');
  const running = forSuite(() => startTestService({ database: anyDatabase }));

  for (const platform of PLATFORMS) {
    const world = forSuite(() => openParityWorld(running, `demo-${platform}`, seeded(seed)));
    const chance = seeded(seed).fork(1);

    async function compareRound(round: number): Promise<number> {
      const place = round % FRESHNESS.length;
      // Feeds are young behind an import.
      await (place === 0 ? world.importAll() : running.settle());
      await world.setFreshness(FRESHNESS[place] ?? null);
      for (let change = 0; change < CHANGES_A_ROUND; change += 1) world.change();
      running.advance(chance.whole(1, 90) * 1_000);
      const { faults, count } = await world.compare(world.surfaces, world.sample(5));
      assert.deepEqual(faults, [], `PARITY_SEED=${seed}, round ${round}`);
      return count;
    }

    const timeout = (SECONDS + 120) * 1_000;
    it(`show what a ${platform} shop sold within the age that they state`, { timeout }, async (test) => {
      const endsAt = performance.now() + SECONDS * 1_000;
      let [changes, comparisons] = [0, 0];
      const isWhole = () => changes >= MAX_CHANGES && comparisons >= MAX_COMPARISONS;
      for (let round = 0; performance.now() < endsAt && !isWhole(); round += 1) {
        comparisons += await compareRound(round);
        changes += CHANGES_A_ROUND;
      }
      test.diagnostic(`${changes} changes, ${comparisons} comparisons, PARITY_SEED=${seed}`);
      assert.ok(comparisons > 1_000, `${comparisons} comparisons`);
    });
  }
});
