import type { ItemReference } from '../../commerce/products.ts';

const GID = /^gid:\/\/shopify\/(Product|ProductVariant)\/\d{1,19}$/;
const LOCALE = /^[a-z]{2,3}(?:-[a-z0-9]{2,4})?$/i;
const VARIANT_NUMBER = /^\d{1,19}$/;
const MAX_HANDLE_LENGTH = 255;

/** A Product or ProductVariant GID, or a product URL on one of the shop's hosts; undefined for all else. */
export function readItemId(text: string, hosts: ReadonlySet<string>): ItemReference | undefined {
  const type = GID.exec(text)?.[1];
  if (type !== undefined) return { kind: type === 'Product' ? 'product' : 'variant', id: text };
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !hosts.has(url.host)) return undefined;
  return readProductUrl(url);
}

/** Whether this may stand among a query's `$ids`: a malformed one fails the whole query. */
export function isItemGid(id: string): boolean {
  return GID.test(id);
}

/** `/products/{handle}`, also below a locale or a collection; `?variant=` names the variant. */
function readProductUrl(url: URL): ItemReference | undefined {
  const handle = handleIn(url.pathname.split('/').filter((segment) => segment !== ''));
  if (handle === undefined) return undefined;
  const variant = url.searchParams.get('variant') ?? '';
  if (VARIANT_NUMBER.test(variant)) return { kind: 'variant', id: `gid://shopify/ProductVariant/${variant}` };
  return { kind: 'handle', handle };
}

function handleIn(segments: string[]): string | undefined {
  const [first = ''] = segments;
  const path = first !== 'products' && LOCALE.test(first) ? segments.slice(1) : segments;
  const inShop = path[0] === 'collections' ? path.slice(2) : path;
  const [products, handle] = inShop;
  return products === 'products' && handle && inShop.length === 2 ? decodedHandle(handle) : undefined;
}

function decodedHandle(segment: string): string | undefined {
  try {
    const handle = decodeURIComponent(segment);
    return handle.length <= MAX_HANDLE_LENGTH && !handle.includes('/') ? handle : undefined;
  } catch {
    return undefined;
  }
}
