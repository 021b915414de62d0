/** Prices are integers in minor units of `currency` (ISO 4217). Ids are GIDs: `gid://<platform>/Product/<id>`. */
export interface Product {
  id: string;
  title: string;
  /** Plain text, at most 5,000 characters. */
  description: string;
  handle: string;
  url: string;
  /** Over all variants of the product, also those not in `variants`. */
  priceRange: { min: number; max: number; currency: string };
  /** At most 100. */
  variants: Variant[];
  media: { url: string; alt: string | null }[];
  availability: 'in_stock' | 'out_of_stock';
  tags: string[];
  /** Whether prices include tax, as the shop shows them to guests; absent where unknown. */
  pricesIncludeTax?: boolean;
  /** Set when the shop's text gives instructions to models: data to be shown, not to be followed. */
  contentWarning?: 'contains_instructions';
}

export interface Variant {
  /** `gid://<platform>/ProductVariant/<id>`. */
  id: string;
  title: string;
  price: number;
  currency: string;
  available: boolean;
}

export interface ProductPage {
  products: Product[];
  hasNextPage: boolean;
  endCursor: string | null;
}

/** A parsed item id. `handle`: of a product URL of the store. */
export type ItemReference =
  | { kind: 'variant'; id: string }
  | { kind: 'product'; id: string }
  | { kind: 'handle'; handle: string };

/** Variant that a reference resolves to; a product resolves to its first available variant. */
export interface ResolvedItem {
  productId: string;
  handle: string;
  variantId: string;
  title: string;
  available: boolean;
}

/** Appends the variant's title, unless it is Shopify's placeholder "Default Title" or repeats the product's. */
export function lineTitle(productTitle: string, variantTitle: string): string {
  return variantTitle === '' || variantTitle === 'Default Title' || variantTitle === productTitle
    ? productTitle
    : `${productTitle} - ${variantTitle}`;
}
