import { sql } from 'kysely';
import { CHECK_SUBSCRIPTIONS } from '../../../commerce/job/job-names.ts';
import { type LimitRules, UNLIMITED } from '../../../commerce/merchant/organization-limits.ts';
import { type CatalogLimits, DEFAULT_CATALOG_LIMITS } from '../../../commerce/product/catalog-limits.ts';
import type { ItemReference, Product } from '../../../commerce/product/products.ts';
import { isSqlite } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import { computeImpossiblyLate } from '../../engine/impossibly-late.ts';
import { prepareRead } from '../../engine/prepared.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { bindFunctions } from '../rows/bound.ts';
import { countRows, listAll } from '../rows/rows.ts';

import { countCatalog, noteDeletion, raiseRevision } from './catalog-sizes.ts';
import { findNamedItems } from './named-items.ts';
import { createProductReadings, type ProductReading } from './product-readings.ts';
import { confirmProducts, handleKey, writeProducts, writeRemovals } from './write-products.ts';

/** Products of the copy. `asOf`: oldest instant at which the platform was asked for one; null for an empty list. */
export interface CopiedProducts {
  products: Product[];
  /** One of each product. */
  readings: Pick<ProductReading, 'product' | 'readAt'>[];
  asOf: string | null;
}

/** Last complete import of a catalog. */
export type CatalogImport = TableRecord<'catalog_imports'>;

export type Products = ReturnType<typeof createProductRepository>;

interface Context {
  database: Database;
  limits: CatalogLimits;
  organizationLimits: LimitRules;
}

/** Copy of the shops' catalogs. Every write carries the instant *before* the shop was asked: the newest wins, a removal among them. */
export function createProductRepository({
  database,
  limits = DEFAULT_CATALOG_LIMITS,
  organizationLimits = UNLIMITED,
}: Pick<Context, 'database'> & { [Name in 'limits' | 'organizationLimits']?: Context[Name] | undefined }) {
  const readings = createProductReadings(database);
  return {
    readings,
    ...bindFunctions(readings, { findByIds }),
    ...bindFunctions({ database, limits, organizationLimits }, { upsert, remove, confirm }),
    ...bindFunctions(database, {
      ...{ named: findNamedItems, findTitles, findPictures, listIds, listRecentPictures },
      ...{ count, countByStore, findLastImports, finishImport },
    }),
    ...importReaders(database),
    findItem: createItemFinder(database),
    limits,
  };
}

/** Skips products beyond the limits of the store and of its organization, whose copied rows stay as they are. */
const upsert = (context: Context, storeId: string, products: readonly Product[], asOf: string) =>
  writeProducts(context.database, { ...context, storeId, asOf }, products);

/** Removes products, by GID, that the platform no longer lists. */
const remove = (context: Context, storeId: string, ids: readonly string[], asOf: string) =>
  writeRemovals(context.database, { ...context, storeId, asOf }, ids);

/** Finds products by Product and ProductVariant GIDs, in their sequence, each once; skips unknown ids. */
async function findByIds(
  read: ReturnType<typeof createProductReadings>,
  storeId: string,
  ids: readonly string[],
): Promise<CopiedProducts> {
  const readings = await read(storeId, ids);
  const byId = new Map(readings.map((reading) => [reading.id, reading]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  const distinct = [...new Map(ordered.map((reading) => [reading.product, reading])).values()];
  return {
    products: distinct.map(({ product }) => product),
    readings: distinct,
    asOf: ordered.map(({ readAt }) => readAt).sort()[0] ?? null,
  };
}

const selectPresent = (database: Database, storeId: string) =>
  database.selectFrom('products').where('storeId', '=', storeId).where('document', 'is not', null);

/** Titles by Product and ProductVariant GID, in one query; ids that the copy does not have are absent. */
async function findTitles(database: Database, storeId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const title = isSqlite(database)
    ? sql<string>`document ->> '$.title'`
    : sql<string>`document::json ->> 'title'`;
  const rows = await database
    .selectFrom('product_variants')
    .where('storeId', '=', storeId)
    .where('variantId', 'in', ids)
    .select(['variantId as id', 'title'])
    .unionAll(
      selectPresent(database, storeId)
        .where('productId', 'in', ids)
        .select(['productId as id', title.as('title')]),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row.title]));
}

/** Addresses of the first pictures by ProductVariant GID, in one query; products without one are absent. */
async function findPictures(database: Database, storeId: string, variantIds: readonly string[]) {
  if (variantIds.length === 0) return new Map<string, string>();
  const rows = await database
    .selectFrom('product_variants')
    .innerJoin('products', (join) =>
      join
        .onRef('products.storeId', '=', 'product_variants.storeId')
        .onRef('products.number', '=', 'product_variants.productNumber'),
    )
    .select(['variantId as id', selectFirstPicture(database).as('url')])
    .where('product_variants.storeId', '=', storeId)
    .where('variantId', 'in', variantIds)
    .execute();
  return new Map(rows.flatMap(({ id, url }) => (url === null ? [] : [[id, url]])));
}

const selectFirstPicture = (database: Database) =>
  isSqlite(database)
    ? sql<string | null>`document ->> '$.media[0].url'`
    : sql<string | null>`document::json #>> '{media,0,url}'`;

/** Records what the shop has just shown of products that the copy has; others are the import's to add. */
const confirm = (context: Context, storeId: string, products: readonly Product[], asOf: string) =>
  confirmProducts(context.database, { ...context, storeId, asOf }, products);

