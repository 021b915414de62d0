import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LimitRules } from '../../../commerce/merchant/organization-limits.ts';
import type { CatalogLimits } from '../../../commerce/product/catalog-limits.ts';
import { toBarcodeKey, toSkuKey } from '../../../commerce/product/item-codes.ts';
import { formatLineTitle, type Product, pickFirstAvailable } from '../../../commerce/product/products.ts';
import { listPriceChanges } from '../../../commerce/product/sales.ts';
import { normalizeText } from '../../../commerce/text/normalize-text.ts';
import { isSqlite, toJsonRows } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import { computeImpossiblyLate } from '../../engine/impossibly-late.ts';
import { insertJsonRows, itemOf, takeExcluded } from '../rows/rows.ts';
import { admitRows, raiseRevision } from './catalog-sizes.ts';

/** `asOf`: instant before the platform was asked. */
interface Writing {
  storeId: string;
  asOf: string;
  limits: CatalogLimits;
  organizationLimits: LimitRules;
}

/** A write in a transaction that has raised the catalog's revision. */
interface Revising extends Writing {
  revision: number;
}

interface WrittenProducts {
  /** Bytes of all given products. */
  bytes: number;
  /** Ids of products beyond the bound for one. */
  tooLarge: string[];
  /** Number of products beyond the bounds of the store or its organization: new ones are left out, known ones stay as they were. */
  withoutRoom: number;
}

/** Products of one transaction: SQLite blocks the event loop for its duration. */
const BATCH_SIZE = 20;
/** Characters of JSON in one transaction. */
const MAX_WEIGHT = 200_000;

export async function writeProducts(database: Database, writing: Writing, products: readonly Product[]) {
  const outcome: WrittenProducts = { bytes: 0, tooLarge: [], withoutRoom: 0 };
  const distinct = new Map(products.map((product) => [product.id, product]));
  // Sorted: transactions that write the same products cannot deadlock.
  const sorted = [...distinct.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const batchProducts of toBatches(sorted)) {
    const startedAt = performance.now();
    const batch = new Map(batchProducts.map((product) => [product.id, product]));
    for (const product of batchProducts) outcome.bytes += Buffer.byteLength(JSON.stringify(product));
    await confirmUnchanged(database, writing, batch);
    if (batch.size > 0) await writeChanged(database, writing, batch, outcome);
    // Requests have the database for half of the time.
    await sleep(performance.now() - startedAt);
  }
  return outcome;
}

/** Writes those products that the copy has; a confirmation of unchanged ones is one statement. */
export async function confirmProducts(database: Database, writing: Writing, products: readonly Product[]) {
  const left = new Map(products.map((product) => [product.id, product]));
  await confirmUnchanged(database, writing, left);
  if (left.size === 0) return;
  const copied = await database
    .selectFrom('products')
    .select(['productId', 'priceChangesAt', sql<string | null>`document`.as('text')])
    .where('storeId', '=', writing.storeId)
    .where('productId', 'in', [...left.keys()])
    .where('asOf', '<', writing.asOf)
    .execute();
  const changed = copied.flatMap(({ productId: id, text, priceChangesAt: changesAt }) => {
    const product = left.get(id);
    const isDue = changesAt !== null && changesAt <= writing.asOf;
    return product && (isDue || JSON.stringify(product) !== text) ? product : [];
  });
  if (changed.length > 0) await writeProducts(database, writing, changed);
}

