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
import { matchRows } from '../rows/rows.ts';
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
    .select(['product_id', 'document', 'price_changes_at'])
    .where('store_id', '=', writing.storeId)
    .where('product_id', 'in', [...left.keys()])
    .where('as_of', '<', writing.asOf)
    .execute();
  const changed = copied.flatMap(({ product_id: id, document, price_changes_at: changesAt }) => {
    const product = left.get(id);
    const isDue = changesAt !== null && changesAt <= writing.asOf;
    return product && (isDue || JSON.stringify(product) !== document) ? product : [];
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
    .set({ as_of: asOf })
    .where('store_id', '=', storeId)
    .where('product_id', 'in', ids)
    .where('as_of', '<', asOf)
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

interface Row {
  id: string;
  handle: string;
  available: 0 | 1;
  firstId: string | null;
  firstTitle: string | null;
  sku?: string | undefined;
  document: string | null;
  size: number;
  priceChangesAt: string | null;
}

const NOTHING_LEFT = {
  handle: '',
  available: 0,
  firstId: null,
  firstTitle: null,
  document: null,
  size: 0,
  priceChangesAt: null,
} as const;

/**
 * Writes only the instant of unchanged products without a price change since, and removes them from `batch`; outside the transaction that locks the revision
 * before products. The rows repeat the store's id: SQLite would scan the store's products for each of them otherwise.
 */
async function confirmUnchanged(
  connection: Database,
  { storeId, asOf }: Writing,
  batch: Map<string, Product>,
): Promise<void> {
  const rows = [...batch.values()].map((product) => ({
    storeId,
    id: product.id,
    document: JSON.stringify(product),
  }));
  // Rows that another process writes at the moment are left to it: waiting for several could deadlock.
  const unlocked = isSqlite(connection)
    ? sql``
    : sql`and products.number in (select number from products where store_id = ${storeId}
        and product_id in (${sql.join([...batch.keys()])}) for update skip locked)`;
  const confirmed = await sql<{ product_id: string }>`
    update products set as_of = ${asOf} from ${toJsonRows(connection, rows)}
    where products.store_id = item.value ->> 'storeId' and products.product_id = item.value ->> 'id'
      and products.document = item.value ->> 'document'
      and (products.price_changes_at is null or products.price_changes_at > ${asOf})
      and (products.as_of <= ${asOf} or products.as_of > ${computeImpossiblyLate(asOf)}) ${unlocked}
    returning products.product_id`.execute(connection);
  for (const row of confirmed.rows) batch.delete(row.product_id);
}

interface Written {
  number: number;
  product_id: string;
}

/** Returns the written rows; skips products that a later write or import has updated. */
async function upsertRows(
  connection: Database,
  { storeId, asOf, revision }: Revising,
  content: readonly Row[],
): Promise<Written[]> {
  if (content.length === 0) return [];
  const result = await sql<Written>`
    insert into products
      (store_id, product_id, handle, available, first_variant_id, first_variant_title, sku, document, size,
        price_changes_at, as_of, revision)
    select ${storeId}, item.value ->> 'id', item.value ->> 'handle', cast(item.value ->> 'available' as integer),
      item.value ->> 'firstId', item.value ->> 'firstTitle', item.value ->> 'sku', item.value ->> 'document',
      cast(item.value ->> 'size' as integer), item.value ->> 'priceChangesAt', ${asOf}, ${sql.lit(revision)}
    from ${toJsonRows(connection, content)}
    where not exists (select 1 from catalog_imports where store_id = ${storeId}
      and started_at > ${asOf} and started_at <= ${computeImpossiblyLate(asOf)})
    on conflict (store_id, product_id) do update set
      handle = excluded.handle, available = excluded.available, first_variant_id = excluded.first_variant_id,
      first_variant_title = excluded.first_variant_title, sku = excluded.sku, document = excluded.document,
      size = excluded.size, price_changes_at = excluded.price_changes_at, as_of = excluded.as_of, revision = excluded.revision
    where products.as_of <= excluded.as_of or products.as_of > ${computeImpossiblyLate(asOf)}
    returning number, product_id`.execute(connection);
  return result.rows;
}

async function replaceVariants(
  connection: Database,
  { storeId }: Writing,
  writtenRows: readonly Written[],
  products: ReadonlyMap<string, Product>,
): Promise<void> {
  if (writtenRows.length === 0) return;
  const numbers = writtenRows.map(({ number }) => number);
  await matchRows(connection, 'product_variants', { storeId, productNumber: ['in', numbers] }).delete();
  const variants = new Map(
    writtenRows.flatMap(({ number, product_id }) => {
      const product = products.get(product_id);
      return (product?.variants ?? []).map(
        ({ id, title, sku = '', barcode = '' }) =>
          [
            id,
            {
              ...{ id, number, title: toStorable(formatLineTitle(product?.title ?? '', title)) },
              ...{ sku: toSkuKey(sku), barcode: toBarcodeKey(barcode) },
            },
          ] as const,
      );
    }),
  );
  if (variants.size === 0) return;
  await sql`insert into product_variants (store_id, variant_id, product_number, title, sku, barcode)
    select ${storeId}, item.value ->> 'id', cast(item.value ->> 'number' as bigint), item.value ->> 'title',
      item.value ->> 'sku', item.value ->> 'barcode'
    from ${toJsonRows(connection, [...variants.values()])} where true
    on conflict (store_id, variant_id) do update set product_number = excluded.product_number,
      title = excluded.title, sku = excluded.sku, barcode = excluded.barcode`.execute(connection);
}

/** Dates of one product’s sales: a row of the index stays far below the page of PostgreSQL. */
export const MAX_PRICE_CHANGES = 20;

function toRow(product: Product, asOf: string): Row {
  const first = pickFirstAvailable(product.variants);
  const document = JSON.stringify(product);
  return {
    id: product.id,
    handle: handleKey(product.handle),
    available: product.availability === 'in_stock' ? 1 : 0,
    firstId: first?.id ?? null,
    firstTitle: first ? toStorable(formatLineTitle(product.title, first.title)) : null,
    sku: toSkuKey(product.sku ?? ''),
    document,
    size: Buffer.byteLength(document),
    priceChangesAt: listPriceChanges(product, asOf).slice(0, MAX_PRICE_CHANGES).join(' ') || null,
  };
}

/** Shops ignore the case of handles. */
export function handleKey(handle: string): string {
  return toStorable(normalizeText(handle, 'NFC').toLowerCase());
}

/** Removes NUL and lone surrogates, which PostgreSQL refuses; the document keeps both, escaped by JSON. */
function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
