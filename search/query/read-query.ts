import { analyze, isNumber, renderToken, type Token } from '../language/analyze.ts';
import { withFractions } from '../language/fractions.ts';
import type { Language } from '../language/language.ts';
import { type MeasureBound, readMeasureBounds } from './measure-bounds.ts';
import { withoutPrices } from './price-bounds.ts';
import { type ReadClause, readClauses } from './read-negations.ts';
import { readHead, readHomographs } from './read-nouns.ts';
import { type SpelledNumber, withDigits } from './spelled-numbers.ts';

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

export interface WrittenQuery {
  /** The words that matter, each once. */
  tokens: Token[];
  /** Whether it is put in a sentence instead of key words. */
  isSentence: boolean;
  /** The noun that names what a sentence asks for, as its token is rendered; undefined where it names none. */
  head: string | undefined;
  /** Groups of words: a product with all words of a group is not wanted. */
  excluded: Token[][];
  /** Bounds of measures, which stand in products' texts as other numbers. */
  bounds: MeasureBound[];
  identifiers: IdentifierCandidate[];
  /** Words of each quoted phrase. */
  phrases: string[][];
}

/** Words that only announce the size after them, as in "size 42", folded. */
const SIZE_WORDS = new Set(
  'eur size grosse gr taille talla taglia misura maat tamanho storlek strl sz'.split(' '),
);

