import type { z } from 'zod';
import {
  formatLineTitle,
  type ItemReference,
  type NumberedItem,
  type ResolvedItem,
} from '../../commerce/product/products.ts';
import { parseShopUrl } from '../shop-url.ts';
import type { buyableProduct } from './client/operations.generated.ts';
import { type Storefront, unwrapData } from './client.ts';
import { resolveItemsDocument } from './documents/catalog.ts';

export const toProductGid = (number: number | string) => `gid://shopify/Product/${number}`;
const toVariantGid = (number: string) => `gid://shopify/ProductVariant/${number}`;
export const orderGid = (number: number | string) => `gid://shopify/Order/${number}`;

const GID = /^gid:\/\/shopify\/(Product|ProductVariant)\/[1-9]\d{0,18}$/;
const LOCALE = /^[a-z]{2,3}(?:-[a-z0-9]{2,4})?$/i;
const NUMBER = /^[1-9]\d{0,18}$/;
/** Id of Shopify's product feeds: country, product and variant. */
const FEED_ID = /^shopify_[a-z]{2}_\d{1,19}_([1-9]\d{0,18})$/i;
const MAX_HANDLE_LENGTH = 255;

export function readItemId(text: string, hosts: readonly string[]): ItemReference | undefined {
  const type = GID.exec(text)?.[1];
  if (type !== undefined) return { kind: type === 'Product' ? 'product' : 'variant', id: text };
  const variant = FEED_ID.exec(text)?.[1];
  if (variant !== undefined) return { kind: 'variant', id: toVariantGid(variant) };
  const url = parseShopUrl(text, hosts);
  return url && readProductUrl(url);
}

export function readNumber(text: string): NumberedItem | undefined {
  return NUMBER.test(text) ? { variantId: toVariantGid(text), productId: toProductGid(text) } : undefined;
}

/** Validates a GID for `$ids`: one malformed id fails the whole query. */
export function isItemGid(id: string): boolean {
  return GID.test(id);
}

/** `/products/{handle}`, also below a locale or a collection; `?variant=` names the variant. */
function readProductUrl({ pathname, searchParams }: URL): ItemReference | undefined {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const [first = ''] = segments;
  const path = first !== 'products' && LOCALE.test(first) ? segments.slice(1) : segments;
  const [products, segment, ...more] = path[0] === 'collections' ? path.slice(2) : path;
  const handle = products === 'products' && more.length === 0 ? decodeHandle(segment ?? '') : '';
  if (handle === '') return undefined;
  const variant = searchParams.get('variant') ?? '';
  if (NUMBER.test(variant)) return { kind: 'variant', id: toVariantGid(variant) };
  return { kind: 'handle', handle };
}

/** Empty for a segment that is no handle. */
function decodeHandle(segment: string): string {
  try {
    const handle = decodeURIComponent(segment);
    return handle.length <= MAX_HANDLE_LENGTH && !handle.includes('/') ? handle : '';
  } catch {
    return '';
  }
}

export async function resolveItems(storefront: Storefront, references: readonly ItemReference[]) {
  if (references.length === 0) return [];
  const ids = [...new Set(references.flatMap((each) => (each.kind === 'handle' ? [] : [each.id])))];
  const handles = [...new Set(references.flatMap((each) => (each.kind === 'handle' ? [each.handle] : [])))];
  const variables = { ids, ...Object.fromEntries(handles.map((handle, index) => [`h${index}`, handle])) };
  const answer = await storefront(resolveItemsDocument(handles.length), variables);
  // Handles come back under the aliases `h0`, `h1`, … beside `nodes`.
  const { nodes, ...byAlias } = unwrapData(answer);
  return references.map((each) => {
    const node =
      each.kind === 'handle' ? byAlias[`h${handles.indexOf(each.handle)}`] : nodes[ids.indexOf(each.id)];
    if (!node) return undefined;
    if ('product' in node) return toItem(node.product, node);
    return toItem(node, node.selectedOrFirstAvailableVariant);
  });
}

type BuyableProduct = z.output<typeof buyableProduct>;

function toItem(
  product: Omit<BuyableProduct, 'selectedOrFirstAvailableVariant'>,
  variant: BuyableProduct['selectedOrFirstAvailableVariant'],
): ResolvedItem | undefined {
  if (!variant) return undefined;
  return {
    productId: product.id,
    handle: product.handle,
    variantId: variant.id,
    title: formatLineTitle(product.title, variant.title),
    available: variant.availableForSale,
  };
}
