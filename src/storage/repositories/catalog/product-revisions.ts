import { type ExpressionBuilder, sql } from 'kysely';
import type { Product } from '../../../commerce/product/products.ts';
import { type Instant, toIso } from '../../../commerce/time/time.ts';
import { isSqlite, toJsonRows } from '../../engine/both-databases.ts';
import type { Database, Row } from '../../engine/database.ts';
import { createSharedReads, toKeyText } from '../../engine/postgres/shared-reads.ts';
import { prepareRead } from '../../engine/prepared.ts';
import { toRecord } from '../../engine/records.ts';
import { TABLES, type TableRecord, type Tables } from '../../tables/tables.ts';
import { bindFunctions } from '../rows/bound.ts';
import { listAll } from '../rows/rows.ts';
import { raiseRevision } from './catalog-sizes.ts';
import { MAX_PRICE_CHANGES } from './write-products.ts';

/** State of a store's catalog; 0 before the first write. */
type CatalogRevision = Omit<TableRecord<'catalog_sizes'>, 'storeId' | 'products' | 'bytes'>;

/** A row of the copy; `product` is undefined once the shop has removed it. */
export interface RevisedProduct
  extends Pick<TableRecord<'products'>, 'number' | 'revision' | 'embedding' | 'embeddingOf'> {
  product: Product | undefined;
}

/** Position in the rows of a store in the sequence of their revisions. */
export type RevisionPosition = Pick<RevisedProduct, 'revision' | 'number'>;

export type ProductRevisions = ReturnType<typeof createProductRevisionRepository>;

const NO_REVISION: CatalogRevision = {
  ...{ revision: 0, deletedRevision: 0, embeddedRevision: 0 },
  embeddingModel: null,
};

/** Reads the copies of catalogs in the sequence of their changes. */
export const createProductRevisionRepository = (database: Database) => ({
  ...bindFunctions(database, { listAfter, listPresentAfter, listNumbers, findLastPriceChange }),
  latest: createRevisionReader(database),
  idsOf: createIdReader(database),
});

function createRevisionReader(database: Database) {
  const sizes = database.selectFrom('catalog_sizes').select(['storeId', 'revision', 'deletedRevision']);
  const revisionOf = prepareRead(database, sizes.select(['embeddedRevision', 'embeddingModel']), 'storeId');
  return async (storeId: string): Promise<CatalogRevision> => {
    const row = await revisionOf(storeId);
    return row ? TABLES.catalog_sizes.fromRow(row) : NO_REVISION;
  };
}

/** Reads the rows behind a position. Rows that change meanwhile come again, at their new position. */
async function listAfter(database: Database, storeId: string, position: RevisionPosition, limit: number) {
  const { revision, number } = position;
  const rows = database
    .selectFrom('products')
    .select(['number', 'revision', 'document', 'embedding', 'embeddingOf'])
    .where('storeId', '=', storeId)
    .orderBy('revision')
    .orderBy('number')
    .limit(limit);
  // One condition on both columns would make SQLite read each revision from its beginning.
  const same = await rows.where('revision', '=', revision).where('number', '>', number).execute();
  const rest = limit - same.length;
  const later = rest > 0 ? await rows.where('revision', '>', revision).limit(rest).execute() : [];
  return [...same, ...later].map((row) => {
    const { document, ...record } = TABLES.products.fromRow(row);
    return { ...record, product: document ?? undefined };
  });
}

/** Reads the products behind the row with this number, each once whatever changes meanwhile. */
async function listPresentAfter(database: Database, storeId: string, number: number, limit: number) {
  const rows = await database
    .selectFrom('products')
    .select(['number', 'document', 'asOf'])
    .where('storeId', '=', storeId)
    .where('number', '>', number)
    .where('document', 'is not', null)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.flatMap(({ number, document, asOf: readAt }) =>
    document === null ? [] : { number, product: document, readAt },
  );
}

/** Characters of an instant in `price_changes_at`, with the blank behind it. */
const INSTANT_LENGTH = 25;

