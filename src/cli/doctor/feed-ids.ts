/** Variant as a catalog shows it, with its product. */
interface FeedVariant {
  id: string;
  productId: string;
  productUrl?: string | undefined;
  /** True where the address of the product names the variant. */
  isOnly: boolean;
  sku?: string | undefined;
  barcode?: string | undefined;
}

interface FeedIdForm {
  form: string;
  /** Returns undefined for a variant without such an id. */
  of(variant: FeedVariant): string | undefined;
}

/** Forms in which product feeds name a variant, and in which carts must know it. */
export const FEED_ID_FORMS: readonly FeedIdForm[] = [
  { form: 'id', of: ({ id }) => id },
  { form: 'number', of: ({ id }) => numberOf(id) },
  { form: 'SKU', of: ({ sku }) => sku || undefined },
  { form: 'GTIN', of: ({ barcode }) => barcode || undefined },
  { form: 'product URL', of: addressOf },
  {
    form: 'shopify_{country}_{product}_{variant}',
    of: ({ id, productId }) =>
      isOf('shopify', id) ? `shopify_US_${numberOf(productId)}_${numberOf(id)}` : undefined,
  },
  ...['gla_', 'woocommerce_gpf_'].map((prefix) => ({
    form: `${prefix}{id}`,
    of: ({ id }: FeedVariant) => (isOf('woocommerce', id) ? `${prefix}${numberOf(id)}` : undefined),
  })),
];

/** Every id of a variant, each once. */
export function feedIdsOf(variant: FeedVariant): string[] {
  return [...new Set(FEED_ID_FORMS.flatMap(({ of }) => of(variant) ?? []))];
}

function isOf(platform: string, gid: string): boolean {
  return gid.startsWith(`gid://${platform}/`);
}

function numberOf(gid: string): string | undefined {
  return /\/(\d+)$/.exec(gid)?.[1];
}

/** Names the variant by Shopify's parameter; WooCommerce's are attributes, whose names the catalog does not report. */
function addressOf({ id, productUrl, isOnly }: FeedVariant): string | undefined {
  const url = productUrl === undefined ? null : URL.parse(productUrl);
  if (!url || isOnly) return productUrl;
  if (!isOf('shopify', id)) return undefined;
  url.searchParams.set('variant', numberOf(id) ?? '');
  return url.href;
}
