import { z } from 'zod';
import { parseJson } from '../../../commerce/json/parse-json.ts';
import type { Product, Unit, UnitPrice, Variant, WeightUnit } from '../../../commerce/product/products.ts';
import { readShape } from '../../read-shape.ts';
import type { productFields } from '../client/operations.generated.ts';

const MAX_DESCRIPTION_LENGTH = 5_000;

type ProductNode = z.output<typeof productFields>;
type VariantNode = ProductNode['variants']['nodes'][number];

export interface ShopFacts {
  /** Base of product pages, without a final slash: for products outside the Online Store, which have no URL. */
  address: string;
  /** Whether prices include tax is known with an Admin token alone. Without a buyer's country Shopify prices for the shop's own. */
  basis: Pick<Product, 'pricesIncludeTax' | 'pricedFor'>;
}

export function toProduct(node: ProductNode, { address, basis }: ShopFacts): Product {
  const { minVariantPrice: min, maxVariantPrice: max } = node.priceRange;
  const media = node.media.nodes.flatMap(({ alt, previewImage }) =>
    previewImage ? [{ url: previewImage.url, alt }] : [],
  );
  return {
    id: node.id,
    title: node.title,
    description: node.description.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed(),
    handle: node.handle,
    url: node.onlineStoreUrl ?? `${address}/products/${encodeURIComponent(node.handle)}`,
    priceRange: { min: min.amount, max: max.amount, currency: min.currency },
    variants: node.variants.nodes.map((variant) => ({
      ...toVariant(variant, media[0]?.url),
      ...(node.requiresSellingPlan ? { restriction: 'subscription_only' as const } : {}),
    })),
    media,
    availability: node.availableForSale ? 'in_stock' : 'out_of_stock',
    tags: node.tags ?? [],
    ...toDetails(node),
    ...basis,
  };
}

function toDetails(node: ProductNode): Partial<Product> {
  const { vendor, options, variants } = node;
  const categories = toCategories(node);
  const rating = toRating(node);
  const hasChoice = variants.nodes.some(({ selectedOptions }) => filterChoices(selectedOptions).length > 0);
  const withValues = options
    .map(({ name, optionValues }) => ({ name, values: optionValues.map((value) => value.name) }))
    .filter(({ values }) => values.length > 0);
  return {
    ...(categories.length > 0 ? { categories } : {}),
    ...(vendor === '' ? {} : { brand: vendor }),
    ...(rating ? { rating } : {}),
    ...(hasChoice ? { options: withValues } : {}),
  };
}

/** Path in Shopify's taxonomy, and the merchant's own type unless it repeats the path's end. */
function toCategories({ category, productType }: ProductNode): string[] {
  const path = category ? [...category.ancestors, category].map(({ name }) => name) : [];
  const own = productType === '' || productType === path.at(-1) ? [] : [productType];
  return [...(path.length > 0 ? [path.join(' > ')] : []), ...own];
}

/** `shownAbove`: the product's first picture, which variants without an own one repeat. */
function toVariant(node: VariantNode, shownAbove: string | undefined): Variant {
  const { price, compareAtPrice, sku, barcode, image, quantityRule } = node;
  const options = filterChoices(node.selectedOptions);
  const unitPrice = toUnitPrice(node);
  return {
    id: node.id,
    title: node.title,
    price: price.amount,
    currency: price.currency,
    available: node.availableForSale,
    ...toStock(node),
    ...(compareAtPrice && compareAtPrice.amount > price.amount ? { listPrice: compareAtPrice.amount } : {}),
    ...(sku ? { sku } : {}),
    ...(barcode ? { barcode } : {}),
    ...(options.length > 0 ? { options } : {}),
    ...(image && image.url !== shownAbove ? { image: { url: image.url, alt: image.altText } } : {}),
    ...(unitPrice ? { unitPrice } : {}),
    ...(quantityRule?.maximum ? { maxPerOrder: quantityRule.maximum } : {}),
    ...(node.requiresShipping ? {} : { needsDelivery: false as const }),
    ...toWeight(node),
  };
}

