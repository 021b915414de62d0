/** Id of a product, variant or order at its platform: `gid://<platform>/Product/<id>`. */
export type Gid = string;

/** Prices are integers in minor units of `currency` (ISO 4217). */
export interface Product {
  id: Gid;
  title: string;
  /** Plain text, at most 5,000 characters. */
  description: string;
  handle: string;
  url: string;
  /** Over all variants of the product, also those not in `variants`. */
  priceRange: { min: number; max: number; currency: string };
  /** At most 100. */
  variants: Variant[];
  media: Media[];
  availability: 'in_stock' | 'out_of_stock';
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
  /** True when it is sold although the stock is used up. */
  backorder?: true;
  /** Pieces in stock. Absent when the shop does not report them. */
  quantity?: number;
  /** Price before a discount, above `price`. */
  listPrice?: number;
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

/** Whether the prices of all of them include tax; undefined when they differ: the copy may hold products read before and after the shop changed its tax setting. */
export function getCommonBasis([first, ...others]: readonly Product[]): boolean | undefined {
  const basis = first?.pricesIncludeTax;
  return others.every(({ pricesIncludeTax }) => pricesIncludeTax === basis) ? basis : undefined;
}
