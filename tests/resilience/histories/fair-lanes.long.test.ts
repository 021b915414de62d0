import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { LeasedJob } from '../../../src/storage/repositories/jobs/job-queue.ts';
import { databases } from '../../../testing/databases.ts';
import { seedOf } from '../../../testing/seeded.ts';
import { type TasksAtHand, tasksAtHand } from '../../integration/jobs/test-jobs.ts';

/** Number of histories on SQLite; a quarter of it on PostgreSQL. */
const RUNS = Number(process.env.MODEL_RUNS ?? 30);
const KINDS = ['refresh', 'tag', 'report'];
const ORGANIZATIONS = 4;
const STORES_OF_EACH = 3;

type Step =
  | { does: 'enqueue'; store: number; kind: string; subjects: number }
  /** A free worker takes a job. */
  | { does: 'begin' }
  /** The oldest running job, or another one, ends. */
  | { does: 'end'; job: number; as: 'done' | 'failed' | 'slice' }
  | { does: 'wait'; seconds: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('enqueue' as const),
      store: fc.nat(ORGANIZATIONS * STORES_OF_EACH - 1),
      kind: fc.constantFrom(...KINDS),
      subjects: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 5, arbitrary: fc.constant({ does: 'begin' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('end' as const),
      job: fc.nat(3),
      as: fc.constantFrom('done' as const, 'failed' as const, 'slice' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
  },
);

const histories = fc.record({
  places: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(steps, { minLength: 20, maxLength: 120 }),
});

for (const database of databases)
  it(`serves every organization in every lane, whatever others enqueue (${database.name})`, async (t) => {
    const numRuns = database.name === 'SQLite' ? RUNS : Math.ceil(RUNS / 4);
    const seed = seedOf('MODEL_SEED');
    t.diagnostic(`MODEL_SEED=${seed}: ${numRuns} histories`);
    const path = process.env.MODEL_PATH;
    const property = fc.asyncProperty(histories, async (history) => {
      const hand = await tasksAtHand(await database.migrated());
      try {
        await play(hand, history);
      } finally {
        await hand.close();
      }
    });
    await fc.assert(property, { seed, numRuns, ...(path === undefined ? {} : { path }) });
  });

/** Model: which jobs wait, which run, and who was served since an organization waits. */
interface Model {
  organizationOf: Map<string, string>;
  /** Due instants of waiting jobs, by organization and job. */
  waiting: Map<string, Map<string, number>>;
  running: { job: LeasedJob; by: string }[];
  /** Begins of others, by organization that waits and other organization. */
  overtaken: Map<string, Map<string, number>>;
}

async function play(hand: TasksAtHand, history: { places: number; steps: Step[] }): Promise<void> {
  const stores = await addStores(hand);
  const model: Model = {
    organizationOf: new Map(stores.map(({ id, organization }) => [id, organization])),
    waiting: new Map(),
    running: [],
    overtaken: new Map(),
  };
  for (const step of history.steps) {
    // Two events of one millisecond have no sequence.
    hand.advance(1);
    if (step.does === 'enqueue') await enqueue(hand, model, stores[step.store]?.id ?? '', step);
    else if (step.does === 'wait') hand.advance(step.seconds * 1_000);
    else if (step.does === 'end') await end(hand, model, step);
    else if (model.running.length < history.places) await begin(hand, model);
    for (const { job, by } of model.running) await hand.jobs.keep(job, hand.lease(by));
  }
  await finishAll(hand, model);
}

/** Ends all jobs, and checks that none is left. */
async function finishAll(hand: TasksAtHand, model: Model): Promise<void> {
  while (model.running.length > 0) await end(hand, model, { job: 0, as: 'done' });
  for (hand.advance(3_600_000); dueOnes(hand, model).length > 0; hand.advance(1)) {
    await begin(hand, model);
    await end(hand, model, { job: 0, as: 'done' });
  }
  assert.equal(await hand.jobs.lease(hand.lease('last'), KINDS), undefined, 'nothing else waits');
}

async function addStores(hand: TasksAtHand) {
  const organizations = Array.from({ length: ORGANIZATIONS }, (_, index) => `organization ${index}`);
  const stores: { id: string; organization: string }[] = [];
  for (const organization of organizations)
    for (let store = 0; store < STORES_OF_EACH; store += 1)
      stores.push({ id: await hand.addStore(organization), organization });
  return stores;
}

async function enqueue(
  hand: TasksAtHand,
  model: Model,
  storeId: string,
  { kind, subjects }: { kind: string; subjects: number },
): Promise<void> {
  const jobs = Array.from({ length: subjects }, (_, index) => ({ storeId, kind, subject: `${index}` }));
  const news = jobs.filter((job) => !model.running.some((each) => keyOf(each.job) === keyOf(job)));
  await hand.jobs.enqueueAll(news, hand.at());
  const waiting = waitingOf(model, organizationOf(model, { storeId }));
  for (const job of news)
    waiting.set(keyOf(job), Math.min(waiting.get(keyOf(job)) ?? hand.now(), hand.now()));
}

/** Takes a job as a worker does, and compares the choice with the policy. */
async function begin(hand: TasksAtHand, model: Model): Promise<void> {
  const due = dueOnes(hand, model);
  const by = `worker ${hand.now()}`;
  const job = await hand.jobs.lease(hand.lease(by), KINDS);
  if (due.length === 0) return assert.equal(job, undefined, 'nothing is due');
  assert.ok(job, `${due.join(', ')} have due jobs`);
  const places = (organization: string) =>
    model.running.filter(({ job: each }) => organizationOf(model, each) === organization).length;
  const organizationId = organizationOf(model, job);
  for (const other of due)
    if (other !== organizationId && places(other) === 0) countBegin(model, other, organizationId);
  model.overtaken.delete(organizationId);
  assert.ok(waitingOf(model, organizationId).delete(keyOf(job)), 'the job was due');
  model.running.push({ job, by });
}

function countBegin(model: Model, waiting: string, begun: string): void {
  const counts = model.overtaken.get(waiting) ?? new Map<string, number>();
  model.overtaken.set(waiting, counts.set(begun, (counts.get(begun) ?? 0) + 1));
  const count = counts.get(begun) ?? 0;
  assert.ok(count <= 1, `${begun} began ${count} jobs while ${waiting} waited without a place`);
}

async function end(
  hand: TasksAtHand,
  model: Model,
  { job: index, as }: { job: number; as: 'done' | 'failed' | 'slice' },
): Promise<void> {
  const [ended] = model.running.splice(index % Math.max(1, model.running.length), 1);
  if (!ended) return;
  const { job, by } = ended;
  const waiting = waitingOf(model, organizationOf(model, job));
  if (as === 'done') await hand.jobs.finish(job, by, { now: hand.at() });
  else if (as === 'slice') await hand.jobs.yieldSlice(job, by, hand.at());
  else await hand.jobs.fail(job, by, hand.at(5_000), 'down');
  if (as !== 'done') waiting.set(keyOf(job), hand.now() + (as === 'failed' ? 5_000 : 0));
}

function organizationOf(model: Model, { storeId }: Pick<LeasedJob, 'storeId'>): string {
  return model.organizationOf.get(storeId) ?? '';
}

function dueOnes(hand: TasksAtHand, model: Model): string[] {
  return [...model.waiting]
    .filter(([, jobs]) => [...jobs.values()].some((at) => at <= hand.now()))
    .map(([organization]) => organization);
}

function waitingOf({ waiting }: Model, organization: string): Map<string, number> {
  const jobs = waiting.get(organization) ?? new Map<string, number>();
  waiting.set(organization, jobs);
  return jobs;
}

function keyOf({ storeId, kind, subject }: { storeId: string; kind: string; subject: string }): string {
  return `${storeId} ${kind} ${subject}`;
}