/** Returns the latest instant until now at which the dates of a sale have changed a price of the copy. */
async function findLastPriceChange(database: Database, storeId: string, now: number) {
  // A row that begins with the instant of now goes on behind it. Of rows with the same dates, as of one sale for all, one is taken apart.
  const due = database
    .selectFrom('products')
    .where('storeId', '=', storeId)
    .where('priceChangesAt', '<', toIso(now + 1))
    .select('priceChangesAt as dates')
    .distinct();
  const at = sql<Instant>`substr(dates, place, 24)`;
  const places = Array.from({ length: MAX_PRICE_CHANGES }, (_, index) => ({
    place: 1 + index * INSTANT_LENGTH,
  }));
  const change = await database
    .selectFrom(due.as('due'))
    .innerJoin(toJsonRows(database, { place: 'integer' }, places), (join) =>
      join.on(sql<boolean>`place < length(dates)`),
    )
    .select(sql<Instant | null>`max(${at})`.as('at'))
    .where(at, '<=', toIso(now))
    .executeTakeFirst();
  return change?.at ?? null;
}

/** Returns the numbers of the rows of products by their GIDs. */
async function listNumbers(database: Database, storeId: string, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = database.selectFrom('products').where('storeId', '=', storeId).where('productId', 'in', ids);
  return listAll(rows.select('number'), ({ number }) => number);
}

/** Returns GIDs by the numbers of their rows; removed products are absent. */
function createIdReader(database: Database) {
  const rowsOf = createNumberedRowReader(database);
  return async (storeId: string, numbers: readonly number[]): Promise<Map<number, string>> => {
    if (numbers.length === 0) return new Map();
    const rows = await rowsOf(storeId, numbers);
    return new Map(rows.map((row) => [row.number, row.productId]));
  };
}

type NumberedRow = Pick<Row<'products'>, 'number' | 'productId'>;

/** Reads the rows of products that are not removed. */
function createNumberedRowReader(database: Database) {
  const rows = database
    .selectFrom('products')
    .select(['storeId', 'number', 'productId'])
    .where('document', 'is not', null);
  if (isSqlite(database))
    return (storeId: string, numbers: readonly number[]) =>
      rows.where('storeId', '=', storeId).where('number', 'in', numbers).execute();
  const read = createSharedReads(database, rows, { storeId: 'text', number: 'bigint' });
  return async (storeId: string, numbers: readonly number[]) => {
    const keys = numbers.map((number) => [storeId, String(number)]);
    const rows = await read(keys);
    return keys.flatMap((key) => {
      const row = rows.get(toKeyText(key));
      return row ? toRecord<NumberedRow>(row) : [];
    });
  };
}

/** Vector of a product as its row had it at a revision. */
export type ProductEmbedding = RevisionPosition & Record<'embedding' | 'embeddingOf', string>;

export type ProductEmbeddings = ReturnType<typeof createProductEmbeddingRepository>;

export const createProductEmbeddingRepository = (database: Database) =>
  bindFunctions(database, { write: writeEmbeddings });

/** Writes the vectors of unchanged rows, and up to which revision they are whole. Safe to cut off or repeat; moves no revision back. */
async function writeEmbeddings(
  database: Database,
  storeId: string,
  embeddings: readonly ProductEmbedding[],
  { model, upTo }: { model: string; upTo: number },
): Promise<void> {
  await database.transaction().execute(async (connection) => {
    if (embeddings.length > 0) await writeVectors(connection, storeId, embeddings);
    await connection
      .updateTable('catalog_sizes')
      .set((row) => ({ embeddedRevision: isWholeUpTo(row, model, upTo), embeddingModel: model }))
      .where('storeId', '=', storeId)
      .execute();
  });
}

const isWholeUpTo = ({ eb, ref }: ExpressionBuilder<Tables, 'catalog_sizes'>, model: string, upTo: number) =>
  eb
    .case()
    .when(eb.and([eb('embeddingModel', '=', model), eb('embeddedRevision', '>', upTo)]))
    .then(ref('embeddedRevision'))
    .else(upTo)
    .end();

/** The new revision makes the indexes of all processes read the rows again. */
async function writeVectors(connection: Database, storeId: string, embeddings: readonly ProductEmbedding[]) {
  const revision = await raiseRevision(connection, storeId);
  const columns = { number: 'bigint', revision: 'bigint', embedding: 'text', embeddingOf: 'text' } as const;
  await connection
    .updateTable('products')
    .from(toJsonRows(connection, columns, embeddings))
    .set(({ ref }) => ({ embedding: ref('item.embedding'), embeddingOf: ref('item.embeddingOf'), revision }))
    .where('products.storeId', '=', storeId)
    .whereRef('products.number', '=', 'item.number')
    .whereRef('products.revision', '=', 'item.revision')
    .execute();
}
