import type { SearchDocument } from '../../search/indexing/search-document.ts';
import { analyze } from '../../search/language/analyze.ts';
import type { Language } from '../../search/language/language.ts';

/** The usual parameters: how soon repetition stops to count, and how much long texts weigh less. */
const K1 = 1.2;
const B = 0.75;

/**
 * Returns a search that ranks by plain BM25, to compare with: stems of all fields as one text, function words left out, words joined
 * by OR. Answers with the places of the documents, the best first.
 */
export function plainBm25(documents: readonly SearchDocument[], language: Language) {
  const stemsOf = (text: string) =>
    analyze(text).flatMap(({ words }) =>
      words.flatMap((word) => (language.stopWords.has(word) ? [] : [language.stem(word)])),
    );
  const texts = documents.map((document) => countsOf(stemsOf(textOf(document))));
  const lengths = texts.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const frequencies = countsOf(texts.flatMap((counts) => [...counts.keys()]));
  const weightOf = (stem: string) => {
    const count = frequencies.get(stem) ?? 0;
    return Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
  };
  return (text: string, first: number): number[] => {
    const stems = [...new Set(stemsOf(text))];
    const scored = texts.map((counts, place) => {
      const norm = K1 * (1 - B + (B * (lengths[place] ?? 0)) / average);
      const score = stems.reduce((sum, stem) => {
        const count = counts.get(stem) ?? 0;
        return sum + (weightOf(stem) * count * (K1 + 1)) / (count + norm);
      }, 0);
      return { place, score };
    });
    return scored
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, first)
      .map(({ place }) => place);
  };
}

function countsOf(stems: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

function textOf({ title, options, brand, categories, tags, description }: SearchDocument): string {
  return [title, ...options, brand, ...categories, ...tags, description].join(' ');
}
