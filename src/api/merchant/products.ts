import { z } from 'zod';
import { PRODUCT_ISSUES } from '../../commerce/product-issues.ts';
import { type ListedProduct, listProducts, readProduct } from '../../merchants/products.ts';
import { renderProduct } from '../../protocols/contract/render-products.ts';
import { product } from '../../protocols/contract/responses.ts';
import { filterText } from './activity-wire.ts';
import { csvReply, format } from './csv.ts';
import { forStore, type MerchantEndpoint } from './endpoint.ts';
import { pageOf, paging, rangeOf, toPage } from './paging.ts';
import { period, periodOf, periodWire, renderPeriod } from './period.ts';
import { toWire } from './to-wire.ts';

/** Counts by product and day are stored for little longer. */
const MAX_DAYS = 90;

const count = z.int();
const issue = z.enum(PRODUCT_ISSUES);

const figures = {
  found: count.describe('Number of searches that showed it.'),
  carts: count.describe('Number of cart lines with it.'),
  checkouts: count.describe('Number of checkout lines with it.'),
  sold: count.describe('Number of pieces in orders, without canceled and refunded ones.'),
};

export const productRow = z.object({
  id: z.string().describe('GID of the product.'),
  title: z.string(),
  availability: z.enum(['in_stock', 'out_of_stock']),
  unlisted: z.boolean().describe('True when the shop hides it from searches.'),
  issues: z.array(issue).describe('Faults in its data.'),
  ...figures,
});

export const productsAnswer = pageOf(productRow).extend({
  period: periodWire,
  issue_counts: z.record(issue, count).describe('Products of the whole catalog with each issue.'),
});

export const productAnswer = z.object({
  product,
  as_of: z.iso.datetime().describe('Time at which the shop was asked for it.'),
  issues: z.array(issue),
  figures: z.object(figures),
  period: periodWire,
});

const EVERYTHING = { offset: 0, limit: Number.POSITIVE_INFINITY };

export const productEndpoints: MerchantEndpoint[] = [
  forStore({
    rest: 'GET /stores/{slug}/products',
    isCostly: true,
    summary:
      'Lists the products of the catalog copy with their missing data, and how often agents found and bought them. The console’s playground and the service’s own checks do not count.',
    input: z.object({
      q: filterText.describe('A part of the title or of the id.'),
      issue: z
        .union([issue, z.enum(['any', ''])])
        .optional()
        .describe('Only products with this issue; `any` for those with at least one.'),
      sort: z.enum(['title', 'found', 'carts', 'checkouts', 'sold']).default('found'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      ...period,
      ...format,
      ...paging,
    }),
    output: productsAnswer,
    async run(visit, input) {
      const { q: text, issue, sort, direction } = input;
      const isFile = input.format === 'csv';
      const wanted = periodOf(visit, input, MAX_DAYS);
      const { items, total, issueCounts } = await listProducts(
        visit,
        wanted,
        { text, issue: issue || undefined },
        { sort, direction, ...(isFile ? EVERYTHING : rangeOf(input)) },
      );
      const rows = rowsOf(items);
      if (isFile) return csvReply(`${visit.store.slug}-products`, Object.keys(productRow.shape), rows);
      const page = toPage([...rows], total, input);
      return { body: { ...page, period: renderPeriod(wanted), issue_counts: issueCounts } };
    },
  }),
  forStore({
    rest: 'GET /stores/{slug}/products/{product_id}',
    summary: 'Returns a product as agents see it, with its missing data and how often agents found it.',
    input: z.object({ product_id: z.string().max(200), ...period }),
    output: productAnswer,
    async run(visit, input) {
      const wanted = periodOf(visit, input, MAX_DAYS);
      const { product, asOf, issues, figures } = await readProduct(visit, input.product_id, wanted);
      const body = {
        product: renderProduct(product),
        as_of: asOf,
        issues,
        figures: toWire(productAnswer.shape.figures, figures),
        period: renderPeriod(wanted),
      };
      return { body };
    },
  }),
];

function* rowsOf(items: Iterable<ListedProduct>): Generator<z.output<typeof productRow>> {
  for (const item of items) yield renderRow(item);
}

function renderRow(listed: ListedProduct) {
  return toWire(productRow, { ...listed, issues: [...listed.issues] });
}
