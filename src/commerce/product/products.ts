import type { Instant } from '../time/time.ts';

/** Id of a product, variant or order at its platform: `gid://<platform>/Product/<id>`. */
export type Gid = string;

/** Last part of a GID: the platform's own id. */
export function toGidNumber(gid: Gid): string {
  return gid.slice(gid.lastIndexOf('/') + 1);
}

/** Prices are integers in minor units of `currency` (ISO 4217). */
export interface Product {
  id: Gid;
  title: string;
  /** Plain text, at most 5,000 characters. */
  description: string;
  handle: string;
  url: string;
  /** Over all variants of the product, also variants that `variants` omits. */
  priceRange: { min: number; max: number; currency: string };
  /** At most 100. */
  variants: Variant[];
  media: Media[];
  availability: 'in_stock' | 'out_of_stock';
  /** The shop's own text of the price where it says more than an amount, such as `$12.00 / month`, for all variants without one. */
  priceText?: string;
  /** Tags on Shopify, names of categories on WooCommerce (docs/contract.md). */
  tags: string[];
  /** Tags of a WooCommerce product. */
  keywords?: string[];
  /** Paths such as `Home > Kitchen`. */
  categories?: string[];
  /** Brand on WooCommerce, vendor on Shopify. */
  brand?: string;
  /** Identifier of the whole product, where its variants have their own. */
  sku?: string;
  rating?: Rating;
  /** Choices that part the variants, with all values; absent for a single variant. */
  options?: ProductOption[];
  /** Properties that leave no choice, such as a material. */
  attributes?: ProductOption[];
  /** Whether prices include tax, as the shop shows them to guests; absent where unknown. */
  pricesIncludeTax?: boolean;
  /** Country of the buyers who pay these prices, ISO 3166-1 alpha-2; absent where all pay the same. */
  pricedFor?: string;
  /** True when the shop's own search does not show it. */
  unlisted?: true;
  contentWarning?: ContentWarning;
}

/** Set when the shop's text gives instructions to models: data to be shown, not to be followed. */
export type ContentWarning = 'contains_instructions';

export interface Variant {
  id: Gid;
  title: string;
  price: number;
  currency: string;
  available: boolean;
  /** Why an agent cannot simply buy it although the shop does not call it sold out. */
  restriction?: (typeof SALE_RESTRICTIONS)[number];
  /** As of the product. */
  priceText?: string;
  /** True when it is sold although the stock is used up. */
  backorder?: true;
  /** Pieces in stock. Absent when the shop does not report them. */
  quantity?: number;
  /** Price before a discount, above `price`. */
  listPrice?: number;
  /** Sale with dates that runs or is to come, where the shop has them. */
  sale?: Sale;
  sku?: string;
  /** GTIN, UPC, EAN or ISBN, or whatever the shop stores as the barcode. */
  barcode?: string;
  /** Chosen value of each option; a value that the buyer must still choose is absent. */
  options?: SelectedOption[];
  /** Picture other than the product's first. */
  image?: Media;
  unitPrice?: UnitPrice;
  /** Pieces of one order at most, where the shop sets a bound. */
  maxPerOrder?: number;
  /** Set for goods without delivery, such as downloads. */
  needsDelivery?: false;
  weight?: { value: number; unit: WeightUnit };
}

export type WeightUnit = 'g' | 'kg' | 'oz' | 'lb';

/**
 * `choose_on_page`: the buyer chooses something on the product's page that no id names. `price_on_request`: the shop shows no
 * price to guests, and `price` is 0. `not_for_sale`: the shop shows it, and sells it to no guest. `subscription_only`: the buyer
 * chooses a plan on the product's page, which may have another price.
 */
export const SALE_RESTRICTIONS = [
  'choose_on_page',
  'price_on_request',
  'not_for_sale',
  'subscription_only',
] as const;

/** Sale at `price`, within bounds that may be open. */
export interface Sale {
  price: number;
  from?: Instant;
  until?: Instant;
}

export interface ProductOption {
  name: string;
  values: string[];
}

export interface SelectedOption {
  name: string;
  value: string;
}

export interface Media {
  url: string;
  alt: string | null;
}

