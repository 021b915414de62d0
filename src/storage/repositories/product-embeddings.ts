import { sql } from 'kysely';
import { jsonRows } from '../engine/both-databases.ts';
import type { Database } from '../engine/database.ts';
import { raiseRevision } from './catalog-sizes.ts';

/** Vector of a product as its row had it at a revision. */
export interface ProductEmbedding {
  number: number;
  revision: number;
  /** Bytes in Base64. */
  embedding: string;
  embeddingOf: string;
}

export type ProductEmbeddings = ReturnType<typeof productEmbeddings>;

/** Writes the vectors of products. */
export function productEmbeddings(database: Database) {
  return {
    /**
     * Writes the vectors of rows that have not changed since they were read, with the revision up to which a model's are whole.
     * Repeated or cut off, it leaves rows to be read once more.
     */
    async write(
      storeId: string,
      embeddings: readonly ProductEmbedding[],
      { model, upTo }: { model: string; upTo: number },
    ): Promise<void> {
      await database.transaction().execute(async (connection) => {
        if (embeddings.length > 0) await writeVectors(connection, storeId, embeddings);
        await connection
          .updateTable('catalog_sizes')
          .set({ embedded_revision: upTo, embedding_model: model })
          .where('store_id', '=', storeId)
          .execute();
      });
    },
  };
}

/** The new revision makes the indexes of all processes read the rows again. */
async function writeVectors(
  connection: Database,
  storeId: string,
  embeddings: readonly ProductEmbedding[],
): Promise<void> {
  const revision = await raiseRevision(connection, storeId);
  await sql`update products set embedding = item.value ->> 'embedding',
      embedding_of = item.value ->> 'embeddingOf', revision = ${sql.lit(revision)}
    from ${jsonRows(connection, embeddings)}
    where products.store_id = ${storeId} and products.number = cast(item.value ->> 'number' as bigint)
      and products.revision = cast(item.value ->> 'revision' as bigint)`.execute(connection);
}