/** A quote that opens behind a space and closes before one: the mark in `12"` is an inch. */
const QUOTED =
  /(?<=^|\s)["\u201c\u201d\u201e\u00ab]([^"\u201c\u201d\u201e\u00ab\u00bb]+)["\u201c\u201d\u00bb](?=$|[\s,.;:!?])/g;
/** Ends of clauses: a negation reaches no farther. */
const CLAUSE_END = /(?<![,;:!?()])[,;:!?()]+(?=\s|$)|\.(?=\s|$)|\s[-\u2013\u2014]\s/u;

export function readQuery(text: string, language: Language): WrittenQuery {
  const cut = text.slice(0, MAX_QUERY_LENGTH);
  const phrases = Array.from(cut.matchAll(QUOTED), ([, phrase = '']) =>
    analyze(phrase).flatMap(({ words }) => words),
  );
  const { tokens, excluded, bounds, head } = splitWanted(cut, language);
  const isAsked = isSentence(tokens, language);
  const distinct = new Map(
    filterMeaningful(tokens, language, isAsked).map((token) => [renderToken(token), token]),
  );
  return {
    tokens: [...distinct.values()],
    isSentence: isAsked,
    head: isAsked ? head : undefined,
    excluded,
    bounds,
    identifiers: buildIdentifierCandidates(tokens),
    phrases: phrases.filter((words) => words.length > 1),
  };
}

/** Returns the words of a text that ask for something: a model would take "not leather" for leather, and a price for a number. */
export function toWantedText(text: string, language: Language): string {
  return splitWanted(text.slice(0, MAX_QUERY_LENGTH), language).tokens.map(renderToken).join(' ');
}

/** Separates wanted from unwanted words; quoted words are wanted. */
function splitWanted(
  text: string,
  language: Language,
): Pick<WrittenQuery, 'tokens' | 'excluded' | 'bounds' | 'head'> {
  const bounds: MeasureBound[] = [];
  const unquoted = text.replace(QUOTED, ' $1 ');
  const clauses = text.split(QUOTED).flatMap((part, index): ReadClause[] => {
    if (index % 2 === 1) return [{ terms: analyze(part), excluded: [] }];
    const {
      phrases,
      behindPhrases,
      before: [negation = ''],
    } = language.negations;
    const { text: digits, spelled } = withDigits(part, language.code);
    const measured = readMeasureBounds(withoutPrices(withFractions(digits)));
    bounds.push(...measured.bounds);
    const negated = phrases ? measured.rest.replace(phrases, ` ${negation} `) : measured.rest;
    const plain = behindPhrases ? negated.replace(behindPhrases, ` ${negation} $<thing> `) : negated;
    const read = (clause: string) => withSpelled(readHomographs(analyze(clause), language), spelled);
    return readClauses(plain.split(CLAUSE_END).map(read), language);
  });
  const terms = clauses.flatMap((clause) => clause.terms).slice(0, MAX_QUERY_WORDS);
  const groups = clauses.flatMap((clause) => clause.excluded).slice(0, MAX_QUERY_WORDS);
  const tokens = terms.length > 0 || groups.length > 0 ? terms : analyze(unquoted).slice(0, MAX_QUERY_WORDS);
  const heads = clauses.flatMap((clause) => readHead(clause.terms, language) ?? []);
  return { ...withoutWanted(tokens, groups, language), bounds, head: heads[0] };
}

/** Adds the words of numbers, by which shops name them as well: "Set of Four". */
function withSpelled(tokens: readonly Token[], spelled: readonly SpelledNumber[]): Token[] {
  return tokens.map((token) => {
    const number = spelled.find(({ value }) => token.words[0] === String(value));
    return number ? { ...token, spelled: analyze(number.text).flatMap(({ words }) => words) } : token;
  });
}

/** A word that is asked for as well is not excluded: "a mug, but not a travel mug". "Not leather bag" asks for a bag. */
function withoutWanted(
  tokens: Token[],
  groups: readonly Token[][],
  language: Language,
): Pick<WrittenQuery, 'tokens' | 'excluded'> {
  if (groups.length === 0) return { tokens, excluded: [] };
  const withSentenceWords = isSentence(tokens, language);
  const stems = new Set(
    filterMeaningful(tokens, language, withSentenceWords).map((token) => language.stem(renderToken(token))),
  );
  const isWanted = (token: Token) => stems.has(language.stem(renderToken(token)));
  const excluded = groups.map((group) => group.filter((token) => !isWanted(token)));
  const [first = []] = excluded;
  if (stems.size > 0 || first.length < 2) return { tokens, excluded };
  const noun = language.isNounFirst ? first.slice(0, 1) : first.slice(-1);
  const traits = first.filter((token) => !noun.includes(token));
  return { tokens: [...tokens, ...noun], excluded: [traits, ...excluded.slice(1)] };
}

/** Function words and words of asking that make a sentence of a query. */
const MIN_SENTENCE_WORDS = 2;

function isSentence(tokens: readonly Token[], language: Language): boolean {
  return tokens.filter((token) => isFiller(token, language, true)).length >= MIN_SENTENCE_WORDS;
}

/**
 * Drops function words, words about shopping and words that announce a size, and in a sentence its common words, unless nothing else
 * is left.
 */
function filterMeaningful(tokens: readonly Token[], language: Language, withSentenceWords: boolean): Token[] {
  const meaning = tokens.filter((token, index) => {
    if (token.words.length === 1 && SIZE_WORDS.has(token.words[0] ?? '')) return !isSize(tokens[index + 1]);
    return !isFiller(token, language, withSentenceWords);
  });
  return meaning.length > 0 ? meaning : [...tokens];
}

function isFiller(
  { words: [word = '', ...more] }: Token,
  language: Language,
  withSentenceWords: boolean,
): boolean {
  const { stopWords, shoppingWords, sentenceWords } = language;
  if (more.length > 0) return false;
  return stopWords.has(word) || shoppingWords.has(word) || (withSentenceWords && sentenceWords.has(word));
}

function isSize(token: Token | undefined): boolean {
  const [word = ''] = token?.words ?? [];
  return isNumber(word) || /^(?:\d?x{0,3}[sl]|m)$/.test(word);
}

/** Every token, and neighbors joined, that hold a digit: an identifier may be written with spaces. */
function buildIdentifierCandidates(tokens: readonly Token[]): IdentifierCandidate[] {
  const candidates = tokens.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_IDENTIFIER_TOKENS, tokens.length - from) }, (_, more) => {
      const joined = tokens.slice(from, from + more + 1);
      return { text: joined.flatMap(({ words }) => words).join(''), words: joined.map(renderToken) };
    }),
  );
  return candidates.filter(({ text }) => text.length >= 3 && /\d/.test(text));
}
