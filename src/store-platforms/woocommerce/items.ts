import type { ItemReference, NumberedItem, SelectedOption } from '../../commerce/product/products.ts';
import { normalizeText } from '../../commerce/text/normalize-text.ts';
import { parseShopUrl } from '../shop-url.ts';

export const toProductGid = (number: number | string) => `gid://woocommerce/Product/${number}`;
/** `item`: a post number, or `101-0483920174` for a way to choose what a variation leaves open; a GID has digits alone. */
export const toVariantGid = (item: number | string) =>
  `gid://woocommerce/ProductVariant/${String(item).replace('-', '')}`;
export const orderGid = (number: number) => `gid://woocommerce/Order/${number}`;

const GID = /^gid:\/\/woocommerce\/(?:Product\/([1-9]\d{0,14})|ProductVariant\/([1-9]\d{0,9})(\d{10})?)$/;

export type CatalogNumber = NonNullable<ReturnType<typeof readGid>>;

/** `item`: id at the shop, with the code of a choice. */
export function readGid(text: string) {
  const [, product, variation, code] = GID.exec(text) ?? [];
  const number = Number(product ?? variation);
  if (Number.isNaN(number)) return undefined;
  const item = code === undefined ? number : `${number}-${code}`;
  return { kind: product === undefined ? ('variant' as const) : ('product' as const), number, item };
}

export function readOrderNumber(text: string): number | undefined {
  const [, digits] = /^(?:gid:\/\/woocommerce\/Order\/)?([1-9]\d{0,14})$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Decodes a slug: WordPress stores and returns non-ASCII ones percent-encoded. */
export function toReadableSlug(slug: string): string {
  try {
    return normalizeText(decodeURIComponent(slug), 'NFC');
  } catch {
    return slug;
  }
}

/** Number of a post, with the ten digits of a choice, alone or as Google Listings & Ads (`gla_`) and Google Product Feed write it. */
const NUMBER = /^(?:gla_|woocommerce_gpf_)?([1-9]\d{0,19})$/;

export function readNumber(text: string): NumberedItem | undefined {
  const [, digits] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return { variantId: toVariantGid(digits), productId: toProductGid(digits) };
}

/** Parses an agent's `item.id`. `hosts` are the shop's; `basePath` is the folder of a sub-folder install. */
export function readItemId(text: string, hosts: readonly string[], basePath: string) {
  const gid = readGid(text);
  if (gid) return { kind: gid.kind, id: text };
  const url = parseShopUrl(text, hosts);
  if (!url) return undefined;
  if (url.pathname !== basePath && !url.pathname.startsWith(`${basePath}/`)) return undefined;
  const path = url.pathname.slice(basePath.length);
  const reference = parsePlainPermalink(url.searchParams) ?? parsePrettyPermalink(path);
  const choice = readChoice(url.searchParams);
  return reference?.kind === 'handle' && choice.length > 0 ? { ...reference, choice } : reference;
}

const MAX_CHOICE = 10;

/** Options of a variation's address: `?attribute_pa_size=m`. */
function readChoice(params: URLSearchParams): SelectedOption[] {
  const choice: SelectedOption[] = [];
  for (const [key, value] of params) {
    const [, name] = /^attribute_(?:pa_)?(.{1,100})$/.exec(key) ?? [];
    if (name !== undefined && value !== '' && value.length <= 200 && choice.length < MAX_CHOICE)
      choice.push({ name: toReadableSlug(name), value: toReadableSlug(value) });
  }
  return choice;
}

/** Parses `/?product=mug` and `/?post_type=product&p=14`, for shops without pretty permalinks. */
function parsePlainPermalink(params: URLSearchParams): ItemReference | undefined {
  const slug = params.get('product');
  if (slug) return { kind: 'handle', handle: toReadableSlug(slug) };
  const id = toProductGid(Number(params.get('p') ?? Number.NaN));
  return params.get('post_type') === 'product' && readGid(id) ? { kind: 'product', id } : undefined;
}

/** Path segments of pages that are no product under any permalink settings. */
const NO_PRODUCTS =
  'cart checkout my-account product-category product-tag product-brand brand category tag author page feed wp-admin wp-content wp-includes wp-json';
const BASES = new Set(['product', 'shop', 'store', 'products']);

/** Takes the last segment of `/product/mug/`, `/shop/kitchen/mug/`, `/en/product/mug.html` and the like. */
function parsePrettyPermalink(path: string): ItemReference | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  const slug = segments.at(-1)?.replace(/\.html?$/, '');
  if (slug === undefined || slug.includes('.') || BASES.has(slug)) return undefined;
  const belowProduct = segments.lastIndexOf('product', segments.length - 2) >= 0;
  if (!belowProduct && NO_PRODUCTS.split(' ').some((segment) => segments.includes(segment))) return undefined;
  return { kind: 'handle', handle: toReadableSlug(slug) };
}
