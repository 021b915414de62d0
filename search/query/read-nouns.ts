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

const END: Token = { words: [''] };

/**
 * Returns the noun that a clause asks for: "lamp" of "I would like a nice small lamp for my room". It ends the first phrase that
 * begins the clause or follows an article or a word of asking; a phrase behind "for" or "to" says more about the thing.
 */
export function readHead(tokens: readonly Token[], language: Language): string | undefined {
  if (language.determiners.size === 0) return undefined;
  let isOpen = true;
  let before = '';
  let phrase: string[] = [];
  for (const token of [...tokens, END]) {
    const word = renderToken(token);
    if (isContent(word, language)) {
      if (isOpen && !isNumber(word)) phrase.push(word);
    } else {
      const noun = pickNoun(phrase, language);
      if (noun !== undefined) return noun;
      phrase = [];
      isOpen = isOpenBehind(word, { before, isOpen }, language);
    }
    before = word;
  }
  return undefined;
}

/** Returns whether a phrase behind a function word may name what is asked for. */
function isOpenBehind(
  word: string,
  { before, isOpen }: { before: string; isOpen: boolean },
  { determiners, headClosers, shoppingWords }: Language,
): boolean {
  // "Looking for a lamp" asks for it.
  if (headClosers.has(word)) return shoppingWords.has(before) && isOpen;
  if (determiners.has(word)) return isOpen || !headClosers.has(before);
  return isOpen || shoppingWords.has(word);
}

function pickNoun(phrase: readonly string[], { qualityWords, occasionWords, stem, isNounFirst }: Language) {
  const nouns = phrase.filter((word) => !qualityWords.has(stem(word)) && !occasionWords.has(stem(word)));
  return isNounFirst ? nouns[0] : nouns.at(-1);
}
