import { findWord, type Vocabulary } from '../indexing/vocabulary.ts';
import { matchCompounds } from './compounds.ts';
import type { NearWord } from './near-words.ts';

/** Returns the shop's words for the same as a word, or for what it is a kind of. */
export function matchSynonyms(vocabulary: Vocabulary, word: string): NearWord[] {
  const same = matchSame(vocabulary, word);
  return same.length > 0 ? same : matchWords(vocabulary, vocabulary.language.broader, word);
}

export function matchSame(vocabulary: Vocabulary, word: string): NearWord[] {
  return matchWords(vocabulary, vocabulary.language.synonyms, word);
}

/** Returns the shop's words for goods that serve what a word names. */
export function matchGoods(vocabulary: Vocabulary, word: string): NearWord[] {
  return matchWords(vocabulary, vocabulary.language.goods, word);
}

/** Returns the shop's words and compounds among the table's entries for a word, as corrections. */
function matchWords(
  vocabulary: Vocabulary,
  table: ReadonlyMap<string, readonly string[]>,
  word: string,
): NearWord[] {
  return (table.get(vocabulary.language.stem(word)) ?? []).flatMap((other) => {
    const term = findWord(vocabulary, other);
    const terms = term === undefined ? matchCompounds(vocabulary, other).endingIn : [term];
    return terms.map((each) => ({ word: other, term: each, likelihood: 1 }));
  });
}
