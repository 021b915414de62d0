import { type RawBuilder, sql } from 'kysely';
import type { Product } from '../../commerce/product/products.ts';
import { isSqlite } from '../engine/both-databases.ts';
import type { Database } from '../engine/database.ts';
import { keyText, sharedReads } from '../engine/postgres/shared-reads.ts';
import { prepared } from '../engine/prepared.ts';

/** State of a store's catalog; 0 before the first write. */
interface CatalogRevision {
  revision: number;
  /** Changes before it are no longer known. */
  deletedRevision: number;
}

/** A row of the copy; `product` is undefined for one that the shop has removed. */
export interface RevisedProduct {
  number: number;
  revision: number;
  product: Product | undefined;
}

/** Position in the rows of a store in the sequence of their revisions. */
export type RevisionPosition = Pick<RevisedProduct, 'revision' | 'number'>;

export type ProductRevisions = ReturnType<typeof productRevisions>;

/** Reads the copies of catalogs in the sequence of their changes. */
export function productRevisions(database: Database) {
  const revisionOf = prepared(database, (storeId: string) =>
    database
      .selectFrom('catalog_sizes')
      .select(['revision', 'deleted_revision'])
      .where('store_id', '=', storeId),
  );
  const rowsOf = rowsByNumber(database);
  return {
    async latest(storeId: string): Promise<CatalogRevision> {
      const row = await revisionOf(storeId);
      return { revision: Number(row?.revision ?? 0), deletedRevision: Number(row?.deleted_revision ?? 0) };
    },

    /** Reads the rows behind a position. Rows that change meanwhile come again, at their new position. */
    async after(
      storeId: string,
      { revision, number }: RevisionPosition,
      limit: number,
    ): Promise<RevisedProduct[]> {
      const read = (condition: RawBuilder<unknown>, max: number) =>
        sql<RevisedRow>`select number, revision, document from products
          where store_id = ${storeId} and ${condition} order by revision, number limit ${max}`.execute(
          database,
        );
      // One condition on both columns would make SQLite read each revision from its beginning.
      const same = await read(sql`revision = ${revision} and number > ${number}`, limit);
      const rest = limit - same.rows.length;
      const later = rest > 0 ? await read(sql`revision > ${revision}`, rest) : { rows: [] };
      return [...same.rows, ...later.rows].map((row) => ({
        number: Number(row.number),
        revision: Number(row.revision),
        product: row.document === null ? undefined : JSON.parse(row.document),
      }));
    },

    /** Returns the numbers of the rows of products by their GIDs. */
    async numbersOf(storeId: string, ids: readonly string[]): Promise<number[]> {
      if (ids.length === 0) return [];
      const rows = await database
        .selectFrom('products')
        .select('number')
        .where('store_id', '=', storeId)
        .where('product_id', 'in', [...ids])
        .execute();
      return rows.map(({ number }) => Number(number));
    },

    /** Returns GIDs by the numbers of their rows; those of removed products are absent. */
    async idsOf(storeId: string, numbers: readonly number[]): Promise<Map<number, string>> {
      if (numbers.length === 0) return new Map();
      const rows = await rowsOf(storeId, numbers);
      return new Map(rows.map((row) => [Number(row.number), row.product_id]));
    },
  };
}

/** Reads the rows of products that are not removed. */
function rowsByNumber(database: Database) {
  const rows = database
    .selectFrom('products')
    .select(['store_id', 'number', 'product_id'])
    .where('document', 'is not', null);
  if (isSqlite(database))
    return (storeId: string, numbers: readonly number[]) =>
      rows
        .where('store_id', '=', storeId)
        .where('number', 'in', [...numbers])
        .execute();
  const read = sharedReads(database, rows, { store_id: 'text', number: 'bigint' });
  return async (storeId: string, numbers: readonly number[]) => {
    const keys = numbers.map((number) => [storeId, String(number)]);
    const found = await read(keys);
    return keys.flatMap((key) => found.get(keyText(key)) ?? []);
  };
}

interface RevisedRow {
  number: number | string;
  revision: number | string;
  document: string | null;
}