const WEIGHT_UNITS: Readonly<Record<string, WeightUnit>> = {
  GRAMS: 'g',
  KILOGRAMS: 'kg',
  OUNCES: 'oz',
  POUNDS: 'lb',
};

/** Shopify gives 0 for a weight that is not entered. */
function toWeight({ weight, weightUnit }: VariantNode): Pick<Variant, 'weight'> {
  const unit = WEIGHT_UNITS[weightUnit];
  return weight && unit ? { weight: { value: weight, unit } } : {};
}

/** A quantity of 0 or less beside "available" is of a variant whose stock is not counted. */
function toStock(node: VariantNode): Pick<Variant, 'quantity' | 'backorder'> {
  const { availableForSale, currentlyNotInStock, quantityAvailable } = node;
  if (availableForSale && currentlyNotInStock) return { backorder: true };
  if (typeof quantityAvailable !== 'number') return {};
  if (availableForSale && quantityAvailable <= 0) return {};
  return { quantity: Math.max(0, quantityAvailable) };
}

/** A product without a choice has one option with one placeholder. */
function filterChoices(selected: VariantNode['selectedOptions']): VariantNode['selectedOptions'] {
  return selected.filter(({ name, value }) => !(name === 'Title' && value === 'Default Title'));
}

/** Shopify's standard metafield `reviews.rating`, which review apps write. */
const stars = z.object({
  value: z.coerce.number().min(0),
  scale_min: z.coerce.number().min(0),
  scale_max: z.coerce.number().min(1),
});

export function toRating({ rating, ratingCount }: Pick<ProductNode, 'rating' | 'ratingCount'>) {
  const parsed = readShape(stars, parseJson(rating?.value ?? ''));
  if (!parsed.success) return undefined;
  const { value, scale_min: min, scale_max: max } = parsed.data;
  const count = /^\d{1,9}$/.test(ratingCount?.value ?? '') ? Number(ratingCount?.value) : undefined;
  if (value > max || count === 0) return undefined;
  return { value, min, max, ...(count === undefined ? {} : { count }) };
}

type UnitFields = Pick<VariantNode, 'unitPrice' | 'unitPriceMeasurement'>;

/** Powers of ten of the units of each kind of measure; units of different kinds are never compared. */
const KINDS: readonly Readonly<Record<string, number>>[] = [
  { MG: -3, G: 0, KG: 3 },
  { ML: -3, CL: -2, L: 0, M3: 3 },
  { MM: -3, CM: -2, M: 0 },
  ...['M2', 'OZ', 'LB', 'ITEM'].map((unit) => ({ [unit]: 0 })),
];
const MAX_SCALE = 15;

/** Returns the unit price with the content in the unit of the reference; undefined where no power of ten leads there. */
export function toUnitPrice({ unitPrice, unitPriceMeasurement }: UnitFields): UnitPrice | undefined {
  if (!unitPrice || !unitPriceMeasurement) return undefined;
  const { quantityUnit, quantityValue, referenceUnit, referenceValue: reference } = unitPriceMeasurement;
  const kind = KINDS.find((units) => Object.hasOwn(units, quantityUnit ?? ''));
  const [from, to] = [kind?.[quantityUnit ?? ''], kind?.[referenceUnit ?? '']];
  if (from === undefined || to === undefined || reference < 1) return undefined;
  const measure = toSteps(quantityValue, from - to);
  const unit = referenceUnit?.toLowerCase() as Unit;
  return measure && { amount: unitPrice.amount, unit, measure, reference };
}

/** Writes a number times a power of ten as whole steps of 10^-scale. */
function toSteps(number: number, exponent: number): UnitPrice['measure'] | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(String(number)) ?? [];
  const scale = Math.max(0, fraction.length - exponent);
  const value = Number(whole + fraction + '0'.repeat(Math.max(0, exponent - fraction.length)));
  return value >= 1 && scale <= MAX_SCALE && Number.isSafeInteger(value) ? { value, scale } : undefined;
}
