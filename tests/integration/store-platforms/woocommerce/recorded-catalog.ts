import { toReadableSlug } from '../../../../src/store-platforms/woocommerce/items.ts';
import { recorded, recordedBody, recordedList } from './recorded.ts';
import type { Reply, Script, SiteRequest } from './scripted-site.ts';

type Post = Record<string, unknown>;

export function variations(): Post[] {
  return [
    ...recordedList('variations-of-54'),
    ...recordedList('variations-include').filter(({ id }) => id === 62),
  ];
}

export const tee = (changes: object = {}) => recordedBody('product-variable', changes);
export const mug = (changes: object = {}) => recordedBody('product-simple', changes);

/** The read routes of a shop that holds these posts, filtered as the real one filters, and as its connector adds. */
export function catalog(products: Post[], variants: Post[] = variations()): Script {
  const core = catalogOfCore(products, variants);
  return {
    ...core,
    'GET /wc/v3/products': (request) => {
      const names = request.params.get('ucp_host_items')?.split(',');
      const candidates = products.filter((product) => !names || names.some((name) => means(name, product)));
      const matches = candidates.filter((product) => isAsked(product, request.params));
      const { headers, body } = listOf(
        matches.map((product) => withVariations(product, variants)),
        request.params,
      );
      return { headers: { ...headers, ...(names ? { 'x-ucp-host-items': '1' } : {}) }, body };
    },
  };
}

/** The same shop without the connector: its parameters are ignored. */
export function catalogOfCore(products: Post[], variants: Post[] = variations()): Script {
  const below = products.map((product) => [
    `GET /wc/v3/products/${product.id}/variations`,
    ({ params }: SiteRequest) =>
      listOf(
        variants.filter((each) => each.parent_id === product.id && isIncluded(each, params)),
        params,
      ),
  ]);
  const alone = variants.map((each) => [
    `GET /wc/v3/products/${each.id}`,
    () => ({ body: { ...each, type: 'variation' } }),
  ]);
  return {
    'GET /wc/v3/products': ({ params }) =>
      listOf(
        products.filter((product) => isAsked(product, params)),
        params,
      ),
    ...Object.fromEntries([...below, ...alone]),
    'GET /wc/v3/products/999': () => recorded('error-not-found'),
  };
}

function means(name: string, product: Post): boolean {
  const numbers = [product.id, ...(product.variations as number[])];
  return numbers.map(String).includes(name) || name === `slug:${toReadableSlug(String(product.slug))}`;
}

/** Rows and range of the product's own variations. */
function withVariations(product: Post, variants: Post[]): Post {
  if (product.type !== 'variable') return product;
  const ids = product.variations as number[];
  const published = variants.filter(({ id, status }) => ids.includes(id as number) && status === 'publish');
  const prices = published.flatMap(({ price }) => (price === '' ? [] : [Number(price)]));
  const range = { min: String(Math.min(...prices)), max: String(Math.max(...prices)) };
  return {
    ...product,
    ucp_host_variations: published.slice(0, 100),
    ucp_host_price_range: prices.length === 0 ? null : range,
  };
}

function isAsked(product: Post, params: URLSearchParams): boolean {
  const status = params.get('status') ?? 'any';
  const slug = params.get('slug');
  const isFound = slug === null || product.slug === slug;
  return isFound && isIncluded(product, params) && (status === 'any' || product.status === status);
}

function isIncluded(post: Post, params: URLSearchParams): boolean {
  const include = params.get('include');
  return include === null || include.split(',').includes(String(post.id));
}

function listOf(posts: Post[], params: URLSearchParams): Reply {
  const size = Number(params.get('per_page') ?? 10);
  const start = (Number(params.get('page') ?? 1) - 1) * size;
  const headers = { 'x-wp-totalpages': String(Math.ceil(posts.length / size)) };
  return { headers, body: posts.slice(start, start + size) };
}
