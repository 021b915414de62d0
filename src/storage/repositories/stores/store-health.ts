import { sql } from 'kysely';
import type { StoreEvent } from '../../../commerce/order/events.ts';
import type { AspectHealth, HealthAspect, HealthChange } from '../../../commerce/store/health.ts';
import type { Database } from '../../engine/database.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { TABLES } from '../../tables/tables.ts';
import { enqueueEvents } from '../events/enqueue-events.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { type Listed, listPage, type Page } from '../rows/row-pages.ts';
import { hasChanged, match } from '../rows/rows.ts';

export type StoreHealthRows = ReturnType<typeof createStoreHealthRepository>;

export type HealthByAspect = Partial<Record<HealthAspect, AspectHealth>>;

/** `before` is absent at the first observation. */
interface HealthStep {
  storeId: string;
  aspect: HealthAspect;
  before: AspectHealth | undefined;
  next: AspectHealth;
  /** Change that is reported once the step is written; undefined for none. */
  change: HealthChange | undefined;
}

export const createStoreHealthRepository = (context: Sealed) => ({
  ...createHealthChangeRepository(context.database),
  ...bindFunctions(context, { findRecorded, advance, noteTest }),
});

/** Writes steps and returns the written ones. */
async function writeInTransaction(
  { database, sealing }: Sealed,
  write: (connection: Database) => Promise<readonly HealthStep[]>,
  reports: HealthReports,
): Promise<void> {
  await database.transaction().execute(async (connection) => {
    for (const { change } of await write(connection))
      if (change) await onHealthChange(connection, sealing, change, reports);
  });
}

/** Returns the recorded health by store; a store that was never observed is absent. */
async function findRecorded({ database }: Sealed, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, HealthByAspect>();
  const recorded = new Map<string, HealthByAspect>();
  const rows = await database.selectFrom('store_health').selectAll().where('storeId', 'in', ids).execute();
  for (const { storeId: id, aspect, ...health } of rows)
    recorded.set(id, { ...recorded.get(id), [aspect]: health });
  return recorded;
}

/** Records each next state, and reports its change, unless another process was faster. */
async function advance(context: Sealed, steps: readonly HealthStep[], reports: HealthReports): Promise<void> {
  const first = steps.filter(({ before }) => before === undefined);
  if (first.length > 0) await writeInTransaction(context, (connection) => insert(connection, first), reports);
  for (const step of steps) {
    const { before } = step;
    if (before) await writeInTransaction(context, (connection) => replace(connection, step, before), reports);
  }
}

/** Records that a person has asked for a test. The store must have been observed before. */
const noteTest = ({ database }: Sealed, storeId: string, now: string) =>
  hasChanged(database.updateTable('store_health').set({ testedAt: now }).where('storeId', '=', storeId));

/** Returns the steps that it has inserted; a store that was erased meanwhile gets none. */
async function insert(connection: Database, steps: readonly HealthStep[]): Promise<HealthStep[]> {
  const ids = [...new Set(steps.map(({ storeId }) => storeId))];
  const living = await connection
    .selectFrom('stores')
    .select(['id'])
    .where('deletedAt', 'is', null)
    .where('id', 'in', ids)
    .execute();
  const storeIds = new Set(living.map(({ id }) => id));
  const rows = steps.filter(({ storeId }) => storeIds.has(storeId));
  if (rows.length === 0) return [];
  const inserted = await connection
    .insertInto('store_health')
    .values(
      rows.map(({ storeId, aspect, next }) => ({
        storeId,
        aspect,
        ...TABLES.store_health.toRow(next),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['storeId', 'aspect'])
    .execute();
  return rows.filter(({ storeId, aspect }) =>
    inserted.some((row) => row.storeId === storeId && row.aspect === aspect),
  );
}

/** Compares what decides: a test that was asked for meanwhile stays recorded. */
async function replace(connection: Database, step: HealthStep, before: AspectHealth) {
  const { storeId, aspect, next } = step;
  const { testedAt: _testedAt, ...change } = next;
  const { state, since, pendingState } = before;
  return (await hasChanged(
    connection
      .updateTable('store_health')
      .set(change)
      .where(match({ storeId, aspect, state, since, pendingState })),
  ))
    ? [step]
    : [];
}

/** Reports of a change of health: an event, and a job that sends alerts. */
interface HealthReports {
  toStoreEvent(change: HealthChange): StoreEvent;
  alertOf(change: HealthChange): { kind: string; subject: string };
}

/** Runs once for each change of health, in its transaction: of alerts and outgoing events none is lost or sent twice. */
async function onHealthChange(
  connection: Database,
  sealing: Sealing,
  change: HealthChange,
  reports: HealthReports,
) {
  const { from: fromState, to: toState, ...rest } = change;
  const { storeId, at } = change;
  await connection
    .insertInto('health_changes')
    .values({ ...rest, fromState, toState })
    .execute();
  await enqueueEvents(connection, sealing, [reports.toStoreEvent(change)], { storeId, now: at });
  await enqueueJob(connection, { storeId, ...reports.alertOf(change) }, at);
}

function createHealthChangeRepository(database: Database) {
  const changes = database
    .selectFrom('health_changes')
    .select(['id', 'storeId', 'aspect', 'fromState as from', 'toState as to'])
    .select(['since', 'at', 'reason', 'remedy'])
    .$castTo<HealthChange>();
  const listChanges = (storeId: string, page: Page): Promise<Listed<HealthChange>> =>
    listPage(changes.where('storeId', '=', storeId), { by: sql.ref('at') }, page, (row) => row);
  return {
    /** Newest first. */
    listChanges,

    /** Returns the newest. */
    changesOf: async (storeId: string, limit: number): Promise<HealthChange[]> =>
      (await listChanges(storeId, { limit, offset: 0, isCounted: false })).items,

    findChange: (storeId: string, id: string): Promise<HealthChange | undefined> =>
      changes.where(match({ storeId, id })).executeTakeFirst(),
  };
}