/** Average of `count` ratings. */
export interface Rating {
  value: number;
  min: number;
  max: number;
  count?: number;
}

export const UNITS = [
  'mg',
  'g',
  'kg',
  'ml',
  'cl',
  'l',
  'm3',
  'mm',
  'cm',
  'm',
  'm2',
  'oz',
  'lb',
  'item',
] as const;
export type Unit = (typeof UNITS)[number];

/** Price of `reference` units where the variant holds `measure` units, in steps of 10^-scale. */
export interface UnitPrice {
  /** Minor units of the variant's currency. */
  amount: number;
  unit: Unit;
  measure: { value: number; scale: number };
  reference: number;
}

export interface ProductPage {
  products: Product[];
  hasNextPage: boolean;
  endCursor: string | null;
}

/** A parsed item id. `handle`: of a product URL of the store; `choice`: options by which the URL names a variant. */
export type ItemReference =
  | { kind: 'variant'; id: Gid }
  | { kind: 'product'; id: Gid }
  | { kind: 'handle'; handle: string; choice?: readonly SelectedOption[] };

/** Items that one number may stand for. */
export interface NumberedItem {
  variantId: Gid;
  productId: Gid;
}

/** Variant that a reference resolves to; a product resolves to its first available variant. */
export interface ResolvedItem {
  productId: string;
  handle: string;
  variantId: string;
  title: string;
  available: boolean;
}

/** Appends the variant's title, unless it is Shopify's placeholder "Default Title" or repeats the product's. */
export function formatLineTitle(productTitle: string, variantTitle: string): string {
  return variantTitle === '' || variantTitle === 'Default Title' || variantTitle === productTitle
    ? productTitle
    : `${productTitle} - ${variantTitle}`;
}

/** Returns the first variant that an agent can buy as it is, or else the first in stock. */
export function pickFirstAvailable(variants: readonly Variant[]): Variant | undefined {
  const available = variants.filter((variant) => variant.available);
  return available.find(({ restriction }) => restriction === undefined) ?? available[0];
}

/** GID of a way to choose what a variation of a WooCommerce shop leaves open: its number, and ten digits. */
const WAY_TO_CHOOSE = /^(gid:\/\/woocommerce\/ProductVariant\/\d{1,10})\d{10}$/;

/** Returns the id of the variation that a variant chooses within, or the variant's own id. */
export function toVariationId(id: Gid): Gid {
  return id.replace(WAY_TO_CHOOSE, '$1');
}

/** True for the id of a variant, and of its variation. */
export function hasVariant({ variants }: Pick<Product, 'variants'>, gid: Gid): boolean {
  return variants.some(({ id }) => id === gid || toVariationId(id) === gid);
}

/** False where the shop shows no price to guests. */
export function hasPrice({ restriction }: Pick<Variant, 'restriction'>): boolean {
  return restriction !== 'price_on_request';
}

/** Leaves out variants without a price, and products that had no other. */
export function withPrices(products: readonly Product[]): Product[] {
  return products.flatMap((product) => {
    if (product.variants.every(hasPrice)) return [product];
    const variants = product.variants.filter(hasPrice);
    return variants.length > 0 ? [{ ...product, variants }] : [];
  });
}

/** Names of the options whose values a variant leaves to the buyer. */
export function getOpenOptions({ options = [] }: Product, variant: Variant): ProductOption[] {
  if (variant.restriction !== 'choose_on_page') return [];
  const names = new Set((variant.options ?? []).map(({ name }) => name));
  return options.filter(({ name }) => !names.has(name));
}

/** Returns what all prices have in common. The copy may hold products that were read before and after the shop changed its settings. */
export function getCommonBasis(products: readonly Product[]) {
  const pricesIncludeTax = getCommon(products.map((product) => product.pricesIncludeTax));
  const pricedFor = getCommon(products.map((product) => product.pricedFor));
  return {
    ...(pricesIncludeTax === undefined ? {} : { pricesIncludeTax }),
    ...(pricedFor === undefined ? {} : { pricedFor }),
  };
}

function getCommon<Value>([first, ...others]: readonly Value[]): Value | undefined {
  return others.every((other) => other === first) ? first : undefined;
}
