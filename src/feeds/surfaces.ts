import { formatMoney } from '../commerce/money/money.ts';
import type { SelectedOption, Unit } from '../commerce/product/products.ts';
import type { PolicyLink } from '../commerce/store/store.ts';
import { cutText } from '../commerce/text/cut-text.ts';
import { MINUTE_MS, toIso } from '../commerce/time/time.ts';
import type { FeedItem, FeedStore, FeedVariant } from './feed-item.ts';
import { isInFeed, REASONS, type Reason } from './reasons.ts';

/** Value of a field: a list is repeated, and details are groups of a name and a value. */
export type Value = string | boolean | number | readonly string[] | Details | undefined;
type Details = readonly SelectedOption[];

/** Field of a surface. `max`: characters that the reader takes; longer texts are cut. */
interface Field {
  name: string;
  max?: number | undefined;
  of(item: FeedItem, store: FeedStore): Value;
}

export interface Surface {
  title: string;
  fields: readonly Field[];
  /** Reasons that the reader does not mind. */
  ignores: readonly Reason[];
  /** Reasons of this reader alone. */
  check?(item: FeedItem, store: FeedStore): Partial<Record<Reason, boolean>>;
}

const MAX_URL = 2_000;
const MAX_DETAILS = 20;

const formatPrice = ({ price, listPrice, currency }: FeedItem) => formatMoney(listPrice ?? price, currency);
const formatSalePrice = ({ price, listPrice, currency }: FeedItem) =>
  listPrice === undefined ? undefined : formatMoney(price, currency);

/** Sale price and its time, of a sale that runs or is to come: readers begin and end it between two readings of the feed. */
const DATED_SALE: readonly Field[] = [
  {
    name: 'sale_price',
    of: (item) =>
      item.listPrice === undefined && formatSaleTime(item) !== undefined && item.sale
        ? formatMoney(item.sale.price, item.currency)
        : formatSalePrice(item),
  },
  { name: 'sale_price_effective_date', of: formatSaleTime },
];

/** Whole minutes within the sale, since readers want both ends so; undefined for one that has none. */
function formatSaleTime({ sale }: FeedItem): string | undefined {
  if (!sale) return undefined;
  const { from, until = '2038-01-17T23:59' } = sale;
  const begin = from === undefined ? 0 : Math.ceil(Date.parse(from) / MINUTE_MS) * MINUTE_MS;
  const [beginText, endText] = [toIso(begin).slice(0, 16), until.slice(0, 16)];
  return beginText < endText ? `${beginText}Z/${endText}Z` : undefined;
}

/** Properties under Google's names, which Meta and OpenAI share, with the limits of the reader. */
function createApparel(limits: Partial<Record<'color' | 'size' | 'material', number>>): Field[] {
  return [
    ...(['color', 'size', 'material'] as const).map(
      (name): Field => ({ name, max: limits[name], of: ({ properties }) => properties.values[name] }),
    ),
    { name: 'gender', of: ({ properties }) => properties.values.gender },
    { name: 'age_group', of: ({ properties }) => properties.values.ageGroup },
  ];
}

const PATTERN: Field = { name: 'pattern', max: 100, of: ({ properties }) => properties.values.pattern };
const SHIPPING_WEIGHT: Field = {
  name: 'shipping_weight',
  of: ({ weight }) => weight && `${Number(weight.value.toFixed(4))} ${weight.unit}`,
};
const CONDITION: Field = { name: 'condition', of: ({ properties }) => properties.values.condition ?? 'new' };

const GOOGLE_UNITS: Partial<Record<Unit, string>> = { item: 'ct', m2: 'sqm', m3: 'cbm' };

