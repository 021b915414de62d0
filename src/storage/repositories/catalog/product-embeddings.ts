import { type ExpressionBuilder, sql } from 'kysely';
import { toJsonRows } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import type { Tables } from '../../tables/tables.ts';
import { raiseRevision } from './catalog-sizes.ts';

/** Vector of a product as its row had it at a revision. */
export interface ProductEmbedding {
  number: number;
  revision: number;
  /** Bytes in Base64. */
  embedding: string;
  embeddingOf: string;
}

export type ProductEmbeddings = ReturnType<typeof createProductEmbeddingRepository>;

/** Writes the vectors of products. */
export function createProductEmbeddingRepository(database: Database) {
  return {
    /**
     * Writes the vectors of rows that have not changed since they were read, with the revision up to which a model's are whole,
     * in one transaction: cut off or repeated, it leaves rows to be read once more. A slower process moves no revision back.
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
          .set((row) => ({ embedded_revision: isWholeUpTo(row, model, upTo), embedding_model: model }))
          .where('store_id', '=', storeId)
          .execute();
      });
    },
  };
}

const isWholeUpTo = ({ eb, ref }: ExpressionBuilder<Tables, 'catalog_sizes'>, model: string, upTo: number) =>
  eb
    .case()
    .when(eb.and([eb('embedding_model', '=', model), eb('embedded_revision', '>', upTo)]))
    .then(ref('embedded_revision'))
    .else(upTo)
    .end();

/** The new revision makes the indexes of all processes read the rows again. */
async function writeVectors(connection: Database, storeId: string, embeddings: readonly ProductEmbedding[]) {
  const revision = await raiseRevision(connection, storeId);
  await sql`update products set embedding = item.value ->> 'embedding',
      embedding_of = item.value ->> 'embeddingOf', revision = ${sql.lit(revision)}
    from ${toJsonRows(connection, embeddings)}
    where products.store_id = ${storeId} and products.number = cast(item.value ->> 'number' as bigint)
      and products.revision = cast(item.value ->> 'revision' as bigint)`.execute(connection);
}
