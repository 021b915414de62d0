import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databases } from '../../../testing/databases.ts';
import { type Chance, seeded, seedOf } from '../../../testing/seeded.ts';
import { PLATFORMS, startTestService, type TestService } from '../../../testing/test-service.ts';
import { openParityWorld, type ParityWorld, PURCHASES } from './parity-world.ts';

/** At both shops on both databases together. */
const CHANGES = Number(process.env.PARITY_CHANGES ?? 12_000);
const CHANGES_OF_ROUND = 50;
const PRODUCTS_OF_ROUND = 12;
/** The shop changes this often while the surfaces are read. */
const CHANGE_INTERVAL_MS = 20;
const LONG = { timeout: 3_600_000 };
const FRESHNESS = [null, 0, 60, 3_600];

describe('surfaces of a store under many random changes', LONG, () => {
  const seed = seedOf('PARITY_SEED');

  for (const database of databases)
    for (const platform of PLATFORMS)
      it(`show nothing older than they state (${platform}, ${database.name})`, LONG, async (t) => {
        await using running = await startTestService({ database });
        const chance = seeded(seed).fork(1);
        const world = await openParityWorld(running, `demo-${platform}`, seeded(seed));
        await running.settle();
        const rounds = Math.ceil(CHANGES / 4 / CHANGES_OF_ROUND);
        let [changes, values] = [0, 0];
        for (let round = 0; round < rounds; round += 1) {
          await world.setFreshness(FRESHNESS[chance.whole(0, 3)] ?? null);
          const result = await playRound({ running, world, chance, isBuying: round % 10 === 0 });
          assert.deepEqual(result.faults, [], `PARITY_SEED=${seed}, after ${changes} changes`);
          changes += result.changes;
          values += result.count;
        }
        t.diagnostic(`${changes} changes, ${values} values compared, none older than stated`);
      });
});

interface Round {
  running: TestService;
  world: ParityWorld;
  chance: Chance;
  isBuying: boolean;
}

/** Lets the shop change before and while the surfaces are read. */
async function playRound({ running, world, chance, isBuying }: Round) {
  let changes = 0;
  const change = () => {
    world.change();
    changes += 1;
  };
  while (changes < CHANGES_OF_ROUND) change();
  if (chance.next() < 0.3) await running.settle();
  running.advance(chance.whole(0, 120_000));
  const timer = setInterval(change, CHANGE_INTERVAL_MS);
  try {
    const surfaces = world.surfaces.filter(({ name }) => isBuying || !PURCHASES.includes(name));
    return { ...(await world.compare(surfaces, world.sample(PRODUCTS_OF_ROUND))), changes };
  } finally {
    clearInterval(timer);
  }
}
