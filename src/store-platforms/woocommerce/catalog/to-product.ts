import { countUpTo } from '../../../commerce/json/json-parts.ts';
import { toMinorUnits } from '../../../commerce/money/money.ts';
import { mapYielding } from '../../../commerce/paging/map-yielding.ts';
import { PRODUCT_LIMITS } from '../../../commerce/product/product-limits.ts';
import type { Product, ResolvedItem, Variant } from '../../../commerce/product/products.ts';
import { toIso } from '../../../commerce/time/time.ts';
import { toProductGid, toReadableSlug, toVariantGid } from '../items.ts';
import { CONVERTED, plainLine, STRIPPED, type TextConverter } from '../plain-text.ts';
import { isLessThanOnePiece, toChoice, toDetails, toMedia, toStock } from './product-details.ts';
import type { CatalogEntry, WooProduct } from './wire.ts';

/** Options that a variation without a name is called by. */
const MAX_OPTIONS = 20;

/** Plugins give variable products other type names, for which core lists no variations. */
export function isVariable({ variations, ucp_host_variations, type }: CatalogEntry['product']): boolean {
  return variations.length > 0 || ucp_host_variations !== undefined || type === 'variable';
}

/** `storeCurrency` is the store's currency, used when the prices carry none. */
function toProduct(
  entry: CatalogEntry,
  storeCurrency: string,
  { convertLine, convertText } = CONVERTED,
): Product {
  const { product } = entry;
  const currency = product.currency ?? storeCurrency;
  const title = convertLine(product.name);
  const media = product.images.slice(0, PRODUCT_LIMITS.media).map((image) => toMedia(image, convertLine));
  const available = pickAvailableGoods(entry, currency);
  const context = { entry, currency, available, title, line: convertLine, shownAbove: media[0]?.url };
  const variants = getGoods(entry)
    .slice(0, PRODUCT_LIMITS.variants)
    .map((goods) => toVariant(goods, context));
  return {
    id: toProductGid(product.id),
    title,
    description: convertText(product.description) || convertText(product.short_description),
    handle: toReadableSlug(product.slug),
    url: product.permalink,
    priceRange: priceRangeOf(entry, currency),
    variants,
    media,
    availability: getGoods(entry).some(isInStock) ? 'in_stock' : 'out_of_stock',
    ...(product.priceText === undefined ? {} : { priceText: convertLine(product.priceText) }),
    tags: product.categories.slice(0, PRODUCT_LIMITS.tags).map((category) => convertLine(category.name)),
    ...toDetails(entry, convertLine),
    ...(isListed(product) ? {} : { unlisted: true }),
    ...(entry.pricesIncludeTax === undefined ? {} : { pricesIncludeTax: entry.pricesIncludeTax }),
  };
}

/** Chooses the given variation, or the first that can be bought. */
export function toResolvedItem(entry: CatalogEntry, currency: string, variation?: number | string) {
  const goods = getGoods(entry);
  const available = pickAvailableGoods(entry, currency);
  const [any = goods[0]] = available;
  const first = [...available].find((each) => !hasOpenChoice(each, entry)) ?? any;
  const item = variation === undefined ? first : goods.find(({ id }) => id === variation);
  if (!item) return undefined;
  const title = plainLine(entry.product.name);
  const context = { entry, currency, available, title, line: plainLine, shownAbove: undefined };
  const variant = toVariant(item, context);
  return {
    productId: toProductGid(entry.product.id),
    handle: toReadableSlug(entry.product.slug),
    variantId: variant.id,
    title: variant.title === title ? title : `${title} - ${variant.title}`,
    available: variant.available,
  } satisfies ResolvedItem;
}

/** False for products hidden from the shop's search, sold elsewhere (external), or grouping others. */
export function isListed({ catalog_visibility, type }: WooProduct): boolean {
  const findable = catalog_visibility === 'visible' || catalog_visibility === 'search';
  return findable && type !== 'grouped' && type !== 'external';
}

type Goods = CatalogEntry['product'] | CatalogEntry['variations'][number];

function getGoods({ product, variations }: CatalogEntry): readonly Goods[] {
  return isVariable(product) ? variations : [product];
}

interface VariantContext {
  entry: CatalogEntry;
  currency: string;
  available: ReadonlySet<Goods>;
  title: string;
  line: TextConverter['convertLine'];
  /** First picture of the product, which variations without an own one repeat. */
  shownAbove: string | undefined;
}

