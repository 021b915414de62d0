import { recorded, recordedBody, recordedList } from './recorded.ts';
import { NO_ROUTE, type Reply, type Script, type SiteRequest } from './scripted-site.ts';

type Post = Record<string, unknown>;

export function variations(): Post[] {
  return [
    ...recordedList('variations-of-54'),
    ...recordedList('variations-include').filter(({ id }) => id === 62),
  ];
}

export const tee = (changes: object = {}) => recordedBody('product-variable', changes);
export const mug = (changes: object = {}) => recordedBody('product-simple', changes);

/** The read routes of a shop that holds these posts, filtered as the real one filters. */
export function catalog(products: Post[], variants: Post[] = variations()): Script {
  return {
    'GET /wc/v3/products': ({ params }) =>
      listOf(
        products.filter((product) => isAsked(product, params)),
        params,
      ),
    'GET /wc/v3/variations': ({ params }) =>
      listOf(
        variants.filter((each) => isIncluded(each, params)),
        params,
      ),
  };
}

/** WooCommerce before 10.3: variations are found below their product only, or one by one. */
export function olderCatalog(products: Post[], variants: Post[] = variations()): Script {
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
    ...catalog(products, variants),
    ...Object.fromEntries([...below, ...alone]),
    'GET /wc/v3/products/999': () => recorded('error-not-found'),
    'GET /wc/v3/variations': () => NO_ROUTE,
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
