import { randomUUID } from 'node:crypto';
import type { HealthAspect, HealthChange, HealthState } from '../../commerce/health.ts';
import type { Database } from '../engine/database.ts';

/**
 * Runs once for each reported change of a store's health, in the transaction that writes the new state: alerts and outgoing
 * events are enqueued here, so that none is lost or sent twice.
 */
export async function onHealthChange(connection: Database, change: Omit<HealthChange, 'id'>): Promise<void> {
  const { storeId, aspect, from, to, since, at, reason, remedy } = change;
  await connection
    .insertInto('health_changes')
    .values({
      id: randomUUID(),
      store_id: storeId,
      aspect,
      from_state: from,
      to_state: to,
      since,
      at,
      reason,
      remedy,
    })
    .execute();
}

export function healthChanges(database: Database) {
  return {
    /** Newest first. */
    async changesOf(storeId: string, limit: number): Promise<HealthChange[]> {
      const rows = await database
        .selectFrom('health_changes')
        .selectAll()
        .where('store_id', '=', storeId)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        storeId: row.store_id,
        aspect: row.aspect as HealthAspect,
        from: row.from_state as HealthState,
        to: row.to_state as HealthState,
        since: row.since,
        at: row.at,
        reason: row.reason,
        remedy: row.remedy,
      }));
    },

    async forgetChanges(before: string): Promise<void> {
      await database.deleteFrom('health_changes').where('at', '<', before).execute();
    },
  };
}
