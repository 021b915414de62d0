import { readList } from '../client/core.ts';
import { type Ask, chunkByHundred, withConcurrency } from '../client.ts';
import type { ListedProduct } from './product-list.ts';
import { isVariable } from './to-product.ts';
import { type CatalogEntry, type WooProduct, type WooVariation, wooVariation } from './wire.ts';

/** Completes products with their variations, from the connector's answer or else by calls to WooCommerce. */
export async function readEntries(ask: Ask, products: readonly ListedProduct[]): Promise<CatalogEntry[]> {
  const without = products.filter((product) => isVariable(product) && !product.ucp_host_variations);
  const variations = await readVariations(ask, without);
  return products.map((product) => toEntry(product, product.ucp_host_variations ?? variations));
}

/** Orders variations as the product's own list does, and drops disabled ones, which WooCommerce lists too. */
function toEntry(product: ListedProduct, rows: readonly Row[]): CatalogEntry {
  const pricesIncludeTax = product.ucp_host_prices_include_tax;
  if (!isVariable(product)) return { product, variations: [], priced: [product], pricesIncludeTax };
  const published = new Map(
    rows.filter(({ status }) => status === 'publish').map((row) => [Number(row.id), row]),
  );
  // Core lists the variations of its own type alone.
  const ids = product.variations.length > 0 ? product.variations : [...published.keys()];
  const variations = ids.flatMap((id) => published.get(id) ?? []);
  return {
    product,
    variations: toChosenVariations(variations),
    priced: toPrices(product) ?? variations,
    pricesIncludeTax,
  };
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