async function writeChanged(
  database: Database,
  writing: Writing,
  batch: ReadonlyMap<string, Product>,
  outcome: WrittenProducts,
): Promise<void> {
  const rows = [...batch.values()].map((product) => toRow(product, writing.asOf));
  const isTooLarge = ({ size }: Row) => size > writing.limits.maxProductBytes;
  const fitting = rows.filter((row) => !isTooLarge(row));
  const tooLarge = rows.filter(isTooLarge).map(({ id }) => id);
  const admitted = await database.transaction().execute(async (connection) => {
    const revising = { ...writing, revision: await raiseRevision(connection, writing.storeId) };
    const content = await admitRows(connection, writing, fitting);
    const writtenRows = await upsertRows(connection, revising, content);
    await replaceVariants(connection, writing, writtenRows, batch);
    await removeRows(connection, revising, tooLarge);
    const left = fitting.filter((row) => !content.includes(row)).map(({ id }) => id);
    await keepRows(connection, writing, left);
    return content;
  });
  outcome.tooLarge.push(...tooLarge);
  outcome.withoutRoom += fitting.length - admitted.length;
}

/** Keeps the copies of products that have grown beyond the room: the import that read them would delete them as unseen. */
async function keepRows(connection: Database, { storeId, asOf }: Writing, ids: readonly string[]) {
  if (ids.length === 0) return;
  await connection
    .updateTable('products')
    .set({ asOf })
    .where('storeId', '=', storeId)
    .where('productId', 'in', ids)
    .where('asOf', '<', asOf)
    .execute();
}

function toBatches(products: readonly Product[]): Product[][] {
  const batches: Product[][] = [];
  let weight = 0;
  for (const product of products) {
    const own = JSON.stringify(product).length;
    const last = batches.at(-1);
    weight += own;
    if (last && last.length < BATCH_SIZE && weight <= MAX_WEIGHT) last.push(product);
    else {
      batches.push([product]);
      weight = own;
    }
  }
  return batches;
}

/** Leaves a mark for each product, so that an older write does not restore it. */
export async function writeRemovals(database: Database, writing: Writing, ids: readonly string[]) {
  if (ids.length === 0) return;
  await database.transaction().execute(async (connection) => {
    const revision = await raiseRevision(connection, writing.storeId);
    await removeRows(connection, { ...writing, revision }, ids);
  });
}

async function removeRows(connection: Database, writing: Revising, ids: readonly string[]): Promise<void> {
  const marks = [...new Set(ids)].sort().map((id) => ({ id, ...NOTHING_LEFT }));
  const admitted = await admitRows(connection, writing, marks);
  const writtenRows = await upsertRows(connection, writing, admitted);
  await replaceVariants(connection, writing, writtenRows, new Map());
}

type Row = Omit<ReturnType<typeof toRow>, 'document'> & { document: string | null };

const NOTHING_LEFT = {
  ...{ handle: '', available: 0, firstVariantId: null, firstVariantTitle: null, sku: null },
  ...{ document: null, size: 0, priceChangesAt: null },
};

/**
 * Writes only the instant of unchanged products without a price change since, and removes them from `batch`; outside the transaction that locks the revision
 * before products. The rows repeat the store's id: SQLite would scan the store's products for each of them otherwise.
 */
async function confirmUnchanged(connection: Database, writing: Writing, batch: Map<string, Product>) {
  const { storeId, asOf } = writing;
  const columns = { storeId: 'text', id: 'text', document: 'text' } as const;
  const rows = Array.from(batch.values(), (product) => {
    return { storeId, id: product.id, document: JSON.stringify(product) };
  });
  // Rows that another process writes at the moment are left to it: waiting for several could deadlock.
  const unlocked = connection
    .selectFrom('products')
    .where('storeId', '=', storeId)
    .where('productId', 'in', [...batch.keys()])
    .select('number')
    .forUpdate()
    .skipLocked();
  const confirmed = await connection
    .updateTable('products')
    .from(toJsonRows(connection, columns, rows))
    .set({ asOf })
    .whereRef('products.storeId', '=', 'item.storeId')
    .whereRef('products.productId', '=', 'item.id')
    .whereRef(sql`products.document`, '=', 'item.document')
    .where(({ or, eb }) => or([eb('priceChangesAt', 'is', null), eb('priceChangesAt', '>', asOf)]))
    .where(({ or, eb }) => or([eb('asOf', '<=', asOf), eb('asOf', '>', computeImpossiblyLate(asOf))]))
    .$if(!isSqlite(connection), (query) => query.where('products.number', 'in', unlocked))
    .returning('products.productId')
    .execute();
  for (const row of confirmed) batch.delete(row.productId);
}

