import type { SearchIndex } from './indexing/search-index.ts';
import { analyze, renderToken } from './language/analyze.ts';
import { pickLikelyLanguage } from './language/language.ts';
import { type Currency, priceBoundsIn } from './query/price-bounds.ts';
import { readQuery } from './query/read-query.ts';
import { withDigits } from './query/spelled-numbers.ts';

export const CONDITION_KINDS = ['price', 'measure', 'without'] as const;

/** Condition that the words of a query set on the products beside what they ask for. */
export interface Condition {
  kind: (typeof CONDITION_KINDS)[number];
  /** Words that say so; for `without`, the unwanted words. */
  text: string;
  /** False for a price in another currency, and for a price that bounds nothing. */
  isUsable: boolean;
  /** Bounds of a price, in minor units. */
  min?: number | undefined;
  max?: number | undefined;
}

interface ReadConditions {
  conditions: Condition[];
  /** Words of the query that say these, or that mark them, as "not" does. */
  words: ReadonlySet<string>;
}

/** Reads the conditions of a query: "under 30 dollars", "wider than 2 m", "not cotton". */
export function readConditions(
  text: string,
  currency: Currency,
  index: Pick<SearchIndex, 'vocabulary'> | undefined,
): ReadConditions {
  const language = index?.vocabulary.language ?? pickLikelyLanguage(toWords(text));
  const { filter, texts, unused } = priceBoundsIn(text, currency, language.code);
  const { bounds, excluded } = readQuery(text, language);
  const price = { kind: 'price', isUsable: true, min: filter.minPrice, max: filter.maxPrice } as const;
  const conditions: Condition[] = [
    ...(texts.length > 0 ? [{ ...price, text: texts.join(', ') }] : []),
    ...unused.map((each) => ({ kind: 'price', text: each, isUsable: false }) as const),
    ...bounds.map((bound) => ({ kind: 'measure', text: bound.text, isUsable: true }) as const),
    ...excluded
      .filter((group) => group.length > 0)
      .map((group) => ({ kind: 'without', text: group.map(renderToken).join(' '), isUsable: true }) as const),
  ];
  const conditionWords = conditions.flatMap((condition) => toWords(condition.text));
  const digits = new Set(toWords(withDigits(text, language.code).text));
  const spelled = toWords(text).filter((word) => conditions.length > 0 && !digits.has(word));
  const { before, between, behind } = language.negations;
  const markers = excluded.length > 0 ? [...before, ...between, ...behind] : [];
  return { conditions, words: new Set([...conditionWords, ...spelled, ...markers]) };
}

function toWords(text: string): string[] {
  return analyze(text).map(renderToken);
}
