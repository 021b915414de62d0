import { normalizeText } from '../../commerce/normalize-text.ts';
import type { Product } from '../../commerce/products.ts';

const MAX_WORD_LENGTH = 64;
const MAX_WORDS = 1_000;
/** Characters of a product that are indexed: scripts without spaces make a word of each. */
const MAX_INDEXED = 10_000;
/** Letters that Unicode does not take apart, as people type them without. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Scripts without spaces are cut into characters; an emoji is a word; all else that is no letter or digit parts words. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{Extended_Pictographic}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+/gu;

/**
 * The words of a text, without accents and in lower case. They hold letters, digits, marks and pictographs only, so that no
 * database reads anything else into them.
 */
function wordsIn(text: string): string[] {
  const bare = normalizeText(text.toLowerCase(), 'NFKD').replace(/[\u0300-\u036f]/g, '');
  const folded = normalizeText(bare, 'NFC').replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter);
  const words = folded.match(WORD) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD_LENGTH).join('')))];
}

/** What a product is found by, with the mark of its store: the text that both databases index. */
export function searchTextOf(storeId: string, product: Product): string {
  const { title, tags, variants, description } = product;
  const text = [title, ...tags, ...variants.map((variant) => variant.title), description].join(' ');
  return [storeMark(storeId), ...wordsIn(text.slice(0, MAX_INDEXED)).slice(0, MAX_WORDS)].join(' ');
}

/** No word of a query begins with a dollar sign, so nobody finds a store by its mark. */
function storeMark(storeId: string): string {
  return `$${storeId.replaceAll(/[^a-zA-Z0-9]/g, '').toLowerCase()}`;
}

/** What must all be found: of each term one form at least, the last word also as the beginning of one. */
export interface SearchTerm {
  forms: string[];
  prefix: boolean;
}

/** Undefined when the text holds no word at all. */
export function searchTerms(storeId: string, text: string): SearchTerm[] | undefined {
  const words = wordsIn(text);
  if (words.length === 0) return undefined;
  const terms = words.map((word, index) => ({ forms: formsOf(word), prefix: index === words.length - 1 }));
  return [{ forms: [storeMark(storeId)], prefix: false }, ...terms];
}

/** `shoes` finds a shoe, and `shoe` finds shoes. */
function formsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word) || word.endsWith('ss')) return [word];
  return [word, word.endsWith('s') ? word.slice(0, -1) : `${word}s`];
}

/** For `MATCH` of SQLite's FTS5. */
export function toFts5(terms: readonly SearchTerm[]): string {
  return terms.map((term) => `(${alternatives(term, (word) => `"${word}"`, '*', ' OR ')})`).join(' AND ');
}

/** For `::tsquery` of PostgreSQL. */
export function toTsquery(terms: readonly SearchTerm[]): string {
  return terms.map((term) => `(${alternatives(term, (word) => `'${word}'`, ':*', ' | ')})`).join(' & ');
}

function alternatives(
  term: SearchTerm,
  quoted: (word: string) => string,
  prefix: string,
  or: string,
): string {
  return term.forms.map((form) => quoted(form) + (term.prefix ? prefix : '')).join(or);
}
