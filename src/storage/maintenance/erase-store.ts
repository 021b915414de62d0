import { sql } from 'kysely';
import type { Database } from '../engine/database.ts';
import { inPieces } from '../engine/in-batches.ts';
import { isSqlite } from '../engine/both-databases.ts';

/** Nothing waits long for a piece of so many rows. */
const BATCH_SIZE = 500;
/** Go with the store itself, at the very end: the task that does this is among them. */
const LAST = new Set(['stores', 'jobs', 'job_queues']);

export type Erasing = ReturnType<typeof erasing>;

/**
 * Removes everything of a store that was marked as deleted. Which tables hold something of it is read from the database, so
 * that none can be forgotten. Cut off anywhere, it is begun again and finds what is left.
 */
export function erasing(database: Database) {
  return {
    /** Piece by piece, then the store itself. `between` is awaited after each piece, and may throw to stop. */
    async eraseStore(storeId: string, between: (gone: number) => Promise<void>): Promise<number> {
      const tables = await tablesOfStores(database);
      let gone = 0;
      for (const table of tables) {
        await inPieces(BATCH_SIZE, async () => {
          const piece = await deleteSome(database, table, storeId);
          gone += piece;
          if (piece > 0) await between(gone);
          return piece;
        });
      }
      await eraseRest(database, tables, storeId);
      return gone;
    },
  };
}

/** Names of all tables with a column `store_id`, but for those that go last. */
export async function tablesOfStores(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables();
  return tables
    .filter(({ isView, columns }) => !isView && columns.some(({ name }) => name === 'store_id'))
    .map(({ name }) => name)
    .filter((name) => !LAST.has(name));
}

async function deleteSome(database: Database, table: string, storeId: string): Promise<number> {
  const row = sql.raw(isSqlite(database) ? 'rowid' : 'ctid');
  const some = sql`select ${row} from ${sql.table(table)} where store_id = ${storeId} limit ${BATCH_SIZE}`;
  const result = await sql`delete from ${sql.table(table)} where ${row} in (${some})`.execute(database);
  return Number(result.numAffectedRows ?? 0);
}

/** In one step, with what a request that was under way has still written. */
async function eraseRest(database: Database, tables: readonly string[], storeId: string): Promise<void> {
  await database.transaction().execute(async (connection) => {
    for (const table of tables) {
      await sql`delete from ${sql.table(table)} where store_id = ${storeId}`.execute(connection);
    }
    await connection.deleteFrom('jobs').where('store_id', '=', storeId).execute();
    await connection
      .deleteFrom('stores')
      .where('id', '=', storeId)
      .where('deleted_at', 'is not', null)
      .execute();
  });
}