function formatMeasure({ unitPrice }: FeedItem, of: 'measure' | 'reference'): string | undefined {
  if (!unitPrice || ![1, 2, 4, 8, 10, 100].includes(unitPrice.reference)) return undefined;
  const unit = GOOGLE_UNITS[unitPrice.unit] ?? unitPrice.unit;
  if (of === 'reference') return `${unitPrice.reference} ${unit}`;
  const { value, scale } = unitPrice.measure;
  const digits = String(value).padStart(scale + 1, '0');
  return `${scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`} ${unit}`;
}

/** Limits by https://support.google.com/merchants/answer/7052112 and its attributes; dates of sales by https://support.google.com/merchants/answer/6324460. */
const GOOGLE: readonly Field[] = [
  { name: 'id', max: 50, of: ({ id }) => id },
  { name: 'title', max: 150, of: ({ title }) => title },
  { name: 'description', max: 5_000, of: ({ description }) => description },
  { name: 'link', max: MAX_URL, of: ({ link }) => link },
  { name: 'image_link', max: MAX_URL, of: ({ image }) => image },
  { name: 'additional_image_link', max: MAX_URL, of: ({ otherImages }) => otherImages.slice(0, 10) },
  { name: 'checkout_link_template', max: MAX_URL, of: ({ checkoutLink }) => checkoutLink },
  { name: 'availability', of: ({ availability }) => availability },
  { name: 'price', of: formatPrice },
  ...DATED_SALE,
  { name: 'unit_pricing_measure', of: (item) => formatMeasure(item, 'measure') },
  { name: 'unit_pricing_base_measure', of: (item) => formatMeasure(item, 'reference') },
  { name: 'brand', max: 70, of: ({ brand }) => brand },
  { name: 'gtin', of: ({ gtin }) => gtin },
  { name: 'mpn', max: 70, of: ({ properties }) => properties.values.mpn },
  {
    name: 'identifier_exists',
    of: ({ gtin, properties }) => ((gtin ?? properties.values.mpn) === undefined ? 'no' : undefined),
  },
  CONDITION,
  { name: 'google_product_category', max: 750, of: ({ googleCategory }) => googleCategory },
  { name: 'product_type', max: 750, of: ({ category }) => category },
  { name: 'item_group_id', max: 50, of: ({ groupId }) => groupId },
  {
    name: 'item_group_title',
    max: 150,
    of: ({ groupId, groupTitle }) => (groupId === undefined ? undefined : groupTitle),
  },
  ...createApparel({ color: 100, size: 100, material: 200 }),
  PATTERN,
  SHIPPING_WEIGHT,
  { name: 'product_detail', max: 1_000, of: ({ properties }) => properties.others.slice(0, MAX_DETAILS) },
];

const findLink = (links: readonly PolicyLink[], rel: PolicyLink['rel']) =>
  links.find((link) => link.rel === rel)?.href;

const roundStars = (value: number) => Math.round(value * 100) / 100;

/** https://developers.openai.com/commerce/specs/file-upload/products limits titles and descriptions alone, and has no dates of sales. */
const OPENAI: readonly Field[] = [
  { name: 'item_id', of: ({ id }) => id },
  { name: 'title', max: 150, of: ({ title }) => title },
  { name: 'description', max: 5_000, of: ({ description }) => description },
  { name: 'url', max: MAX_URL, of: ({ link }) => link },
  { name: 'brand', of: ({ brand }, { name }) => brand ?? name },
  { name: 'image_url', max: MAX_URL, of: ({ image }) => image },
  { name: 'price', of: formatPrice },
  { name: 'sale_price', of: formatSalePrice },
  { name: 'availability', of: ({ availability }) => availability },
  { name: 'group_id', of: ({ groupId }) => groupId },
  { name: 'listing_has_variations', of: ({ groupId }) => groupId !== undefined },
  { name: 'variant_dict', of: ({ groupId, options }) => (groupId === undefined ? undefined : options) },
  { name: 'gtin', of: ({ gtin }) => gtin },
  { name: 'mpn', of: ({ properties }) => properties.values.mpn },
  CONDITION,
  { name: 'product_category', of: ({ category }) => category },
  ...createApparel({}),
  { name: 'weight', of: ({ weight }) => weight && Number(weight.value.toFixed(4)) },
  { name: 'item_weight_unit', of: ({ weight }) => weight?.unit },
  { name: 'is_digital', of: ({ isDigital }) => isDigital || undefined },
  { name: 'additional_image_urls', max: MAX_URL, of: ({ otherImages }) => otherImages.slice(0, 10) },
  { name: 'seller_name', of: (_, { name }) => name },
  { name: 'seller_url', max: MAX_URL, of: (_, { url }) => url },
  { name: 'store_country', of: (_, { country }) => country ?? undefined },
  { name: 'return_policy', max: MAX_URL, of: (_, { links }) => findLink(links, 'refund-policy') },
  { name: 'review_count', of: ({ rating }) => (rating?.max === 5 ? rating.count : undefined) },
  { name: 'star_rating', of: ({ rating }) => (rating?.max === 5 ? roundStars(rating.value) : undefined) },
  { name: 'target_countries', of: ({ countries }) => countries },
  { name: 'is_eligible_search', of: () => true },
  // Buyers pay on the shop's own page.
  { name: 'is_eligible_checkout', of: () => false },
  { name: 'seller_privacy_policy', max: MAX_URL, of: (_, { links }) => findLink(links, 'privacy-policy') },
  { name: 'seller_tos', max: MAX_URL, of: (_, { links }) => findLink(links, 'terms-of-service') },
];

const META_AVAILABILITY = {
  in_stock: 'in stock',
  out_of_stock: 'out of stock',
  backorder: 'available for order',
} as const;

/** Meta takes so many characters for the addresses of all pictures together. */
function fitTogether(urls: readonly string[]): string[] {
  let length = 0;
  return urls.filter((url) => {
    length += url.length + 1;
    return length <= MAX_URL;
  });
}

/** https://developers.facebook.com/documentation/ads-commerce/catalog/reference. */
const META: readonly Field[] = [
  { name: 'id', max: 100, of: ({ id }) => id },
  { name: 'title', max: 200, of: ({ title }) => title },
  { name: 'description', max: 9_999, of: ({ description }) => description },
  { name: 'availability', of: ({ availability }) => META_AVAILABILITY[availability] },
  CONDITION,
  { name: 'price', of: formatPrice },
  { name: 'link', max: MAX_URL, of: ({ link }) => link },
  { name: 'image_link', max: MAX_URL, of: ({ image }) => image },
  { name: 'brand', max: 100, of: ({ brand }, { name }) => brand ?? name },
  ...DATED_SALE,
  {
    name: 'additional_image_link',
    max: MAX_URL,
    of: ({ otherImages }) => fitTogether(otherImages.slice(0, 20)),
  },
  { name: 'quantity_to_sell_on_facebook', of: ({ quantity }) => quantity },
  { name: 'gtin', of: ({ gtin }) => gtin },
  { name: 'mpn', max: 100, of: ({ properties }) => properties.values.mpn },
  { name: 'google_product_category', max: 750, of: ({ googleCategory }) => googleCategory },
  { name: 'product_type', max: 750, of: ({ category }) => category },
  { name: 'item_group_id', max: 100, of: ({ groupId }) => groupId },
  ...createApparel({ color: 200, size: 200, material: 200 }),
  PATTERN,
  SHIPPING_WEIGHT,
];

/** Readers of feeds, by the first part of the names of their files. */
export const SURFACES = {
  google: {
    title: 'Google',
    fields: GOOGLE,
    ignores: ['no_country'],
  },
  openai: {
    title: 'ChatGPT',
    fields: OPENAI,
    ignores: ['no_identifier', 'backorder_without_date'],
  },
  meta: {
    title: 'Meta',
    fields: META,
    ignores: ['no_identifier', 'no_country', 'backorder_without_date'],
  },
  /** https://developer.paypal.com/store-sync/create-catalog. */
  paypal: {
    title: 'PayPal',
    fields: GOOGLE,
    ignores: ['no_country', 'prices_without_tax', 'backorder_without_date'],
    check: ({ currency, isDigital, countries }) => ({
      not_in_dollars: currency !== 'USD',
      not_to_us: countries.length > 0 && !countries.includes('US'),
      not_physical: isDigital,
    }),
  },
} as const satisfies Record<string, Surface>;

export type SurfaceName = keyof typeof SURFACES;
export const SURFACE_NAMES = Object.keys(SURFACES) as SurfaceName[];

/** Returns all that a surface minds of a variant; it is in the feed where it `isInFeed`. */
export function checkFor(surface: Surface, { item, reasons }: FeedVariant, store: FeedStore): Reason[] {
  const own = Object.entries(item ? (surface.check?.(item, store) ?? {}) : {}).filter(([, isSo]) => isSo);
  const all = [...reasons, ...own.map(([reason]) => reason as Reason)];
  const minded = all.filter((reason) => !surface.ignores.includes(reason));
  if (!item || !isInFeed(minded)) return pickDecisive(minded);
  const { max = Number.POSITIVE_INFINITY } = surface.fields.find(({ name }) => name === 'title') ?? {};
  return item.title.length > max ? [...minded, 'title_cut'] : minded;
}

export function toValues({ fields }: Surface, item: FeedItem, store: FeedStore): Value[] {
  return fields.map((field) => cutValue(field, field.of(item, store)));
}

/** The merchant's choice explains the absence of an item, else what is refused; what is merely warned about counts for nothing then. */
function pickDecisive(reasons: readonly Reason[]): Reason[] {
  const filterBy = (verdict: string) => reasons.filter((reason) => REASONS[reason].verdict === verdict);
  const leftOut = filterBy('left_out');
  return leftOut.length > 0 ? leftOut.slice(0, 1) : filterBy('refused');
}

/** A cut address leads elsewhere: a long one is left out. */
function cutValue({ max }: Field, value: Value): Value {
  if (max === undefined) return value;
  if (typeof value === 'string')
    return max === MAX_URL && value.length > max ? undefined : cutText(value, max).trimEnd();
  if (!Array.isArray(value)) return value;
  return value.flatMap((each: string | SelectedOption) => {
    if (typeof each !== 'string') return { name: cutText(each.name, 140), value: cutText(each.value, max) };
    return each.length > max ? [] : each;
  }) as string[] | SelectedOption[];
}
