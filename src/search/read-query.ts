import { analyze, isNumber, type Token } from './analyze.ts';
import type { Language } from './language/language.ts';
import { SIZE_WORDS } from './language/stop-words.ts';

/** Characters and words of a query that are read; agents write far fewer. */
const MAX_QUERY_LENGTH = 1_000;
const MAX_QUERY_WORDS = 32;
/** Tokens that may be one identifier written with spaces, such as "AB 123 C". */
const MAX_IDENTIFIER_TOKENS = 4;

/** A text that may be an identifier, and the words that it is written in. */
interface IdentifierCandidate {
  text: string;
  words: string[];
}

/** A query as it was written. */
export interface WrittenQuery {
  /** The words that matter, each once. */
  tokens: Token[];
  identifiers: IdentifierCandidate[];
  /** Words of each quoted phrase. */
  phrases: string[][];
}

/** A quote that opens behind a space and closes before one: the mark in `12"` is an inch. */
const QUOTED =
  /(?<=^|\s)["\u201c\u201d\u201e\u00ab]([^"\u201c\u201d\u201e\u00ab\u00bb]+)["\u201c\u201d\u00bb](?=$|[\s,.;:!?])/g;
const AMOUNT =
  /\p{Sc}\s?\d{1,9}(?:[.,]\d{1,3}){0,3}|(?<![\d.,])\d{1,9}(?:[.,]\d{1,3}){0,3}\s?(?:\p{Sc}|(?:usd|eur|euros?|gbp|chf|cad|aud|inr|sek|nok|dkk|pln|dollars?|bucks)(?![a-z]))/giu;
const PRICE_LIMIT =
  /(?<![\p{L}\p{N}])(?:under|below|less than|cheaper than|between|up to|max|unter|höchstens|bis zu|moins de|menos de|meno di|onder)\s+(?=\p{Sc}|\d{1,9}(?:[.,]\d{1,3}){0,3}\s?(?:\p{Sc}|$|(?:usd|eur|euros?|gbp|chf|cad|aud|inr|sek|nok|dkk|pln|dollars?|bucks)(?![a-z])))/giu;
/** A price without a currency: a number behind these words that no unit follows. "Max 256" may be a size. */
const HIGHEST_PRICE =
  /(?<![\p{L}\p{N}])(?:under|below|less than|cheaper than|unter|moins de|menos de|meno di|onder)\s+\d{1,9}(?:[.,]\d{1,3}){0,3}(?=\s*(?:[,;.!?]|$))/giu;

export function readQuery(text: string, language: Language): WrittenQuery {
  const cut = text.slice(0, MAX_QUERY_LENGTH);
  const phrases = Array.from(cut.matchAll(QUOTED), ([, phrase = '']) =>
    analyze(phrase).flatMap(({ words }) => words),
  );
  const unquoted = cut.replace(QUOTED, ' $1 ');
  const priceless = analyze(withoutPrices(unquoted)).slice(0, MAX_QUERY_WORDS);
  const tokens = priceless.length > 0 ? priceless : analyze(unquoted).slice(0, MAX_QUERY_WORDS);
  return {
    tokens: distinct(meaningful(tokens, language)),
    identifiers: identifierCandidates(tokens),
    phrases: phrases.filter((words) => words.length > 1),
  };
}

/** Prices stand in no text of a product: they are for a filter. */
function withoutPrices(text: string): string {
  return text.replace(HIGHEST_PRICE, ' ').replace(PRICE_LIMIT, ' ').replace(AMOUNT, ' ');
}

/** Drops function words, words about shopping and words that announce a size, unless nothing else is left. */
function meaningful(tokens: readonly Token[], language: Language): Token[] {
  const kept = tokens.filter(({ words }, index) => {
    const [word = '', ...more] = words;
    if (more.length > 0) return true;
    if (SIZE_WORDS.has(word)) return !isSize(tokens[index + 1]);
    return !language.stopWords.has(word) && !language.shoppingWords.has(word);
  });
  return kept.length > 0 ? kept : [...tokens];
}

function isSize(token: Token | undefined): boolean {
  const [word = ''] = token?.words ?? [];
  return isNumber(word) || /^(?:\d?x{0,3}[sl]|m)$/.test(word);
}

function distinct(tokens: readonly Token[]): Token[] {
  return [...new Map(tokens.map((token) => [writtenAs(token), token])).values()];
}

/** Returns the token as one word, for people. */
export function writtenAs({ words, whole, characters }: Token): string {
  return characters?.join('') ?? whole ?? words.join(' ');
}

/** Every token, and neighbors joined, that hold a digit: an identifier may be written with spaces. */
function identifierCandidates(tokens: readonly Token[]): IdentifierCandidate[] {
  const candidates = tokens.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_IDENTIFIER_TOKENS, tokens.length - from) }, (_, more) => {
      const joined = tokens.slice(from, from + more + 1);
      return { text: joined.flatMap(({ words }) => words).join(''), words: joined.map(writtenAs) };
    }),
  );
  return candidates.filter(({ text }) => text.length >= 3 && /\d/.test(text));
}
