import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import type { JobKind, RunningJob } from '../../../src/jobs/job-kind.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forEachTest } from '../../../testing/for-suite.ts';
import { type TasksAtHand, tasksAtHand } from './test-jobs.ts';

const SECOND_MS = 1_000;
/** Sorts before the organization of any other store: a lane that does not rotate begins with it. */
const ORGANIZATION = '00000000-0000-0000-0000-000000000000';

interface Flood {
  lane: string;
  kind: Omit<JobKind, 'run'>;
  /** Jobs that run at once in one process. */
  places: number;
  stores: number;
  jobsOfStore: number;
  jobMs: number;
}

const FLOODS: Flood[] = [
  { lane: 'urgent jobs', kind: {}, places: 2, stores: 4, jobsOfStore: 400, jobMs: 9 * SECOND_MS },
  {
    lane: 'deliveries of events',
    kind: { lane: 'delivering' },
    places: 4,
    stores: 6,
    jobsOfStore: 5,
    jobMs: 19 * SECOND_MS,
  },
  { lane: 'imports', kind: { lane: 'long' }, places: 1, stores: 30, jobsOfStore: 1, jobMs: 15 * SECOND_MS },
  {
    lane: 'probes',
    kind: { lane: 'probing' },
    places: 16,
    stores: 200,
    jobsOfStore: 1,
    jobMs: 9 * SECOND_MS,
  },
  {
    lane: 'recurring jobs',
    kind: { lane: 'recurring' },
    places: 2,
    stores: 200,
    jobsOfStore: 1,
    jobMs: 9 * SECOND_MS,
  },
];

onEveryDatabase('a lane that one organization with slow shops floods', (database) => {
  const hand = forEachTest(async () => tasksAtHand(await database.migrated()));

  for (const flood of FLOODS) {
    const { lane, places, stores, jobsOfStore, jobMs } = flood;

    it(`begins the job of another store within two of the flood: ${lane}`, async (t) => {
      await fill(hand, flood);
      const shop = slowShop(hand);
      const runner = hand.runner({ slow: { ...flood.kind, run: shop.run } }, shop.options);
      runner.start();
      await shop.begin(places, runner.wake);
      hand.advance(SECOND_MS);
      await hand.jobs.enqueue({ storeId: hand.storeId, kind: 'slow' }, hand.at());

      const before = await shop.answerUntil(hand.storeId, jobMs);
      t.diagnostic(`${before} of ${stores * jobsOfStore} jobs of the flood began before it`);
      assert.ok(before <= 2, `${before} jobs of the flood began before it`);
      shop.answerAll();
    });
  }

  it('uses all places while no other organization has due work', async () => {
    await fill(hand, { stores: 4, jobsOfStore: 5 });
    const shop = slowShop(hand);
    const runner = hand.runner({ slow: { run: shop.run } });
    runner.start();
    await shop.begin(2, runner.wake);
    assert.equal(new Set(shop.running.map(({ storeId }) => storeId)).size, 2);
    shop.answerAll();
  });
});

type FilledStores = Pick<Flood, 'stores' | 'jobsOfStore'>;

async function fill(hand: TasksAtHand, { stores, jobsOfStore }: FilledStores): Promise<void> {
  for (let store = 0; store < stores; store += 1) {
    const storeId = await hand.addStore(ORGANIZATION);
    const subjects = Array.from({ length: jobsOfStore }, (_, index) => String(index));
    const jobs = subjects.map((subject) => ({ storeId, kind: 'slow', subject }));
    await hand.jobs.enqueueAll(jobs, hand.at());
  }
}

/** Shops whose answers a test releases one by one, the oldest first. */
function slowShop(hand: TasksAtHand) {
  const running: { storeId: string; answer: () => void }[] = [];
  let isOpen = false;
  let begun = Promise.withResolvers<RunningJob>();

  async function nextBegin(wake: () => void = () => undefined): Promise<RunningJob> {
    const next = begun.promise;
    wake();
    return next;
  }

  return {
    running,
    options: { rest: async () => undefined, newId: randomUUID },
    async run(job: RunningJob): Promise<undefined> {
      if (isOpen) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      running.push({ storeId: job.storeId, answer: resolve });
      begun.resolve(job);
      begun = Promise.withResolvers();
      await promise;
      return undefined;
    },
    async begin(count: number, wake: () => void): Promise<void> {
      while (running.length < count) await nextBegin(wake);
    },
    /** Answers after `jobMs` each until the store's job begins, and counts the others that begin meanwhile. */
    async answerUntil(storeId: string, jobMs: number): Promise<number> {
      for (let others = 0; ; others += 1) {
        hand.advance(jobMs);
        const next = nextBegin();
        running.shift()?.answer();
        if ((await next).storeId === storeId) return others;
      }
    },
    answerAll(): void {
      isOpen = true;
      for (const { answer } of running) answer();
    },
  };
}
