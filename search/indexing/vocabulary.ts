import type { Language } from '../language/language.ts';
import { computeLetters } from '../language/spelling.ts';

/** Id of no term; it parts the fields of a document in its sequence of terms. */
export const NO_TERM = 0;
/** Distinct words that one store may bring; words beyond are not indexed. */
const MAX_WORDS = 1_000_000;
const INITIAL_CAPACITY = 1_024;
/** Rough bytes of a word: the string, its entry in a map and in the lists. */
const BYTES_PER_WORD = 120;

/** The words of a store's catalog. Several words share a term when they share a stem. */
export interface Vocabulary {
  language: Language;
  /** Terms by stem, identifier (`#…`) or facet (`=…`). */
  terms: Map<string, number>;
  /** Terms by word of letters as written, folded. */
  words: Map<string, number>;
  /** Words that spelling and compounds are compared with, in the order of `wordTerms` and `wordLetters`. */
  wordList: string[];
  wordTerms: Uint32Array;
  /** Bit set of the letters of each word. */
  wordLetters: Uint32Array;
  /** Documents that hold each term. */
  documentCounts: Uint32Array;
  /** Terms that some document holds; the others are left over from products that changed or went. */
  liveTerms: number;
  /** Long stems by their first and their last letters, in a language that writes compounds as one word. */
  compounds: { byStart: Map<string, string[]>; byEnd: Map<string, string[]> };
}

/** Letters by which compounds are looked up: a shorter word is found in too many of them. */
export const COMPOUND_KEY_LENGTH = 4;
const MIN_COMPOUND_LENGTH = 7;

export function createVocabulary(language: Language): Vocabulary {
  return {
    language,
    terms: new Map(),
    words: new Map(),
    wordList: [],
    wordTerms: new Uint32Array(INITIAL_CAPACITY),
    wordLetters: new Uint32Array(INITIAL_CAPACITY),
    documentCounts: new Uint32Array(INITIAL_CAPACITY),
    liveTerms: 0,
    compounds: { byStart: new Map(), byEnd: new Map() },
  };
}

/** Returns the term of a word, made when the word is new; `NO_TERM` when the vocabulary is full. */
export function addWord(vocabulary: Vocabulary, word: string): number {
  if (!LETTERS_ONLY.test(word)) return addTerm(vocabulary, word);
  const existing = vocabulary.words.get(word);
  if (existing !== undefined) return existing;
  if (vocabulary.words.size >= MAX_WORDS) return NO_TERM;
  const own = copyText(word);
  const term = addStem(vocabulary, vocabulary.language.stem(own));
  const place = vocabulary.wordList.push(own) - 1;
  vocabulary.words.set(own, term);
  vocabulary.wordTerms = withRoom(vocabulary.wordTerms, place);
  vocabulary.wordLetters = withRoom(vocabulary.wordLetters, place);
  vocabulary.wordTerms[place] = term;
  vocabulary.wordLetters[place] = computeLetters(own);
  return term;
}

function addStem(vocabulary: Vocabulary, stem: string): number {
  const { terms, language, compounds } = vocabulary;
  if (language.compoundLinks && stem.length >= MIN_COMPOUND_LENGTH && !terms.has(stem)) {
    addTo(compounds.byStart, stem.slice(0, COMPOUND_KEY_LENGTH), stem);
    addTo(compounds.byEnd, stem.slice(-COMPOUND_KEY_LENGTH), stem);
  }
  return addTerm(vocabulary, stem);
}

function addTo(lists: Map<string, string[]>, key: string, stem: string): void {
  const list = lists.get(key);
  if (list) list.push(stem);
  else lists.set(key, [stem]);
}

/** Returns the term of a stem, identifier or facet, made when it is new. */
export function addTerm(vocabulary: Vocabulary, text: string): number {
  const existing = vocabulary.terms.get(text);
  if (existing !== undefined) return existing;
  if (vocabulary.terms.size >= MAX_WORDS) return NO_TERM;
  const term = vocabulary.terms.size + 1;
  vocabulary.terms.set(copyText(text), term);
  vocabulary.documentCounts = withRoom(vocabulary.documentCounts, term);
  return term;
}

/** Returns the term of a word when a document holds it. */
export function findWord(vocabulary: Vocabulary, word: string): number | undefined {
  return findTerm(vocabulary, LETTERS_ONLY.test(word) ? vocabulary.language.stem(word) : word);
}

/** Returns the terms of the words that a document holds. */
export function findWords(vocabulary: Vocabulary, words: readonly string[]): Set<number> {
  return new Set(words.flatMap((word) => findWord(vocabulary, word) ?? []));
}

/** Returns the term of a stem, identifier or facet when a document holds it. */
export function findTerm(vocabulary: Vocabulary, text: string): number | undefined {
  const term = vocabulary.terms.get(text);
  return term !== undefined && countOf(vocabulary, term) > 0 ? term : undefined;
}

export function countOf({ documentCounts }: Vocabulary, term: number): number {
  return documentCounts[term] ?? 0;
}

/** Counts one document more or less that holds a term. */
export function changeCount(vocabulary: Vocabulary, term: number, change: 1 | -1): void {
  const before = countOf(vocabulary, term);
  vocabulary.documentCounts[term] = before + change;
  if (before === 0) vocabulary.liveTerms += 1;
  if (before + change === 0) vocabulary.liveTerms -= 1;
}

export function computeVocabularyBytes(vocabulary: Vocabulary): number {
  const { words, terms, wordTerms, wordLetters, documentCounts } = vocabulary;
  const lists = wordTerms.byteLength + wordLetters.byteLength + documentCounts.byteLength;
  return (words.size + terms.size) * BYTES_PER_WORD + lists;
}

const LETTERS_ONLY = /^[^\d.]+$/;

/** Copies a string: a slice of a description would keep the whole description in memory. */
function copyText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

function withRoom(list: Uint32Array, place: number): Uint32Array {
  if (place < list.length) return list;
  const longer = new Uint32Array(list.length * 2);
  longer.set(list);
  return longer;
}
