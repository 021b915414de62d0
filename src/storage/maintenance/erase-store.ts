import { sql } from 'kysely';
import { type Database, toUntyped } from '../engine/database.ts';
import { changeInBatches } from '../engine/in-batches.ts';
import { deleteSome } from '../repositories/rows/delete-rows.ts';
import type { AnyTable } from '../tables/table.ts';
import { TABLES } from '../tables/tables.ts';

const BATCH_SIZE = 500;
/** Tables of stores, except the table of jobs, which erase them; a table comes before the tables that it refers to. */
export const TABLES_OF_STORES: readonly AnyTable[] = Object.values<AnyTable>(TABLES)
  .filter(({ name, columns }) => 'store_id' in columns && name !== 'jobs')
  .reverse();

export type Erasing = ReturnType<typeof createStoreEraser>;

/** Erases a deleted store; a repeated run continues. */
export function createStoreEraser(database: Database) {
  return {
    /** Erases batch by batch, then the store itself. `between` is awaited after each batch, and may throw to stop. */
    async eraseStore(storeId: string, between: (gone: number) => Promise<void>): Promise<number> {
      let gone = 0;
      for (const table of TABLES_OF_STORES) {
        await changeInBatches(BATCH_SIZE, async () => {
          const batch = await deleteSome(database, table, sql`store_id = ${storeId}`, BATCH_SIZE);
          gone += batch;
          if (batch > 0) await between(gone);
          return batch;
        });
      }
      await eraseRest(database, storeId);
      return gone;
    },
  };
}

/** Deletes the store in one transaction, with rows that running requests have written since. */
async function eraseRest(database: Database, storeId: string): Promise<void> {
  await database.transaction().execute(async (connection) => {
    for (const { name } of TABLES_OF_STORES)
      await toUntyped(connection).deleteFrom(name).where('store_id', '=', storeId).execute();
    await connection.deleteFrom('jobs').where('storeId', '=', storeId).execute();
    await connection
      .deleteFrom('stores')
      .where('id', '=', storeId)
      .where('deletedAt', 'is not', null)
      .execute();
  });
}
