import { isNumber, renderToken, type Token } from '../language/analyze.ts';
import type { Language } from '../language/language.ts';

/** Reads function words that are nouns where they end a phrase: "watering can", "can of beans", but "a mug that I can take along". */
export function readHomographs(tokens: readonly Token[], language: Language): readonly Token[] {
  const { homographs, determiners } = language;
  if (homographs.size === 0) return tokens;
  return tokens.map((token, place) => {
    const noun = homographs.get(renderToken(token));
    if (noun === undefined || !isPhraseEnd(tokens[place + 1], language)) return token;
    const before = tokens[place - 1];
    const begins = !before || determiners.has(renderToken(before));
    return begins || isContent(renderToken(before), language) ? { words: [...noun] } : token;
  });
}

function isPhraseEnd(next: Token | undefined, { headClosers }: Language): boolean {
  const word = next?.words[0] ?? '';
  return word === '' || headClosers.has(word) || isNumber(word);
}

/** True for a word that is neither a function word nor a word of asking. */
export function isContent(word: string, { stopWords, shoppingWords, sentenceWords }: Language): boolean {
  return word !== '' && ![stopWords, shoppingWords, sentenceWords].some((words) => words.has(word));
}
