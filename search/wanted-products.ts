import { type SearchedProduct, toSearchDocument } from './indexing/search-document.ts';
import { createSearchIndex, putDocuments } from './indexing/search-index.ts';
import { analyze } from './language/analyze.ts';
import { pickLikelyLanguage } from './language/language.ts';
import { type Currency, priceBoundsIn } from './query/price-bounds.ts';
import { readQuery } from './query/read-query.ts';
import { withoutExcluded } from './ranking/exclusions.ts';
import type { CatalogFilter } from './ranking/filter.ts';
import { measureDocuments, planBounds } from './ranking/measures.ts';
import { planOf, type Relaxation, relaxPrices } from './search.ts';

/** Filters by what a text rules out, for lists that the index has not ranked: exclusions, bounds of measures and of the price. */
export interface WantedProducts {
  /** Leaves out what the text excludes. */
  keepWanted<Each extends SearchedProduct>(products: readonly Each[]): Each[];
  /** Leaves out what costs more or less than the text allows. */
  keepPriced<Each extends SearchedProduct>(products: readonly Each[]): Each[];
  /** Conditions that a list of products at any price gives up. */
  relaxation: Relaxation;
}

/** A single word, without digits, rules nothing out: most searches need no reading. */
const ONE_WORD = /^\s*[\p{L}\p{M}]+\s*$/u;

/** Returns undefined for a text that rules nothing out. Prices of the call's filter win over those of its text. */
export function readWantedProducts(
  { text, filter: ofCall }: { text: string; filter?: CatalogFilter },
  currency: Currency,
): WantedProducts | undefined {
  if (ONE_WORD.test(text)) return undefined;
  const language = pickLikelyLanguage(analyze(text).flatMap(({ words }) => words));
  const query = readQuery(text, language);
  const { filter, texts } = priceBoundsIn(text, currency, language.code);
  if (query.excluded.length + query.bounds.length + texts.length === 0) return undefined;
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = { ...filter, ...ofCall };
  return {
    relaxation: relaxPrices(text, texts),
    keepPriced: (products) =>
      products.filter(({ variants }) => variants.some(({ price }) => price >= minPrice && price <= maxPrice)),
    keepWanted: (products) => {
      const index = createSearchIndex(language);
      putDocuments(
        index,
        products.map((product, place) => toSearchDocument(place, product)),
      );
      const plan = planOf(index, query);
      const bounds = planBounds(index.vocabulary, plan.bounds);
      const keys = index.segments.flatMap((segment) => {
        const { passing } = measureDocuments(segment, bounds, withoutExcluded(segment, plan, segment.live));
        return Array.from(segment.keys).filter((_, document) => passing[document] === 1);
      });
      const places = new Set(keys);
      return products.filter((_, place) => places.has(place));
    },
  };
}