/** Returns the address of the first picture of each of the `limit` products that changed last. */
async function listRecentPictures(database: Database, storeId: string, limit: number): Promise<string[]> {
  const rows = await selectPresent(database, storeId)
    .select(selectFirstPicture(database).as('url'))
    .orderBy('revision', 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ url }) => url ?? []);
}

const listIds = (database: Database, storeId: string): Promise<string[]> =>
  listAll(selectPresent(database, storeId).select('productId'), ({ productId }) => productId);

const count = (database: Database, storeId: string): Promise<number> =>
  countRows(selectPresent(database, storeId));

/** Counts the products of each store; stores without any are absent. */
async function countByStore(database: Database, storeIds: readonly string[]): Promise<Map<string, number>> {
  if (storeIds.length === 0) return new Map();
  // The index of sizes has all that is counted: a removed product has none.
  const rows = await database
    .selectFrom('products')
    .where('storeId', 'in', storeIds)
    .where('size', '>', 0)
    .select('storeId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('storeId')
    .execute();
  return new Map(rows.map(({ storeId, count }) => [storeId, count]));
}

/** Returns the last complete import of each store; stores before their first one are absent. */
async function findLastImports(database: Database, storeIds: readonly string[]) {
  if (storeIds.length === 0) return new Map<string, CatalogImport>();
  const imports = database.selectFrom('catalog_imports').where('storeId', 'in', storeIds);
  const rows = await imports.selectAll().execute();
  return new Map(rows.map((row) => [row.storeId, TABLES.catalog_imports.fromRow(row)]));
}

/** Ends an import and deletes products that it did not write, except newer ones. Returns the number of deleted products. */
function finishImport(database: Database, storeId: string, done: CatalogImport): Promise<number> {
  return database.transaction().execute(async (connection) => {
    const revision = await raiseRevision(connection, storeId);
    await connection
      .insertInto('catalog_imports')
      .values({ storeId, ...done })
      .onConflict((conflict) => conflict.columns(['storeId']).doUpdateSet({ storeId, ...done }))
      .execute();
    // With a clock that was set back, `finishedAt` is before `startedAt`.
    const latest = [done.startedAt, done.finishedAt].sort().at(-1) ?? done.finishedAt;
    const unseen = connection
      .deleteFrom('products')
      .where('storeId', '=', storeId)
      .where((row) =>
        row.or([row('asOf', '<', done.startedAt), row('asOf', '>', computeImpossiblyLate(latest))]),
      );
    const gone = await unseen.where('document', 'is not', null).executeTakeFirst();
    // Marks of earlier removals: any write that they guard against is older than this import.
    const forgotten = await unseen.executeTakeFirst();
    await countCatalog(connection, storeId);
    if (gone.numDeletedRows + forgotten.numDeletedRows > 0n)
      await noteDeletion(connection, storeId, revision);
    return Number(gone.numDeletedRows);
  });
}

function importReaders(database: Database) {
  const imports = database.selectFrom('catalog_imports');
  const readImport = prepareRead(database, imports.selectAll(), 'storeId');
  const withSubscriptions = imports
    .leftJoin('jobs', (job) =>
      job
        .onRef('jobs.storeId', '=', 'catalog_imports.storeId')
        .on('jobs.kind', '=', sql.lit(CHECK_SUBSCRIPTIONS))
        .on('jobs.subject', '=', sql.lit('')),
    )
    .select(['catalog_imports.storeId', 'currency', 'limited', 'progress']);
  const readState = prepareRead(database, withSubscriptions, 'catalog_imports.storeId');
  return {
    /** Reads the last import with what the last check of the shop's subscriptions has left. */
    async importState(storeId: string) {
      const row = await readState(storeId);
      return row && { currency: row.currency, limited: row.limited, progress: row.progress ?? undefined };
    },

    /** Returns undefined before the first complete import. */
    async findLastImport(storeId: string): Promise<CatalogImport | undefined> {
      const row = await readImport(storeId);
      return row && TABLES.catalog_imports.fromRow(row);
    },
  };
}

/** Finds by one indexed read. Returns undefined for unknown references, and for a product without an available variant. */
function createItemFinder(database: Database) {
  const variants = database.selectFrom('product_variants').select(['storeId', 'variantId', 'title']);
  const byVariant = prepareRead(database, variants, 'storeId', 'variantId');
  const firstVariants = database
    .selectFrom('products')
    .select(['storeId', 'productId', 'handle'])
    .select(['firstVariantId as variantId', 'firstVariantTitle as title']);
  const byProduct = prepareRead(database, firstVariants, 'storeId', 'productId');
  // A handle may have moved to another product: the one imported last has it.
  const byHandle = prepareRead(database, firstVariants.orderBy('asOf', 'desc'), 'storeId', 'handle');
  const read = (storeId: string, reference: ItemReference) => {
    if (reference.kind === 'variant') return byVariant(storeId, reference.id);
    if (reference.kind === 'product') return byProduct(storeId, reference.id);
    return byHandle(storeId, handleKey(reference.handle));
  };
  return async (storeId: string, reference: ItemReference) => {
    const row = await read(storeId, reference);
    if (!row || row.variantId === null || row.title === null) return undefined;
    return { variantId: row.variantId, title: row.title };
  };
}
