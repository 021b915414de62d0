import type { ItemReference, Product, ProductPage, ResolvedItem } from '../../commerce/products.ts';
import type { Caller, ProductQuery } from '../store-platform.ts';
import { readEntries } from './catalog-entries.ts';
import type { CatalogEntry, WooProduct } from './catalog-wire.ts';
import type { Ask } from './client.ts';
import { type CatalogNumber, readableSlug, readGid } from './item-ids.ts';
import { readNamedProducts } from './named-products.ts';
import { askForProducts, hasPageAfter, publicProducts } from './product-list.ts';
import { readCursor, toCursor } from './search-cursor.ts';
import type { ConvertPage } from './convert-products.ts';
import { isVariable, toResolvedItem } from './to-product.ts';

type CurrencyOf = (caller: Caller) => Promise<string>;

/**
 * The catalog of one shop. The currency is awaited first: asked at the same time, a read that outlives the other's
 * failure would be joined, and failed, by the next call.
 */
export function catalogOf(ask: Ask, currencyOf: CurrencyOf, convert: ConvertPage) {
  async function entriesOf(
    numbers: readonly CatalogNumber[],
    handles: readonly string[],
    caller: Caller,
  ): Promise<CatalogEntry[]> {
    const named = { numbers: numbers.map(({ number }) => number), handles };
    return readEntries(ask, await readNamedProducts(ask, named, caller), caller);
  }

  return {
    async searchProducts(search: ProductQuery, caller: Caller): Promise<ProductPage> {
      const page = readCursor(search.after, search.first);
      const currency = await currencyOf(caller);
      const params = { search: search.text, per_page: search.first, page };
      const answer = await askForProducts(ask, params, caller);
      const entries = await readEntries(ask, publicProducts(answer).filter(isListed), caller);
      const hasNextPage = hasPageAfter(answer, { page, perPage: search.first });
      return {
        products: await convert(entries, currency),
        hasNextPage,
        endCursor: hasNextPage ? toCursor(page + 1, search.first) : null,
      };
    },

    async lookupProducts(ids: readonly string[], caller: Caller): Promise<Product[]> {
      const wanted = ids.flatMap((id) => readGid(id) ?? []);
      const currency = await currencyOf(caller);
      const entries = await entriesOf(wanted, [], caller);
      const meant = wanted.flatMap((number) => entries.find((entry) => isMeant(entry, number)) ?? []);
      return convert([...new Set(meant)], currency);
    },

    async resolveItems(
      references: readonly ItemReference[],
      caller: Caller,
    ): Promise<(ResolvedItem | undefined)[]> {
      const numbers = references.flatMap((each) => (each.kind === 'handle' ? [] : (readGid(each.id) ?? [])));
      const handles = references.flatMap((each) => (each.kind === 'handle' ? [each.handle] : []));
      const currency = await currencyOf(caller);
      const entries = await entriesOf(numbers, handles, caller);
      return references.map((reference) => resolve(reference, entries, currency));
    },
  };
}

function resolve(
  reference: ItemReference,
  entries: readonly CatalogEntry[],
  currency: string,
): ResolvedItem | undefined {
  if (reference.kind === 'handle') {
    const entry = entries.find(({ product }) => sameSlug(product.slug, reference.handle));
    return entry && toResolvedItem(entry, currency);
  }
  const wanted = readGid(reference.id);
  const entry = wanted && entries.find((each) => isMeant(each, wanted));
  return entry && toResolvedItem(entry, currency, wanted.kind === 'variant' ? wanted.number : undefined);
}

/** A product's number is also that of its only variant, unless the product leaves a choice. */
function isMeant({ product, variations }: CatalogEntry, { kind, number }: CatalogNumber): boolean {
  if (kind === 'variant' && isVariable(product)) return variations.some(({ id }) => id === number);
  return product.id === number;
}

function sameSlug(stored: string, handle: string): boolean {
  return readableSlug(stored).toLowerCase() === readableSlug(handle).toLowerCase();
}

/** Hidden from the shop's own search, sold elsewhere (external), or no goods but a group of others. */
function isListed({ catalog_visibility, type }: WooProduct): boolean {
  const findable = catalog_visibility === 'visible' || catalog_visibility === 'search';
  return findable && type !== 'grouped' && type !== 'external';
}
