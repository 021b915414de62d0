import { countUpTo } from '../../../commerce/json/json-parts.ts';
import { toMinorUnits } from '../../../commerce/money/money.ts';
import { mapYielding } from '../../../commerce/paging/map-yielding.ts';
import { PRODUCT_LIMITS } from '../../../commerce/product/product-limits.ts';
import type {
  Media,
  Product,
  ProductOption,
  ResolvedItem,
  Variant,
} from '../../../commerce/product/products.ts';
import { toIso } from '../../../commerce/time/time.ts';
import { toProductGid, toReadableSlug, toVariantGid } from '../items.ts';
import { CONVERTED, plainLine, STRIPPED, type TextConverter } from '../plain-text.ts';
import type { CatalogEntry } from './product-list.ts';
import type { WooProduct, WooVariation } from './wire.ts';

type Line = TextConverter['convertLine'];

/** Options that a variation without a name is called by. */
const MAX_OPTIONS = 20;

/** Plugins give variable products other type names, for which core lists no variations. */
export function isVariable({ variations, ucp_host_variations, type }: CatalogEntry['product']): boolean {
  return variations.length > 0 || ucp_host_variations !== undefined || type === 'variable';
}

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
  line: Line;
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
function toTitle(goods: Goods, title: string, line: Line): string {
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

/** Bounds of conversion; more would be dropped later (`commerce/product/clean-product.ts`). */
const MAX_LISTED = 250;
const MAX_STARS = 5;

function toDetails({ product, variations }: CatalogEntry, line: Line): Partial<Product> {
  const keywords = (product.tags ?? []).slice(0, MAX_LISTED).map(({ name }) => line(name));
  const categories = toCategories(product, line);
  const brands = (product.brands ?? []).slice(0, PRODUCT_LIMITS.options);
  const brand = brands.map(({ name }) => line(name)).join(', ');
  const attributes = product.attributes.slice(0, PRODUCT_LIMITS.attributes);
  const hasVariations = variations.length > 0;
  const options = hasVariations ? attributes.filter(({ variation }) => variation).flatMap(toOption) : [];
  const others = attributes.filter(({ variation, visible }) => visible && !(variation && hasVariations));
  const properties = others.flatMap(toOption);
  return {
    ...(keywords.length > 0 ? { keywords } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    ...(brand === '' ? {} : { brand }),
    ...(product.sku && hasVariations ? { sku: line(product.sku) } : {}),
    ...toRating(product),
    ...(options.length > 0 ? { options } : {}),
    ...(properties.length > 0 ? { attributes: properties } : {}),
  };

  function toOption({ name, options: values }: WooProduct['attributes'][number]): ProductOption[] {
    const option = { name: line(name), values: values.slice(0, MAX_LISTED).map(line) };
    return option.name !== '' && option.values.length > 0 ? [option] : [];
  }
}

/** Paths that begin no other path of the product; bare names without the connector. */
function toCategories({ ucp_host_categories, categories }: CatalogEntry['product'], line: Line): string[] {
  const paths = ucp_host_categories ?? categories.map(({ name }) => [name]);
  const lines = paths
    .slice(0, MAX_LISTED)
    .map((path) => path.slice(0, PRODUCT_LIMITS.options).map(line).join(' > '));
  return lines.filter((path) => path !== '' && !lines.some((other) => other.startsWith(`${path} > `)));
}

function toRating({ average_rating, rating_count: count = 0 }: WooProduct): Pick<Product, 'rating'> {
  const value = Number(average_rating);
  if (!(count > 0 && value > 0 && value <= MAX_STARS)) return {};
  return { rating: { value, min: 1, max: MAX_STARS, count } };
}

/** True when less than a whole piece is left, which only plugins sell. */
function isLessThanOnePiece({ stock_status, stock_quantity }: WooProduct | WooVariation): boolean {
  const isPart = typeof stock_quantity === 'number' && stock_quantity > 0 && stock_quantity < 1;
  return isPart && stock_status === 'instock';
}

/** `onbackorder` is sold beyond the stock, which is then 0 or below. */
function toStock(
  { stock_status, stock_quantity }: WooProduct | WooVariation,
  available: boolean,
): Pick<Variant, 'quantity' | 'backorder'> {
  if (available && stock_status === 'onbackorder') return { backorder: true };
  if (typeof stock_quantity !== 'number' || (available && stock_quantity < 1)) return {};
  return { quantity: Math.max(0, Math.floor(stock_quantity)) };
}

function toChoice({ attributes, image }: WooVariation, line: Line, shownAbove: string | undefined) {
  const options = attributes
    .slice(0, PRODUCT_LIMITS.options)
    .map(({ name, option }) => ({ name: line(name), value: line(option) }))
    .filter(({ name }) => name !== '');
  const hasOwn = image && image.src !== shownAbove;
  return { ...(options.length > 0 ? { options } : {}), ...(hasOwn ? { image: toMedia(image, line) } : {}) };
}

function toMedia({ src, alt }: WooProduct['images'][number], line: Line): Media {
  return { url: src, alt: line(alt ?? '') || null };
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
    ...(product.ucp_host_categories ?? []).flat(),
    ...product.attributes.flatMap(({ name, options }) => [name, ...options]),
    ...product.images.map(({ alt }) => alt ?? ''),
    ...variations.flatMap(({ name, attributes }) => [name, ...attributes.map(({ option }) => option)]),
  ];
}
