import type { Database } from '../../engine/database.ts';
import { prepareRows } from '../../engine/prepared.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { addToRows, matchRows } from '../rows/rows.ts';

/** Request of an agent, redacted. */
export type LoggedRequest = TableRecord<'request_log'>;

export type MeasuredRequest = Pick<LoggedRequest, 'endpoint' | 'durationUs' | 'shopUs'>;

export type RequestContents = Omit<TableRecord<'request_contents'>, 'storeId' | 'id'>;

/** Skips requests of erased stores. */
export function createRequestWriter(database: Database) {
  const insertRows = prepareRows(database, 'request_log');
  const insertContents = prepareRows(database, 'request_contents');
  return async (
    connection: Database,
    requests: readonly (LoggedRequest & RequestContents)[],
  ): Promise<void> => {
    const stores = await findExistingStores(connection, new Set(requests.map(({ storeId }) => storeId)));
    const existing = requests.filter(({ storeId }) => stores.has(storeId));
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

async function findExistingStores(connection: Database, storeIds: Set<string>): Promise<Set<string>> {
  if (storeIds.size === 0) return storeIds;
  const rows = await matchRows(connection, 'stores', { id: ['in', [...storeIds]] }).listOf(['id']);
  return new Set(rows.map(({ id }) => id));
}