function toVariant(goods: Goods, context: VariantContext): Variant {
  const { entry, currency, title, line } = context;
  const available = context.available.has(goods);
  const price = priceOf(goods, currency) ?? 0;
  const listPrice = priceOf({ price: goods.regular_price ?? '' }, currency) ?? 0;
  return {
    id: toVariantGid(goods.id),
    title: goods === entry.product ? title : toTitle(goods, title, line),
    price,
    currency,
    available,
    ...toRestriction(goods, context),
    ...(goods === entry.product || goods.priceText === undefined ? {} : { priceText: line(goods.priceText) }),
    ...toStock(goods, available),
    ...(listPrice > price ? { listPrice } : {}),
    ...toSale(goods, currency),
    ...(goods.sku ? { sku: line(goods.sku) } : {}),
    ...(goods.global_unique_id ? { barcode: line(goods.global_unique_id) } : {}),
    ...(entry.product.sold_individually ? { maxPerOrder: 1 } : {}),
    ...(goods.virtual ? { needsDelivery: false as const } : {}),
    ...('images' in goods ? {} : toChoice(goods, line, context.shownAbove)),
  };
}

function pickAvailableGoods(entry: CatalogEntry, currency: string): ReadonlySet<Goods> {
  if (['grouped', 'external'].includes(entry.product.type)) return new Set();
  const isForSale = (goods: Goods) => goods.purchasable && isInStock(goods) && hasPrice(goods, currency);
  return new Set(getGoods(entry).filter(isForSale));
}

/** `purchasable` stays true when out of stock; `onbackorder` can be bought. */
function isInStock({ stock_status }: Goods): boolean {
  return stock_status !== 'outofstock';
}

/** True for "any size" that no id of an item chooses, for what a plugin has the buyer choose, and for the rest of a piece. */
function hasOpenChoice(goods: Goods, { product }: CatalogEntry): boolean {
  if (isLessThanOnePiece(goods)) return true;
  if (goods === product) return product.ucp_host_choose_on_page === true;
  return goods.attributes.length < product.attributes.filter(({ variation }) => variation).length;
}

function toRestriction(goods: Goods, context: VariantContext): Pick<Variant, 'restriction'> {
  const { entry, currency, available } = context;
  if (!hasPrice(goods, currency)) return { restriction: 'price_on_request' };
  if (!isInStock(goods)) return {};
  if (!available.has(goods)) return { restriction: 'not_for_sale' };
  return hasOpenChoice(goods, entry) ? { restriction: 'choose_on_page' } : {};
}

/** Ignores a name that begins with the product's (`Organic Cotton Tee - M, Red`), as a variation's own route returns it. */
function toTitle(goods: Goods, title: string, line: TextConverter['convertLine']): string {
  const name = line(goods.name);
  if (name !== '' && name !== title && !name.startsWith(`${title} - `)) return name;
  const options = goods.attributes.slice(0, MAX_OPTIONS);
  return options.flatMap((each) => ('option' in each ? line(each.option) : [])).join(', ') || title;
}

function toSale({ sale }: Goods, currency: string): Pick<Variant, 'sale'> {
  const price = sale ? priceOf(sale, currency) : undefined;
  if (!sale || price === undefined) return {};
  const toInstant = (date: string | null) => (date === null ? undefined : toIso(Date.parse(date)));
  const [from, until] = [toInstant(sale.from), toInstant(sale.to)];
  return { sale: { price, ...(from && { from }), ...(until && { until }) } };
}

/** Minor units; undefined for an empty or invalid price. */
function priceOf(goods: { price: string }, currency: string): number | undefined {
  if (goods.price === '') return undefined;
  try {
    return toMinorUnits(goods.price, currency);
  } catch {
    return undefined;
  }
}

function hasPrice(goods: Goods, currency: string): boolean {
  return priceOf(goods, currency) !== undefined;
}

function priceRangeOf(entry: CatalogEntry, currency: string): Product['priceRange'] {
  const prices = entry.priced.flatMap((goods) => priceOf(goods, currency) ?? []);
  if (prices.length === 0) return { min: 0, max: 0, currency };
  return { min: Math.min(...prices), max: Math.max(...prices), currency };
}

/** Tags and entities of a product that are converted in milliseconds. */
const MAX_MARKUP = 1_000;

/** Converts a page of products, and lets requests be served in between. The tags of heavy markup are cut out instead. */
export function toProducts(entries: readonly CatalogEntry[], currency: string): Promise<Product[]> {
  return mapYielding(entries, (entry) =>
    isHeavy(entry) ? toProduct(entry, currency, STRIPPED) : toProduct(entry, currency),
  );
}

function isHeavy(entry: CatalogEntry): boolean {
  const text = collectTexts(entry).join('\n');
  return countUpTo(MAX_MARKUP, text, '<') + countUpTo(MAX_MARKUP, text, '&') >= MAX_MARKUP;
}

function collectTexts({ product, variations }: CatalogEntry): string[] {
  return [
    product.description,
    product.short_description,
    product.name,
    ...[...product.categories, ...(product.tags ?? []), ...(product.brands ?? [])].map(({ name }) => name),
    ...(product.paths ?? []).flat(),
    ...product.attributes.flatMap(({ name, options }) => [name, ...options]),
    ...product.images.map(({ alt }) => alt ?? ''),
    ...variations.flatMap(({ name, attributes }) => [name, ...attributes.map(({ option }) => option)]),
  ];
}
