import { sql } from 'kysely';
import type { Database } from '../engine/database.ts';
import { inBatches } from '../engine/in-batches.ts';
import { deleteSome } from '../repositories/delete-rows.ts';

const BATCH_SIZE = 500;
/** Deleted with the store itself: the job that erases it is among them. */
const LAST = new Set(['stores', 'jobs', 'job_queues']);

export type Erasing = ReturnType<typeof erasing>;

/** Erases a deleted store. The tables are read from the database, so that none is missed; a repeated run continues. */
export function erasing(database: Database) {
  return {
    /** Erases batch by batch, then the store itself. `between` is awaited after each batch, and may throw to stop. */
    async eraseStore(storeId: string, between: (gone: number) => Promise<void>): Promise<number> {
      const tables = await tablesOfStores(database);
      let gone = 0;
      for (const table of tables) {
        await inBatches(BATCH_SIZE, async () => {
          const batch = await deleteSome(database, table, sql`store_id = ${storeId}`, BATCH_SIZE);
          gone += batch;
          if (batch > 0) await between(gone);
          return batch;
        });
      }
      await eraseRest(database, tables, storeId);
      return gone;
    },
  };
}

/** Names of all tables with a column `store_id`, except those deleted last. */
export async function tablesOfStores(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables();
  return tables
    .filter(({ isView, columns }) => !isView && columns.some(({ name }) => name === 'store_id'))
    .map(({ name }) => name)
    .filter((name) => !LAST.has(name));
}

/** Deletes the store in one transaction, with rows that running requests have written since. */
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
