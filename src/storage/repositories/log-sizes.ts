import { sql } from 'kysely';
import type { Database } from '../engine/database.ts';
import { inBatches } from '../engine/in-batches.ts';
import { type LimitReader, roomOf } from './organization-limits.ts';
import { changedRows } from './row-counts.ts';

const BATCH_SIZE = 500;
const MB = 1024 * 1024;
/** Part of the limit that an organization may log in an hour before it is measured in every round. */
const HOURLY_PART = 0.01;

/** Bounds the logged bytes of organizations: the oldest hours are deleted first. */
export function trimmingLogs(database: Database, limits: LimitReader) {
  /** Deletes the oldest hour of an organization. Returns its megabytes, undefined without any. */
  async function forgetOldestHour(organizationId: string): Promise<number | undefined> {
    const oldest = await database
      .selectFrom('log_sizes')
      .innerJoin('stores', 'stores.id', 'log_sizes.store_id')
      .select(['log_sizes.store_id', 'hour', 'bytes'])
      .where('organization_id', '=', organizationId)
      .orderBy('hour')
      .limit(1)
      .executeTakeFirst();
    if (!oldest) return undefined;
    const { store_id, hour, bytes } = oldest;
    await inBatches(BATCH_SIZE, () => {
      const calls = database
        .selectFrom('request_log')
        .select('id')
        .where('store_id', '=', store_id)
        // Sorts behind every instant of the hour.
        .where('at', '<', `${hour}~`)
        .limit(BATCH_SIZE);
      return changedRows(database.deleteFrom('request_log').where('id', 'in', calls));
    });
    await database
      .deleteFrom('log_sizes')
      .where((row) => row.and({ store_id, hour }))
      .execute();
    return Number(bytes) / MB;
  }

  return {
    /** Deletes the oldest calls of organizations that log much since an instant and exceed their limit. */
    async trimOrganizations(since: string): Promise<void> {
      const least = (limits.defaults.log_mb ?? 0) * MB * HOURLY_PART;
      const busy = await database
        .selectFrom('log_sizes')
        .innerJoin('stores', 'stores.id', 'log_sizes.store_id')
        .select('organization_id')
        .where('hour', '>=', since.slice(0, 13))
        .where('organization_id', 'is not', null)
        .groupBy('organization_id')
        .having(sql<number>`sum(bytes)`, '>', least)
        .execute();
      for (const { organization_id: id } of busy) {
        let room = await roomOf(database, limits, id ?? '', 'log_mb');
        while (room < 0) room += (await forgetOldestHour(id ?? '')) ?? Infinity;
      }
    },
  };
}
