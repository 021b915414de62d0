import type { SelectQueryBuilder } from 'kysely';
import type { Database } from '../engine/database.ts';
import { inPieces } from '../engine/in-batches.ts';
import type { Tables } from '../schema/tables.ts';

const BATCH_SIZE = 500;

/** How the log of calls is kept small: a piece at a time, each a commit of its own. Cut off, the next sweep goes on. */
export function forgettingRequests(database: Database) {
  return {
    /** Returns how many went. */
    forgetBefore: (before: string): Promise<number> =>
      inPieces(BATCH_SIZE, () =>
        forget(
          database,
          database.selectFrom('request_log').select('id').where('at', '<', before).limit(BATCH_SIZE),
        ),
      ),

    /** Of each store the newest `most` stay. Returns how many went. */
    async trim(most: number): Promise<number> {
      const full = await database
        .selectFrom('request_log')
        .select('store_id')
        .groupBy('store_id')
        .having(({ fn }) => fn.countAll(), '>', most)
        .execute();
      let gone = 0;
      for (const { store_id } of full) {
        gone += await inPieces(BATCH_SIZE, () => {
          const old = database
            .selectFrom('request_log')
            .select('id')
            .where('store_id', '=', store_id)
            .orderBy('at', 'desc')
            .orderBy('id')
            .offset(most)
            .limit(BATCH_SIZE);
          return forget(database, old);
        });
      }
      return gone;
    },
  };
}

async function forget(
  database: Database,
  old: SelectQueryBuilder<Tables, 'request_log', { id: string }>,
): Promise<number> {
  const result = await database.deleteFrom('request_log').where('id', 'in', old).executeTakeFirst();
  return Number(result.numDeletedRows);
}
