import {
  type Condition,
  type ExplainedWord,
  explainSearch as explain,
  openRankedList,
  type RankedProduct,
} from '../../../search/index.ts';
import { toSearchCurrency } from '../../commerce/money/money.ts';
import { mapYielding } from '../../commerce/paging/map-yielding.ts';
import type { Product } from '../../commerce/product/products.ts';
import type { StoreContext } from '../call/store-context.ts';
import { searchProducts } from './answer.ts';
import type { FoundPage } from './found-page.ts';
import { isCopyWhole, waitForIndex } from './ranked-list.ts';

export interface ExplainedSearch {
  page: FoundPage;
  /** Empty where the copy is not whole, so that the shop's own search has ranked. */
  words: ExplainedWord[];
  conditions: ExplainedCondition[];
  /** In the sequence of the page; undefined where the shop's own search has ranked. */
  products: { product: Product; ranked: RankedProduct | undefined }[];
}

export const CONDITION_OUTCOMES = ['applied', 'relaxed', 'unused'] as const;

interface ExplainedCondition extends Condition {
  /** `relaxed`: no product met it, so that it was left out. `unused`: a price that bounds nothing. */
  outcome: (typeof CONDITION_OUTCOMES)[number];
}

export async function explainSearch(context: StoreContext, query: { text: string; first: number }) {
  const page = await searchProducts(context, query);
  const isIndexed = page.keys !== undefined || (await isCopyWhole(context));
  const index = isIndexed ? await waitForIndex(context) : undefined;
  const currency = toSearchCurrency(context.store.description.currency);
  const { words, ...explained } = explain(index, { text: query.text, currency }, page.keys ?? []);
  const products = page.products.map((product, place) => {
    return { product, ranked: explained.products.get(page.keys?.[place] ?? -1) };
  });
  const toOutcome = (condition: Condition) => ({ ...condition, outcome: decideOutcome(condition, page) });
  return { page, words, conditions: explained.conditions.map(toOutcome), products };
}

function decideOutcome(
  { kind, text, isUsable }: Condition,
  { relaxation }: FoundPage,
): ExplainedCondition['outcome'] {
  if (!isUsable) return 'unused';
  const { prices = [], dropped = [] } = relaxation ?? {};
  return (kind === 'price' && prices.length > 0) || dropped.includes(text) ? 'relaxed' : 'applied';
}

/** Searches the copy for each text; undefined while the store has no index. */
export async function previewSearches(context: StoreContext, texts: readonly string[], first: number) {
  const index = texts.length > 0 ? await waitForIndex(context) : undefined;
  if (!index) return undefined;
  const currency = toSearchCurrency(context.store.description.currency);
  const rank = (text: string) => openRankedList(index, { text, currency }).rank({ first });
  const results = await mapYielding(texts, rank);
  const allKeys = results.flatMap(({ keys }) => keys);
  const titles = await findTitles(context, allKeys);
  return results.map(({ keys, hasMore, relaxation }) => ({
    titles: keys.flatMap((key) => titles.get(key) ?? []),
    hasMore,
    relaxation,
  }));
}

async function findTitles({ productRevisions, products, store }: StoreContext, keys: readonly number[]) {
  const ids = await productRevisions.idsOf(store.id, [...new Set(keys)]);
  const copied = await products.findByIds(store.id, [...ids.values()]);
  const titles = new Map(copied.products.map(({ id, title }) => [id, title]));
  return new Map([...ids].map(([key, id]) => [key, titles.get(id) ?? '']));
}
