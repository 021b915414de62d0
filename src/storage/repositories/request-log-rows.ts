import { sql } from 'kysely';
import type { Database } from '../engine/database.ts';
import { preparedRows } from '../engine/prepared.ts';
import { TABLES, type TableRecord } from '../tables/tables.ts';
import { rowsOf } from './rows.ts';

/** Request of an agent, redacted. */
export type LoggedRequest = TableRecord<'request_log'>;

export type MeasuredRequest = Pick<LoggedRequest, 'endpoint' | 'durationUs' | 'shopUs'>;

export type RequestContents = Omit<TableRecord<'request_contents'>, 'storeId' | 'id'>;

/** Skips requests of erased stores. */
export function writingRequests(database: Database) {
  const insertRows = preparedRows(database, 'request_log');
  const insertContents = preparedRows(database, 'request_contents');
  return async (
    connection: Database,
    requests: readonly (LoggedRequest & RequestContents)[],
  ): Promise<void> => {
    const stores = await existingStores(connection, new Set(requests.map(({ storeId }) => storeId)));
    const rows = requests.filter(({ storeId }) => stores.has(storeId));
    await insertRows(
      connection,
      rows.map((request) => TABLES.request_log.toRow(request)),
    );
    await insertContents(
      connection,
      rows.map((request) => TABLES.request_contents.toRow(request)),
    );
    await addLogSizes(connection, rows);
  };
}

/** Adds the bytes of calls to those of their store and hour; sorted, so that concurrent processes cannot deadlock. */
async function addLogSizes(
  connection: Database,
  requests: readonly (LoggedRequest & RequestContents)[],
): Promise<void> {
  const sizes = new Map<string, { store_id: string; hour: string; bytes: number }>();
  for (const request of requests) {
    const { storeId: store_id, at } = request;
    const hour = at.slice(0, 13);
    const size = sizes.get(`${store_id} ${hour}`) ?? { store_id, hour, bytes: 0 };
    size.bytes += Buffer.byteLength(JSON.stringify(request));
    sizes.set(`${store_id} ${hour}`, size);
  }
  const rows = [...sizes].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, size]) => size);
  if (rows.length === 0) return;
  await connection
    .insertInto('log_sizes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'hour']).doUpdateSet({
        bytes: sql<number>`log_sizes.bytes + excluded.bytes`,
      }),
    )
    .execute();
}

async function existingStores(connection: Database, storeIds: Set<string>): Promise<Set<string>> {
  if (storeIds.size === 0) return storeIds;
  const rows = await rowsOf(connection, 'stores', { id: ['in', [...storeIds]] }).listOf(['id']);
  return new Set(rows.map(({ id }) => id));
}
