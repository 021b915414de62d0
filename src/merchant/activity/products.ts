import { z } from 'zod';
import { toNotFoundError } from '../../commerce/errors.ts';
import { mapYielding } from '../../commerce/paging/map-yielding.ts';
import {
  computeProductIssues,
  PRODUCT_ISSUES,
  type ProductIssue,
} from '../../commerce/product/product-issues.ts';
import { splitQueryWords } from '../../commerce/text/words-of.ts';
import { sortYielding } from '../../operations/catalog/sort-yielding.ts';
import { renderProduct } from '../../protocols/contract/render-products.ts';
import { product } from '../../protocols/contract/responses.ts';
import type { ProductFigures } from '../../storage/repositories/activity/product-statistics.ts';
import type { CountedPeriod } from '../../storage/repositories/activity/statistics.ts';
import type { Page, RowPosition } from '../../storage/repositories/rows/row-pages.ts';
import { nameObject } from '../../wire/named.ts';
import { forStore } from '../action.ts';
import { format, toCsvReply } from '../csv.ts';
import { integerOrNull, textOrNull } from '../fields.ts';
import { filterText, listForStore, pageOf, paging, toPage, toRange } from '../lists.ts';
import { period, periodWire, toCountedPeriod } from '../period.ts';
import { toWire } from '../to-wire.ts';
import type { AtStore } from '../visit.ts';
import type { ProductSummary } from './product-reads.ts';

/** Counts by product and day are stored for little longer. */
const MAX_DAYS = 90;

const count = z.int();
const issue = z.enum(PRODUCT_ISSUES);

const figures = z.object({
  found: count.describe('Number of searches that showed it.'),
  carts: count.describe('Number of cart lines with it.'),
  checkouts: count.describe('Number of checkout lines with it.'),
  sold: count.describe('Number of pieces in orders, without canceled and refunded ones.'),
});

const productRow = nameObject('ListedProduct', {
  id: z.string().describe('GID of the product.'),
  title: z.string(),
  image_url: textOrNull.describe('Its first picture.'),
  price_min: count.describe('Lowest price of its variants, in minor units of `currency`.'),
  price_max: count,
  currency: z.string(),
  availability: z.enum(['in_stock', 'out_of_stock']),
  stock: integerOrNull.describe(
    'Pieces in stock, over its variants. Null when the shop does not count them.',
  ),
  unlisted: z.boolean().describe('True when the shop hides it from searches.'),
  issues: z.array(issue).describe('Faults in its data.'),
  ...figures.shape,
});

export const productsAnswer = pageOf(productRow).extend({
  period: periodWire,
  issue_counts: z.record(issue, count).describe('Products of the whole catalog with each issue.'),
});

export const productAnswer = z.object({
  product,
  as_of: z.iso.datetime().describe('Time at which the shop was asked for it.'),
  issues: z.array(issue),
  figures,
  period: periodWire,
});

const MAX_CATEGORIES = 1_000;

const category = z.object({
  category: z.string().describe('Path such as `Home > Kitchen`.'),
  products: z.int().describe('Products of the category and of those below it.'),
});

type Filter = z.output<typeof productsInput>;

