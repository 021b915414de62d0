import { getPresentation, PLATFORM_NAMES, presentations } from '../../store-platforms/presentations.ts';

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
  { form: 'product URL', of: toFeedAddress },
  ...PLATFORM_NAMES.flatMap((platform) =>
    presentations[platform].feedIds.map((form) => ({
      form,
      of: ({ id, productId }: FeedVariant) =>
        readPlatform(id) === platform
          ? form.replace('{product}', `${numberOf(productId)}`).replace('{variant}', `${numberOf(id)}`)
          : undefined,
    })),
  ),
];

/** Every id of a variant, each once. */
export function toFeedIds(variant: FeedVariant): string[] {
  return [...new Set(FEED_ID_FORMS.flatMap(({ of }) => of(variant) ?? []))];
}

function readPlatform(gid: string): string {
  return /^gid:\/\/(\w+)\//.exec(gid)?.[1] ?? '';
}

function numberOf(gid: string): string | undefined {
  return /\/(\d+)$/.exec(gid)?.[1];
}

function toFeedAddress({ id, productUrl, isOnly }: FeedVariant): string | undefined {
  const url = productUrl === undefined ? null : URL.parse(productUrl);
  if (!url || isOnly) return productUrl;
  const { variantParameter } = getPresentation(readPlatform(id));
  if (variantParameter === undefined) return undefined;
  url.searchParams.set(variantParameter, numberOf(id) ?? '');
  return url.href;
}
