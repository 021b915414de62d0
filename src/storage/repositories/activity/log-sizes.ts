import { sql } from 'kysely';
import type { LimitRules } from '../../../commerce/merchant/organization-limits.ts';
import type { Database } from '../../engine/database.ts';
import { findLimits, MB } from '../identity/organization-limits.ts';
import { matchRows } from '../rows/rows.ts';

interface LoggedHour {
  storeId: string;
  hour: string;
}

interface Trimming {
  database: Database;
  limits: LimitRules;
}

/**
 * Deletes the oldest calls of organizations that have logged more than a part of the usual limit since an instant, or have limits of
 * their own, and exceed their limit, the oldest hours first.
 */
export async function trimOrganizations({ database, limits }: Trimming, since: string, part: number) {
  const least = (limits.defaults.log_mb ?? 0) * MB * part;
  const busy = await database
    .selectFrom('log_sizes')
    .innerJoin('stores', 'stores.id', 'log_sizes.store_id')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select('organizations.id')
    .where('hour', '>=', since.slice(0, 13))
    .groupBy('organizations.id')
    .having((row) =>
      row.or([row(row.fn.sum('bytes'), '>', least), row(row.fn.max('organizations.limits'), 'is not', null)]),
    )
    .execute();
  for (const { id } of busy) {
    const { log_mb: limit } = await findLimits(database, limits, id);
    if (limit === null) continue;
    for (const hour of await listHoursBeyond(database, limit, id)) await forgetHour(database, hour);
  }
}

/** Lists the oldest hours beyond a limit. One statement: of concurrent processes, none deletes more than these. */
async function listHoursBeyond(database: Database, megabytes: number, organizationId: string) {
  const { rows } = await sql<LoggedHour>`select store_id as "storeId", hour from (
      select store_id, hour, sum(bytes) over (order by hour desc, store_id) as newer from log_sizes
      join stores on stores.id = store_id where organization_id = ${organizationId}) as logged
    where newer > ${megabytes * MB} order by hour, store_id desc`.execute(database);
  return rows;
}

async function forgetHour(database: Database, { storeId, hour }: LoggedHour): Promise<void> {
  // Sorts behind every instant of the hour.
  await matchRows(database, 'request_log', { storeId, at: ['<', `${hour}~`] }).deleteInBatches();
  await matchRows(database, 'log_sizes', { storeId, hour }).delete();
}

/** Ends the count of a store's hours before its oldest call, after calls were deleted. */
export async function forgetSizes(database: Database, storeId: string): Promise<void> {
  const oldest = await matchRows(database, 'request_log', { storeId }).read(['at'], 'at');
  if (!oldest) return;
  await matchRows(database, 'log_sizes', { storeId, hour: ['<', oldest.at.slice(0, 13)] }).delete();
}
