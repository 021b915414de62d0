import {
  type AspectHealth,
  type HealthAspect,
  type HealthState,
  isReported,
  unknownHealth,
} from '../../commerce/health.ts';
import type { Database, Row } from '../engine/database.ts';
import type { Sealing } from '../engine/sealing.ts';
import { healthChanges, onHealthChange } from './health-changes.ts';

export type StoreHealthRows = ReturnType<typeof storeHealth>;

export type HealthByAspect = Partial<Record<HealthAspect, AspectHealth>>;

export function storeHealth(database: Database, sealing: Sealing) {
  return {
    ...healthChanges(database),

    /** Returns the recorded health by store; a store that was never observed is absent. */
    async recordedOf(ids: readonly string[]): Promise<Map<string, HealthByAspect>> {
      if (ids.length === 0) return new Map();
      const rows = await database
        .selectFrom('store_health')
        .selectAll()
        .where('store_id', 'in', ids)
        .execute();
      const byStore = Map.groupBy(rows, ({ store_id }) => store_id);
      return new Map(
        [...byStore].map(([id, its]) => [
          id,
          Object.fromEntries(its.map((row) => [row.aspect as HealthAspect, fromRow(row)])),
        ]),
      );
    },

    /** Records the next health of an aspect and its change, unless another process was faster. */
    async advance(
      { storeId, aspect, now }: { storeId: string; aspect: HealthAspect; now: string },
      before: AspectHealth | undefined,
      next: AspectHealth,
    ): Promise<void> {
      if (before && isSame(before, next)) return;
      const from = before ?? unknownHealth(next.since);
      await database.transaction().execute(async (connection) => {
        const isMine = before
          ? await replace(connection, { storeId, aspect }, before, next)
          : await insert(connection, { storeId, aspect }, next);
        const change = { from: from.state, to: next.state };
        if (!isMine || change.from === change.to || !isReported(change)) return;
        const { since, reason, remedy } = next;
        await onHealthChange(connection, sealing, {
          storeId,
          aspect,
          ...change,
          since,
          at: now,
          reason,
          remedy,
        });
      });
    },

    /** Records that a person has asked for a test. The store must have been observed before. */
    async noteTest(storeId: string, now: string): Promise<void> {
      await database
        .updateTable('store_health')
        .set({ tested_at: now })
        .where('store_id', '=', storeId)
        .execute();
    },
  };
}

interface Key {
  storeId: string;
  aspect: HealthAspect;
}

/** Inserts nothing for a store that was erased meanwhile. */
async function insert(connection: Database, { storeId, aspect }: Key, next: AspectHealth): Promise<boolean> {
  const store = await connection
    .selectFrom('stores')
    .select('id')
    .where('id', '=', storeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!store) return false;
  const result = await connection
    .insertInto('store_health')
    .values({ store_id: storeId, aspect, ...toRow(next) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Compares what decides: a test that was asked for meanwhile stays recorded. */
async function replace(
  connection: Database,
  { storeId, aspect }: Key,
  before: AspectHealth,
  next: AspectHealth,
): Promise<boolean> {
  const { tested_at: _testedAt, ...set } = toRow(next);
  const result = await connection
    .updateTable('store_health')
    .set(set)
    .where('store_id', '=', storeId)
    .where('aspect', '=', aspect)
    .where('state', '=', before.state)
    .where('since', '=', before.since)
    .where('pending_state', 'is not distinct from', before.pendingState)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

function isSame(one: AspectHealth, other: AspectHealth): boolean {
  return JSON.stringify(toRow(one)) === JSON.stringify(toRow(other));
}

function toRow(health: AspectHealth) {
  return {
    state: health.state,
    since: health.since,
    reason: health.reason,
    remedy: health.remedy,
    pending_state: health.pendingState,
    pending_since: health.pendingSince,
    tested_at: health.testedAt,
  };
}

function fromRow(row: Row<'store_health'>): AspectHealth {
  return {
    state: row.state as HealthState,
    since: row.since,
    reason: row.reason,
    remedy: row.remedy,
    pendingState: row.pending_state as HealthState | null,
    pendingSince: row.pending_since,
    testedAt: row.tested_at,
  };
}
