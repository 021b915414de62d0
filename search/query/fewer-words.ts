import { analyze, isNumber, renderToken } from '../language/analyze.ts';
import { type Language, pickLikelyLanguage } from '../language/language.ts';
import { readQuery } from './read-query.ts';

export interface ShorterQuery {
  text: string;
  /** Words of meaning that it lacks. */
  dropped: string[];
}

/** Returns what to ask a shop that found nothing: the words that matter, then the noun that they describe. At most two queries. */
export function shortenQuery(text: string): ShorterQuery[] {
  const tokens = analyze(text);
  const language = pickLikelyLanguage(tokens.flatMap(({ words }) => words));
  const words = readQuery(text, language).tokens.map(renderToken);
  if (words.length === 0) return [];
  const noun = headOf(text, words, language);
  const shorter = [
    { text: words.map((word) => toSingular(word, language)).join(' '), dropped: [] },
    { text: toSingular(noun, language), dropped: words.filter((word) => word !== noun) },
  ];
  const texts = new Set([text.trim().toLowerCase()]);
  return shorter.filter((each) => each.text !== '' && !texts.has(each.text) && texts.add(each.text));
}

/** Returns the noun of the phrase that begins the query: "boots" of "waterproof hiking boots for women, size 8". */
function headOf(text: string, words: readonly string[], language: Language): string {
  const meaningful = new Set(words);
  const phrase: string[] = [];
  for (const token of analyze(text)) {
    const word = renderToken(token);
    const belongs = meaningful.has(word) && !isNumber(word.charAt(0));
    if (belongs) phrase.push(word);
    else if (phrase.length > 0) break;
  }
  const noun = language.isNounFirst ? phrase[0] : phrase.at(-1);
  return noun ?? words[0] ?? '';
}

/** "boots" as "boot", which a shop that compares letters finds in both. */
function toSingular(word: string, { stem }: Language): string {
  return word.endsWith('s') && stem(word) === word.slice(0, -1) ? stem(word) : word;
}
