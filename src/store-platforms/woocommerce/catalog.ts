import type { Caller } from '../../commerce/call/caller.ts';
import { CommerceError, createMemberError } from '../../commerce/errors.ts';
import type { ItemReference, Product, ProductPage } from '../../commerce/product/products.ts';
import type { StoreDescription } from '../../commerce/store/store.ts';
import type { CatalogPage, ProductQuery } from '../store-platform.ts';
import { readStoreInfo } from './access/describe-store.ts';
import { readNamedProducts } from './catalog/named-products.ts';
import {
  type CatalogEntry,
  type ListedProduct,
  nameFailedProducts,
  readProductRange,
} from './catalog/product-list.ts';
import { isListed, isVariable, toProducts, toResolvedItem } from './catalog/to-product.ts';
import { type WooProduct, type WooVariation, wooVariation } from './catalog/wire.ts';
import { type Ask, chunkByHundred, readList, withConcurrency } from './client.ts';
import { type CatalogNumber, readGid, toReadableSlug } from './items.ts';

type Catalog = ReturnType<ReturnType<typeof createCatalogReader>>;

export function createCatalogReader(createAsk: (caller: Caller) => Ask, description?: StoreDescription) {
  let currency = description?.currency;
  return (caller: Caller) => {
    const ask = createAsk(caller);
    /** Awaited before other reads: a parallel read that outlives its failure would be joined, and failed, by the next call. */
    async function fetchCurrency(): Promise<string> {
      // Product prices carry none.
      currency ??= (await readStoreInfo(ask)).currency.toUpperCase();
      return currency;
    }
    return { ask, pricesIncludeTax: description?.pricesIncludeTax, fetchCurrency };
  };
}

export async function searchProducts(catalog: Catalog, query: ProductQuery): Promise<ProductPage> {
  const { text, first, after } = query;
  const page = readCursor(after, first);
  const currency = await catalog.fetchCurrency();
  const place = { page, perPage: first };
  const { products, hasNextPage } = await readProductRange(catalog.ask, { search: text }, place);
  const entries = await readEntries(catalog, products.filter(isListed));
  const endCursor = hasNextPage ? Buffer.from(`page-${page + 1}-of-${first}`).toString('base64url') : null;
  return { products: await toProducts(entries, currency), hasNextPage, endCursor };
}

export async function lookupProducts(catalog: Catalog, ids: readonly string[]): Promise<Product[]> {
  const numbers = ids.flatMap((id) => readGid(id) ?? []);
  const currency = await catalog.fetchCurrency();
  const entries = await fetchEntries(catalog, numbers, []);
  const meant = numbers.flatMap((number) => entries.find((entry) => isMeant(entry, number)) ?? []);
  return toProducts([...new Set(meant)], currency);
}

export async function resolveItems(catalog: Catalog, references: readonly ItemReference[]) {
  const numbers = references.flatMap((each) => (each.kind === 'handle' ? [] : (readGid(each.id) ?? [])));
  const handles = references.flatMap((each) => (each.kind === 'handle' ? [each.handle] : []));
  const currency = await catalog.fetchCurrency();
  const entries = await fetchEntries(catalog, numbers, handles);
  const bySlug = new Map(entries.toReversed().map((entry) => [toSlugKey(entry.product.slug), entry]));
  return references.map((reference) => {
    const number = reference.kind === 'handle' ? undefined : readGid(reference.id);
    const entry =
      reference.kind === 'handle'
        ? bySlug.get(toSlugKey(reference.handle))
        : number && entries.find((each) => isMeant(each, number));
    return entry && toResolvedItem(entry, currency, number?.kind === 'variant' ? number.item : undefined);
  });
}

async function fetchEntries(catalog: Catalog, numbers: readonly CatalogNumber[], handles: readonly string[]) {
  const names = { numbers: numbers.map(({ number }) => number), handles };
  return readEntries(catalog, await readNamedProducts(catalog.ask, names));
}

/** Treats a product's number as its only variant's number, unless the product leaves a choice. */
function isMeant({ product, variations }: CatalogEntry, { kind, number }: CatalogNumber): boolean {
  if (kind === 'variant' && isVariable(product)) return variations.some(({ id }) => hasNumber(id, number));
  return product.id === number;
}

/** True for the variation of a number, and for each way to choose what it leaves open. */
function hasNumber(item: number | string, number: number): boolean {
  return item === number || (typeof item === 'string' && item.startsWith(`${number}-`));
}

function toSlugKey(slug: string): string {
  return toReadableSlug(slug).toLowerCase();
}

const PER_PAGE = 100;

