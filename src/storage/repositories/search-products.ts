import { sql } from 'kysely';
import { normalizeText } from '../../commerce/normalize-text.ts';
import type { Product } from '../../commerce/products.ts';
import type { Database } from '../engine/database.ts';
import { isSqlite } from '../engine/both-databases.ts';

export interface CopySearch {
  text: string;
  /** 1 to 100. */
  first: number;
  after?: CopyPosition;
}

/** Cursor: the last row of a page. */
export interface CopyPosition {
  available: boolean;
  number: number;
}

export interface CopiedPage {
  products: Product[];
  /** Oldest instant at which the platform was asked for one of them; null for an empty page. */
  asOf: string | null;
  /** Null on the last page. */
  next: CopyPosition | null;
}

interface Found {
  number: number | string;
  available: number;
  document: string;
  as_of: string;
}

/** Sorts products in stock first, then by the instant at which they were first imported. */
export async function searchCopy(
  database: Database,
  storeId: string,
  query: CopySearch,
): Promise<CopiedPage> {
  const terms = searchTerms(storeId, query.text);
  if (!terms) return { products: [], asOf: null, next: null };
  const { rows } = await sql<Found>`
    select number, available, document, as_of from products where number in (
      select number from products
      where ${matching(database, terms)} and store_id = ${storeId} and document is not null
        and ${beyond(query.after)}
      order by available desc, number limit ${query.first + 1}
    ) order by available desc, number`.execute(database);
  const page = rows.slice(0, query.first);
  const last = page.at(-1);
  return {
    products: page.map((row) => JSON.parse(row.document)),
    asOf: page.reduce<string | null>(
      (first, { as_of }) => (first !== null && first < as_of ? first : as_of),
      null,
    ),
    next:
      last && rows.length > page.length
        ? { available: last.available === 1, number: Number(last.number) }
        : null,
  };
}

function matching(database: Database, terms: readonly SearchTerm[]) {
  return isSqlite(database)
    ? sql`number in (select rowid from product_words where product_words match ${toFts5(terms)})`
    : sql`word_index @@ ${toTsquery(terms)}::tsquery`;
}

function beyond(after: CopyPosition | undefined) {
  if (!after) return sql`1 = 1`;
  const available = after.available ? 1 : 0;
  return sql`(available < ${available} or (available = ${available} and number > ${after.number}))`;
}

const MAX_WORD_LENGTH = 64;
const MAX_WORDS = 1_000;
/** Indexed characters of a product: in scripts without spaces each is a word. */
const MAX_INDEXED = 10_000;
/** Letters that Unicode does not decompose, as people type them on plain keyboards. */
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

/** Scripts without spaces are split into characters, and an emoji is a word; anything but letters and digits separates words. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{Extended_Pictographic}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+/gu;

/** Splits a text into words, in lower case and without accents. They contain nothing that either database's syntax uses. */
function wordsIn(text: string): string[] {
  const bare = normalizeText(text.toLowerCase(), 'NFKD').replace(/[\u0300-\u036f]/g, '');
  const folded = normalizeText(bare, 'NFC').replace(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter] ?? letter);
  const words = folded.match(WORD) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD_LENGTH).join('')))];
}

/** Builds the text that both databases index: the words of the product, and the mark of its store. */
export function searchTextOf(storeId: string, product: Product): string {
  const { title, tags, variants, description } = product;
  const text = [title, ...tags, ...variants.map((variant) => variant.title), description].join(' ');
  return [storeMark(storeId), ...wordsIn(text.slice(0, MAX_INDEXED)).slice(0, MAX_WORDS)].join(' ');
}

/** No word of a query begins with a dollar sign: a query cannot name another store. */
function storeMark(storeId: string): string {
  return `$${storeId.replaceAll(/[^a-zA-Z0-9]/g, '').toLowerCase()}`;
}

/** A product matches when it has one form of each term; `prefix` matches longer words, too. */
interface SearchTerm {
  forms: string[];
  prefix: boolean;
}

/** Returns undefined for a text without words. */
function searchTerms(storeId: string, text: string): SearchTerm[] | undefined {
  const words = wordsIn(text);
  if (words.length === 0) return undefined;
  const terms = words.map((word, index) => ({ forms: formsOf(word), prefix: index === words.length - 1 }));
  return [{ forms: [storeMark(storeId)], prefix: false }, ...terms];
}

/** `shoes` matches shoe, and `shoe` matches shoes. */
function formsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word) || word.endsWith('ss')) return [word];
  return [word, word.endsWith('s') ? word.slice(0, -1) : `${word}s`];
}

/** Query for `MATCH` of SQLite's FTS5. */
function toFts5(terms: readonly SearchTerm[]): string {
  return terms.map((term) => `(${alternatives(term, (word) => `"${word}"`, '*', ' OR ')})`).join(' AND ');
}

/** Query for `::tsquery` of PostgreSQL. */
function toTsquery(terms: readonly SearchTerm[]): string {
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
