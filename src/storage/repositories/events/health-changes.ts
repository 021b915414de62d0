import { sql } from 'kysely';
import type { StoreEvent } from '../../../commerce/order/events.ts';
import type { HealthChange } from '../../../commerce/store/health.ts';
import type { Database } from '../../engine/database.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { type Listed, listPage, type Page } from '../rows/row-pages.ts';
import { insertRow } from '../rows/rows.ts';
import { enqueueEvents } from './enqueue-events.ts';

/** Reports of a change of health: an event, and a job that sends alerts. */
export interface HealthReports {
  toStoreEvent(change: HealthChange): StoreEvent;
  alertOf(change: HealthChange): { kind: string; subject: string };
}

/**
 * Runs once for each reported change of a store's health, in the transaction that writes the new state: alerts and outgoing
 * events are enqueued here, so that none is lost or sent twice.
 */
export async function onHealthChange(
  connection: Database,
  sealing: Sealing,
  change: HealthChange,
  { toStoreEvent, alertOf }: HealthReports,
): Promise<void> {
  const { from: fromState, to: toState, ...rest } = change;
  const { storeId, at } = change;
  await insertRow(connection, 'health_changes', { ...rest, fromState, toState });
  await enqueueEvents(connection, sealing, [toStoreEvent(change)], { storeId, now: at });
  await enqueueJob(connection, { storeId, ...alertOf(change) }, at);
}

export function createHealthChangeRepository(database: Database) {
  const changes = database
    .selectFrom('health_changes')
    .select(['id', 'store_id as storeId', 'aspect', 'from_state as from', 'to_state as to'])
    .select(['since', 'at', 'reason', 'remedy'])
    .$castTo<HealthChange>();
  const listChanges = (storeId: string, page: Page): Promise<Listed<HealthChange>> =>
    listPage(changes.where('store_id', '=', storeId), { by: sql.ref('at') }, page, (row) => row);
  return {
    /** Newest first. */
    listChanges,

    /** Returns the newest. */
    changesOf: async (storeId: string, limit: number): Promise<HealthChange[]> =>
      (await listChanges(storeId, { limit, offset: 0, isCounted: false })).items,

    findChange: (storeId: string, id: string): Promise<HealthChange | undefined> =>
      changes.where((row) => row.and({ store_id: storeId, id })).executeTakeFirst(),
  };
}