/** Lists oldest first. After deletions the previous page is read again, since products have moved up; some then come twice. */
export async function listProducts(catalog: Catalog, after: string | undefined): Promise<CatalogPage> {
  const { ask } = catalog;
  const { page, totalBefore } = readPlace(after);
  const currency = await catalog.fetchCurrency();
  const range = await readAll(ask, page);
  const { total, hasNextPage } = range;
  const hasShrunk = page > 1 && total !== null && total < totalBefore;
  const again = hasShrunk ? (await readAll(ask, page - 1)).products : [];
  const entries = await readEntries(catalog, [...again, ...range.products]);
  const leftOut = [...range.leftOut, ...(await nameFailedProducts(ask, range.failedAt))];
  return {
    products: await toProducts(entries, currency),
    next: hasNextPage ? `${page + 1}-of-${total ?? 0}` : null,
    total,
    ...(leftOut.length > 0 ? { leftOut } : {}),
  };
}

function readAll(ask: Ask, page: number) {
  return readProductRange(ask, { orderby: 'id', order: 'asc' }, { page, perPage: PER_PAGE });
}

function readPlace(after: string | undefined): { page: number; totalBefore: number } {
  if (after === undefined) return { page: 1, totalBefore: 0 };
  const [, page, totalBefore] = /^([1-9]\d{0,8})-of-(\d{1,12})$/.exec(after) ?? [];
  if (page !== undefined) return { page: Number(page), totalBefore: Number(totalBefore) };
  throw new CommerceError('invalid_input', 'after is not a cursor of this store’s product list.');
}

/** A page number with its page size, since WooCommerce pages by number. */
const CURSOR = /^page-([1-9]\d{0,8})-of-([1-9]\d{0,2})$/;

/** Decodes the page, 1 without a cursor. Throws `invalid_input` for an invalid cursor or one of another page size. */
function readCursor(cursor: string | undefined, size: number): number {
  if (cursor === undefined) return 1;
  const [, page, ofSize] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (page === undefined) throw createMemberError('after', 'is not a cursor of this store');
  if (Number(ofSize) !== size)
    throw createMemberError('after', `belongs to a search with first=${ofSize}: keep that number`);
  return Number(page);
}

/** Completes products with their variations, from the connector's answer or else by calls to WooCommerce. */
async function readEntries({ ask, pricesIncludeTax }: Catalog, products: readonly ListedProduct[]) {
  const without = products.filter((product) => isVariable(product) && !product.ucp_host_variations);
  const variations = await readVariations(ask, without);
  return products.map((product) => ({
    ...toEntry(product, product.ucp_host_variations ?? variations),
    pricesIncludeTax: product.ucp_host_prices_include_tax ?? pricesIncludeTax,
  }));
}

/** Orders variations as the product's own list does, and drops disabled ones, which WooCommerce lists too. */
function toEntry(product: ListedProduct, rows: readonly Row[]): Omit<CatalogEntry, 'pricesIncludeTax'> {
  if (!isVariable(product)) return { product, variations: [], priced: [product] };
  const published = rows.filter(({ status }) => status === 'publish');
  const byId = new Map(published.map((row) => [Number(row.id), row]));
  // Core lists the variations of its own type alone.
  const ids = product.variations.length > 0 ? product.variations : [...byId.keys()];
  const variations = ids.flatMap((id) => byId.get(id) ?? []);
  return { product, variations: toChosenVariations(variations), priced: toPrices(product) ?? variations };
}

type Row = CatalogEntry['variations'][number] &
  Pick<NonNullable<ListedProduct['ucp_host_variations']>[number], 'choices'>;

/** Replaces a variation that leaves a choice open by one for each way to choose. Of equal ones the shop sells the first. */
function toChosenVariations(variations: readonly Row[]): CatalogEntry['variations'] {
  if (variations.every(({ choices }) => choices === undefined)) return [...variations];
  const ways = variations.flatMap(({ choices, ...row }) =>
    choices === undefined ? [row] : choices.map((choice) => ({ ...row, ...choice })),
  );
  const distinct = Map.groupBy(ways, ({ attributes }) => JSON.stringify(attributes));
  return [...distinct.values()].flatMap((equal) => equal.slice(0, 1));
}

/** Price range over all variations, including variations that the connector omitted. */
function toPrices({ ucp_host_price_range: range }: ListedProduct): CatalogEntry['priced'] | undefined {
  if (range === undefined) return undefined;
  return range === null ? [] : [{ price: range.min }, { price: range.max }];
}

/** Ten calls for one product. */
const MAX_VARIATIONS = 1_000;

/** Reads all variations from core: one call per product and hundred variations. */
async function readVariations(ask: Ask, products: readonly WooProduct[]): Promise<WooVariation[]> {
  const batches = products.flatMap(({ id, variations }) =>
    chunkByHundred(variations.slice(0, MAX_VARIATIONS)).map((include) => ({ parent: id, include })),
  );
  const pages = await withConcurrency(batches, async ({ parent, include }) => {
    const params = { include: include.join(','), per_page: include.length };
    const { entries } = await readList(ask, `/products/${parent}/variations`, wooVariation, params);
    return entries;
  });
  return pages.flat();
}