interface Written {
  number: number;
  productId: string;
}

/** Returns the written rows; skips products that a later write or import has updated. */
async function upsertRows(connection: Database, writing: Revising, content: readonly Row[]) {
  const { storeId, asOf, revision } = writing;
  if (content.length === 0) return [];
  const rows = content.map(({ id, ...row }) => {
    return { storeId, productId: id, ...row, asOf, revision };
  });
  const { exists, not, selectFrom } = itemOf<'products'>();
  const latest = computeImpossiblyLate(asOf);
  const laterImport = selectFrom('catalog_imports')
    .select('catalog_imports.storeId')
    .where('catalog_imports.storeId', '=', storeId)
    .where('startedAt', '>', asOf)
    .where('startedAt', '<=', latest);
  const facts = takeExcluded('handle', 'available', 'firstVariantId', 'firstVariantTitle', 'sku');
  const revised = takeExcluded('document', 'size', 'priceChangesAt', 'asOf', 'revision');
  return insertJsonRows(connection, 'products', rows, not(exists(laterImport)))
    .onConflict((conflict) =>
      conflict
        .columns(['storeId', 'productId'])
        .doUpdateSet({ ...facts, ...revised })
        .where(sql<boolean>`products.as_of <= excluded.as_of or products.as_of > ${latest}`),
    )
    .returning(['number', 'productId'])
    .execute();
}

async function replaceVariants(
  connection: Database,
  { storeId }: Writing,
  writtenRows: readonly Written[],
  products: ReadonlyMap<string, Product>,
): Promise<void> {
  if (writtenRows.length === 0) return;
  const numbers = writtenRows.map(({ number }) => number);
  await connection
    .deleteFrom('product_variants')
    .where('storeId', '=', storeId)
    .where('productNumber', 'in', numbers)
    .execute();
  const rows = writtenRows.flatMap(({ number, productId }) => {
    const product = products.get(productId);
    return (product?.variants ?? []).map(({ id, title, sku = '', barcode = '' }) => ({
      ...{ storeId, variantId: id, productNumber: number },
      title: toStorable(formatLineTitle(product?.title ?? '', title)),
      ...{ sku: toSkuKey(sku) ?? null, barcode: toBarcodeKey(barcode) ?? null },
    }));
  });
  const variants = [...new Map(rows.map((row) => [row.variantId, row])).values()];
  if (variants.length === 0) return;
  await insertJsonRows(connection, 'product_variants', variants)
    .onConflict((conflict) =>
      conflict
        .columns(['storeId', 'variantId'])
        .doUpdateSet(takeExcluded('productNumber', 'title', 'sku', 'barcode')),
    )
    .execute();
}

/** Dates of one product’s sales: a row of the index stays far below the page of PostgreSQL. */
export const MAX_PRICE_CHANGES = 20;

function toRow(product: Product, asOf: string) {
  const first = pickFirstAvailable(product.variants);
  const document = JSON.stringify(product);
  return {
    id: product.id,
    handle: handleKey(product.handle),
    available: product.availability === 'in_stock' ? 1 : 0,
    firstVariantId: first?.id ?? null,
    firstVariantTitle: first ? toStorable(formatLineTitle(product.title, first.title)) : null,
    sku: toSkuKey(product.sku ?? '') ?? null,
    document,
    size: Buffer.byteLength(document),
    priceChangesAt: listPriceChanges(product, asOf).slice(0, MAX_PRICE_CHANGES).join(' ') || null,
  };
}

/** Shops ignore the case of handles. */
export const handleKey = (handle: string): string => toStorable(normalizeText(handle, 'NFC').toLowerCase());

/** Removes NUL and lone surrogates, which PostgreSQL refuses; the document keeps both, escaped by JSON. */
const toStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
