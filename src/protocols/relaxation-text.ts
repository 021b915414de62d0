import type { FoundPage } from '../operations/catalog/found-page.ts';

type Relaxation = NonNullable<FoundPage['relaxation']>;

/** Says in words how a search was widened, for models. */
export function renderRelaxationText(relaxation: Relaxation): string {
  const { dropped, prices = [], unpriced = '', corrected, partial } = relaxation;
  const words = dropped.filter((each) => !prices.includes(each));
  const parts = [
    ...prices.map(
      (price) =>
        `No ${unpriced === '' ? 'product' : `"${unpriced}"`} costs "${price}", so the price was left out.`,
    ),
    ...(words.length > 0 ? [`No product was found for ${quoteWords(words)}, so this was left out.`] : []),
    ...corrected.map(({ from, to }) => `No product has "${from}": "${to}" was searched for instead.`),
    ...(partial ? ['No product matches all words: these match some of them.'] : []),
  ];
  return parts.join(' ');
}

function quoteWords(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}
