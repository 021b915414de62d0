import { sql } from 'kysely';
import type { Database } from '../../engine/database.ts';
import { prepareRows } from '../../engine/prepared.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { findLimits, type Limited, MB } from '../identity/organization-limits.ts';
import { deleteInBatches } from '../rows/delete-rows.ts';
import { addToRows, match } from '../rows/rows.ts';

/** Request of an agent, redacted. */
export type LoggedRequest = TableRecord<'request_log'>;

export type MeasuredRequest = Pick<LoggedRequest, 'endpoint' | 'durationUs' | 'shopUs'>;

export type RequestContents = Omit<TableRecord<'request_contents'>, 'storeId' | 'id'>;

/** Skips requests of erased stores. */
export function createRequestWriter(database: Database) {
  const insertRows = prepareRows(database, 'request_log');
  const insertContents = prepareRows(database, 'request_contents');
  return async (connection: Database, requests: readonly (LoggedRequest & RequestContents)[]) => {
    if (requests.length === 0) return;
    const ids = [...new Set(requests.map(({ storeId }) => storeId))];
    const stores = await connection.selectFrom('stores').select(['id']).where('id', 'in', ids).execute();
    const existing = requests.filter(({ storeId }) => stores.some(({ id }) => id === storeId));
    const rows = existing.map((request) => TABLES.request_log.toRow(request));
    const contents = existing.map((request) => TABLES.request_contents.toRow(request));
    await insertRows(connection, rows);
    await insertContents(connection, contents);
    await addLogSizes(connection, existing);
  };
}

/** Adds the bytes of calls to the count of their store and hour. */
async function addLogSizes(connection: Database, requests: readonly (LoggedRequest & RequestContents)[]) {
  const sizes = new Map<string, { storeId: string; hour: string; bytes: number }>();
  for (const request of requests) {
    const { storeId } = request;
    const hour = request.at.slice(0, 13);
    const size = sizes.get(`${storeId} ${hour}`) ?? { storeId, hour, bytes: 0 };
    size.bytes += Buffer.byteLength(JSON.stringify(request));
    sizes.set(`${storeId} ${hour}`, size);
  }
  await addToRows(connection, 'log_sizes', [...sizes.values()]);
}

/** Deletes the oldest calls of organizations beyond their limit, which have logged a part of the usual one since, or have their own. */
export async function trimOrganizations({ database, limits }: Limited, since: string, part: number) {
  const least = (limits.defaults.log_mb ?? 0) * MB * part;
  const busy = await database
    .selectFrom('log_sizes')
    .innerJoin('stores', 'stores.id', 'log_sizes.storeId')
    .innerJoin('organizations', 'organizations.id', 'organizationId')
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
    for (const { storeId, hour } of await listHoursBeyond(database, limit, id)) {
      // Sorts behind every instant of the hour.
      const isOfHour = sql`store_id = ${storeId} and at < ${`${hour}~`}`;
      await deleteInBatches(database, TABLES.request_log, isOfHour);
      await database.deleteFrom('log_sizes').where(match({ storeId, hour })).execute();
    }
  }
}

/** Lists the oldest hours beyond a limit. One statement: of concurrent processes, none deletes more than these. */
function listHoursBeyond(database: Database, megabytes: number, organizationId: string) {
  const logged = database
    .selectFrom('log_sizes')
    .innerJoin('stores', 'stores.id', 'log_sizes.storeId')
    .select(['storeId', 'hour'])
    .select(({ fn }) =>
      fn
        .sum<number>('bytes')
        .over((rows) => rows.orderBy('hour', 'desc').orderBy('storeId'))
        .as('newer'),
    )
    .where('organizationId', '=', organizationId);
  return database
    .selectFrom(logged.as('logged'))
    .select(['storeId', 'hour'])
    .where('newer', '>', megabytes * MB)
    .orderBy('hour')
    .orderBy('storeId', 'desc')
    .execute();
}

/** Ends the count of a store's hours before its oldest call, after calls were deleted. */
export async function forgetSizes(database: Database, storeId: string): Promise<void> {
  const oldest = await database
    .selectFrom('request_log')
    .select(['at'])
    .where('storeId', '=', storeId)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await database
    .deleteFrom('log_sizes')
    .where('storeId', '=', storeId)
    .where('hour', '<', oldest.at.slice(0, 13))
    .execute();
}
