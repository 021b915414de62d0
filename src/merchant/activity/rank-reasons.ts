import type { Field, RankedProduct } from '../../../search/index.ts';

const TIERS: Readonly<Record<RankedProduct['tier'], string>> = {
  identifier: 'Its SKU, GTIN or model number is in the search: first of all.',
  phrase: 'It has the quoted phrase: before products without it.',
  all_words: 'It has every word that was searched for: before products that lack one.',
  some_words: 'It has some of the words: behind products that have all.',
};

const FIELD_WORDS: Readonly<Record<Field, string>> = {
  title: 'title',
  options: 'options',
  brand: 'brand',
  categories: 'categories',
  tags: 'tags',
  identifiers: 'SKU or GTIN',
  description: 'description',
};

/** Says in words why a product has its rank; the parts of its score come last. */
export function rankReasons(ranked: RankedProduct, availability: 'in_stock' | 'out_of_stock'): string[] {
  const { tier, matches, coverage, titleFit } = ranked;
  return [
    TIERS[tier],
    ...[...matches].sort((one, other) => other.score - one.score).map(matchReason),
    ...(coverage < 1 ? [`Words are missing: ${formatPercent(coverage - 1)}.`] : []),
    ...(titleFit > 1
      ? [`The words are side by side in the title, or fill much of it: ${formatPercent(titleFit - 1)}.`]
      : []),
    ...(titleFit < 1
      ? [
          `The title names the words behind "for" or "with", or an accessory of them: ${formatPercent(titleFit - 1)}.`,
        ]
      : []),
    ...(availability === 'out_of_stock'
      ? ['Out of stock: behind products of about the same score in stock.']
      : []),
  ];
}

function matchReason({ word, to, fields, score }: RankedProduct['matches'][number]): string {
  const name = to === undefined ? `"${word}"` : `"${to}", for "${word}",`;
  const places = LIST.format(fields.map((field) => FIELD_WORDS[field]));
  return `${name} is in the ${places}: ${score.toFixed(1)} points.`;
}

/** `title, brand and tags`. */
const LIST = new Intl.ListFormat('en-GB');

/** Signed: `+12 %`. */
function formatPercent(change: number): string {
  const rounded = Math.round(change * 100);
  return `${rounded < 0 ? '−' : '+'}${Math.abs(rounded)} %`;
}
