import type { JudgmentLine } from './formats.ts';

/** Results that count. */
const DEPTH = 10;

/** Grades of products by query. */
export type Judgments = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface Ranked {
  query: string;
  /** Ids of products, the best first. */
  products: readonly string[];
}

export interface Score {
  /** Queries that were asked. */
  queries: number;
  /** Queries to which some product has a grade above 0: the means below are over these. */
  withGrades: number;
  ndcg: number;
  recall: number;
  mrr: number;
  /** Share of the products returned that have a grade above 0. */
  precision: number;
  /** Share of all queries without an answer. */
  empty: number;
}

export function judgmentsByQuery(lines: readonly JudgmentLine[]): Judgments {
  const byQuery = new Map<string, Map<string, number>>();
  for (const { query, product, grade } of lines) {
    const grades = byQuery.get(query) ?? new Map<string, number>();
    byQuery.set(query, grades.set(product, grade));
  }
  return byQuery;
}

/** Means over the queries for which the catalog has something; a product without a judgment counts as grade 0. */
export function scoreRankings(rankings: readonly Ranked[], judgments: Judgments): Score {
  const withGrades = rankings.flatMap(({ query, products }) => {
    const grades = judgments.get(query) ?? new Map<string, number>();
    return [...grades.values()].some((grade) => grade > 0) ? [{ products, grades }] : [];
  });
  const mean = (measure: (products: readonly string[], grades: ReadonlyMap<string, number>) => number) =>
    withGrades.reduce((sum, { products, grades }) => sum + measure(products, grades), 0) /
    Math.max(1, withGrades.length);
  return {
    queries: rankings.length,
    withGrades: withGrades.length,
    ndcg: mean(ndcg),
    recall: mean(recall),
    mrr: mean(reciprocalRank),
    precision: mean(precision),
    empty: rankings.filter(({ products }) => products.length === 0).length / Math.max(1, rankings.length),
  };
}

/** Normalized discounted cumulative gain at 10, with a gain of 2^grade - 1. */
export function ndcg(products: readonly string[], grades: ReadonlyMap<string, number>): number {
  const ideal = discounted([...grades.values()].sort((one, other) => other - one));
  return ideal === 0 ? 0 : discounted(products.map((id) => grades.get(id) ?? 0)) / ideal;
}

/** Share of the products with a grade above 0 that are among the first ten. */
export function recall(products: readonly string[], grades: ReadonlyMap<string, number>): number {
  const relevant = [...grades].flatMap(([id, grade]) => (grade > 0 ? [id] : []));
  const results = new Set(products.slice(0, DEPTH));
  return relevant.filter((id) => results.has(id)).length / Math.max(1, relevant.length);
}

/** One divided by the rank of the first product with a grade above 0; 0 when none is among the first ten. */
export function reciprocalRank(products: readonly string[], grades: ReadonlyMap<string, number>): number {
  const rank = products.slice(0, DEPTH).findIndex((id) => (grades.get(id) ?? 0) > 0);
  return rank < 0 ? 0 : 1 / (rank + 1);
}

/** Share of the products returned that have a grade above 0; 0 when none is returned. */
function precision(products: readonly string[], grades: ReadonlyMap<string, number>): number {
  const relevant = products.filter((id) => (grades.get(id) ?? 0) > 0);
  return relevant.length / Math.max(1, products.length);
}

function discounted(grades: readonly number[]): number {
  return grades
    .slice(0, DEPTH)
    .reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}