const productsInput = z.object({
  q: filterText.describe('Words, each a part of the title or of the id.'),
  issue: z
    .union([issue, z.enum(['any', ''])])
    .optional()
    .describe('Only products with this issue; `any` for those with at least one.'),
  sort: z.enum(['title', ...figures.keyof().options]).default('found'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  ...period,
  ...format,
  ...paging,
});

export const productEndpoints = [
  forStore({
    id: 'listStoreProducts',
    route: 'GET /stores/{slug}/products',
    isCostly: true,
    summary:
      'Lists the products of the catalog copy with their missing data, and how often agents found and bought them; in a store with much traffic these figures may be a minute old. The console’s playground and the service’s own checks do not count.',
    input: productsInput,
    output: productsAnswer,
    async reply(visit, input) {
      const isFile = input.format === 'csv';
      const period = toCountedPeriod(visit, input, MAX_DAYS);
      const page = isFile ? EVERYTHING : toRange(input, input.sort === 'title' ? 'string' : 'number');
      const { rows, issueCounts, ...listed } = await listProducts(visit, period, input, page);
      if (isFile) return toCsvReply(`${visit.store.slug}-products`, productRow, rows);
      const answer = toPage({ ...listed, items: [...rows], searchedTo: null }, input);
      return { body: { ...answer, period: toWire(periodWire, period), issue_counts: issueCounts } };
    },
  }),
  forStore({
    id: 'getStoreProduct',
    route: 'GET /stores/{slug}/products/{product_id}',
    summary: 'Returns a product as agents see it, with its missing data and how often agents found it.',
    input: z.object({ product_id: z.string().max(200), ...period }),
    output: productAnswer,
    async reply(visit, input) {
      const { context, store } = visit;
      const period = toCountedPeriod(visit, input, MAX_DAYS);
      await context.flushCalls();
      const [{ products, asOf }, figures] = await Promise.all([
        context.products.findByIds(store.id, [input.product_id]),
        context.productFigures(store.id, period),
      ]);
      const [product] = products;
      if (!product || asOf === null)
        throw toNotFoundError('The copy of the catalog has no product with that id.');
      const body = {
        product: renderProduct(product),
        as_of: asOf,
        issues: computeProductIssues(product),
        figures: figures.get(product.id) ?? NOT_MET,
        period: toWire(periodWire, period),
      };
      return { body };
    },
  }),
  listForStore({
    id: 'listStoreCategories',
    route: 'GET /stores/{slug}/categories',
    isCostly: true,
    summary: 'Lists the categories of the products of the catalog copy, the largest first.',
    row: category,
    async listItems({ context, store }) {
      const counts = new Map<string, number>();
      for (const { categories } of (await context.productSummaries(store.id)).values())
        for (const path of new Set(categories.flatMap(listPaths)))
          counts.set(path, (counts.get(path) ?? 0) + 1);
      return [...counts]
        .map(([path, products]) => ({ category: path, products }))
        .toSorted((one, other) => other.products - one.products || one.category.localeCompare(other.category))
        .slice(0, MAX_CATEGORIES);
    },
  }),
];

const EVERYTHING = { offset: 0, limit: Number.POSITIVE_INFINITY };

const NOT_MET: ProductFigures = { found: 0, carts: 0, checkouts: 0, sold: 0 };

async function listProducts({ context, store }: AtStore, period: CountedPeriod, filter: Filter, page: Page) {
  await context.flushCalls();
  const [summaries, figures] = await Promise.all([
    context.productSummaries(store.id),
    context.productFigures(store.id, period),
  ]);
  const getFigures = ({ id }: ProductSummary) => figures.get(id) ?? NOT_MET;
  const none = PRODUCT_ISSUES.map((issue) => [issue, 0]);
  const issueCounts: Record<ProductIssue, number> = Object.fromEntries(none);
  const matching = await mapYielding([...summaries.values()], (summary) => {
    for (const issue of summary.issues) issueCounts[issue] += 1;
    return isMatch(summary, filter) ? [summary] : [];
  });
  const getKey = (product: ProductSummary) =>
    filter.sort === 'title' ? product.title : getFigures(product)[filter.sort];
  const keyed = matching.flat().map((product) => ({ ...product, key: getKey(product) }));
  const sign = filter.direction === 'asc' ? 1 : -1;
  const compareProducts: Compare = (one, other) =>
    sign * compare(one.key, other.key) || compare(one.title, other.title) || compare(one.id, other.id);
  const sorted = await sortYielding(keyed, compareProducts);
  const begin = page.offset + countUpTo(page.after, sorted, compareProducts);
  const end = begin + page.limit;
  const last = end < sorted.length ? sorted[end - 1] : undefined;
  const rows = toRows(sorted.slice(begin, end), figures);
  return { rows, total: sorted.length, next: last ? { key: last.key, id: last.id } : null, issueCounts };
}

/** Counts the products up to a position, whose product keeps the place of its former key. */
function countUpTo(position: RowPosition | undefined, sorted: readonly Keyed[], compareProducts: Compare) {
  if (!position) return 0;
  const title = sorted.find(({ id }) => id === position.id)?.title ?? '';
  const index = sorted.findIndex((product) => compareProducts(product, { ...position, title }) > 0);
  return index === -1 ? sorted.length : index;
}

/** Members that products are sorted by, the key first. */
type Keyed = RowPosition & { title: string };

type Compare = (one: Keyed, other: Keyed) => number;

/** Renders rows one by one: a file has all of them. */
function* toRows(summaries: readonly ProductSummary[], figures: ReadonlyMap<string, ProductFigures>) {
  for (const summary of summaries) {
    const { min: priceMin, max: priceMax, currency } = summary.price;
    const row = { ...summary, ...(figures.get(summary.id) ?? NOT_MET), priceMin, priceMax, currency };
    yield toWire(productRow, row);
  }
}

function isMatch({ id, title, issues }: ProductSummary, { q, issue }: Filter): boolean {
  const hasIssue = !issue || (issue === 'any' ? issues.length > 0 : issues.includes(issue));
  if (!hasIssue || q === undefined) return hasIssue;
  const haystack = `${title} ${id}`.toLowerCase();
  return splitQueryWords(q.toLowerCase()).every((word) => haystack.includes(word));
}

function compare<Value extends string | number>(one: Value, other: Value): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Returns a path and the paths of the categories above it. */
function listPaths(path: string): string[] {
  const names = path.split('>').map((name) => name.trim());
  return names.map((_, index) => names.slice(0, index + 1).join(' > '));
}
