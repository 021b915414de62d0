import type { Period } from '../commerce/days.ts';
import { CommerceError } from '../commerce/errors.ts';
import { fitForModels } from '../commerce/model-instructions.ts';
import { issuesOf, PRODUCT_ISSUES, type ProductIssue } from '../commerce/product-issues.ts';
import type { Product } from '../commerce/products.ts';
import { mapYielding } from '../operations/map-yielding.ts';
import { sortYielding } from '../operations/sort-yielding.ts';
import type { ProductFigures } from '../storage/repositories/product-statistics.ts';
import type { StoreVisit } from './merchant-context.ts';
import type { ProductSummary } from './product-summaries.ts';

export type { ProductFigures } from '../storage/repositories/product-statistics.ts';

export interface ProductFilter {
  /** Substring of the title or GID, without case. */
  text?: string | undefined;
  /** `any`: products with at least one issue. */
  issue?: ProductIssue | 'any' | undefined;
}

export interface ProductsPage {
  sort: 'title' | keyof ProductFigures;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

export type ListedProduct = ProductSummary & ProductFigures;

const NOT_MET: ProductFigures = { found: 0, carts: 0, checkouts: 0, sold: 0 };

/** Lists the products of the copy, and counts those with each issue over the whole catalog. */
export async function listProducts(
  { context, store }: StoreVisit<'flushCalls' | 'productFigures' | 'productSummaries'>,
  period: Period,
  filter: ProductFilter,
  page: ProductsPage,
): Promise<{ items: Iterable<ListedProduct>; total: number; issueCounts: Record<ProductIssue, number> }> {
  await context.flushCalls();
  const [summaries, figures] = await Promise.all([
    context.productSummaries.of(store.id),
    context.productFigures(store.id, period),
  ]);
  const figuresOf = ({ id }: ProductSummary) => figures.get(id) ?? NOT_MET;
  const issueCounts = noIssues();
  const found = await mapYielding([...summaries.values()], (summary) => {
    for (const issue of summary.issues) issueCounts[issue] += 1;
    return passes(summary, filter) ? [summary] : [];
  });
  const sorted = await sortYielding(found.flat(), inOrder(page, figuresOf));
  return {
    items: listed(sorted.slice(page.offset, page.offset + page.limit), figuresOf),
    total: sorted.length,
    issueCounts,
  };
}

function* listed(
  summaries: readonly ProductSummary[],
  figuresOf: (product: ProductSummary) => ProductFigures,
): Generator<ListedProduct> {
  for (const summary of summaries) yield { ...summary, ...figuresOf(summary) };
}

function passes({ id, title, issues }: ProductSummary, { text, issue }: ProductFilter): boolean {
  const hasIssue = issue === undefined || (issue === 'any' ? issues.length > 0 : issues.includes(issue));
  if (!hasIssue || text === undefined) return hasIssue;
  const wanted = text.toLowerCase();
  return title.toLowerCase().includes(wanted) || id.toLowerCase().includes(wanted);
}

function inOrder({ sort, direction }: ProductsPage, figuresOf: (product: ProductSummary) => ProductFigures) {
  const sign = direction === 'asc' ? 1 : -1;
  return (one: ProductSummary, other: ProductSummary): number => {
    const ascending =
      sort === 'title' ? compare(one.title, other.title) : figuresOf(one)[sort] - figuresOf(other)[sort];
    return sign * ascending || compare(one.title, other.title) || compare(one.id, other.id);
  };
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function noIssues(): Record<ProductIssue, number> {
  return Object.fromEntries(PRODUCT_ISSUES.map((issue) => [issue, 0])) as Record<ProductIssue, number>;
}

/** Reads a product of the copy as agents get it. Throws `not_found` for one that the copy does not hold. */
export async function readProduct(
  { context, store }: StoreVisit<'flushCalls' | 'productFigures' | 'products'>,
  id: string,
  period: Period,
): Promise<{ product: Product; asOf: string; issues: ProductIssue[]; figures: ProductFigures }> {
  await context.flushCalls();
  const [{ products, asOf }, figures] = await Promise.all([
    context.products.lookup(store.id, [id]),
    context.productFigures(store.id, period),
  ]);
  const [product] = products;
  if (!product || asOf === null)
    throw new CommerceError('not_found', 'The copy of the catalog has no product with that id.');
  return {
    product: fitForModels(product),
    asOf,
    issues: issuesOf(product),
    figures: figures.get(product.id) ?? NOT_MET,
  };
}
