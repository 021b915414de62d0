import { sql } from 'kysely';
import type { Product } from '../../commerce/products.ts';
import type { Database } from '../engine/database.ts';
import { type SearchTerm, searchTerms, toFts5, toTsquery } from './search-words.ts';
import { isSqlite } from '../engine/both-databases.ts';

export interface CopySearch {
  text: string;
  /** 1 to 100. */
  first: number;
  after?: CopyPosition;
}

/** Where a page ended. */
export interface CopyPosition {
  available: boolean;
  number: number;
}

export interface CopiedPage {
  products: Product[];
  /** When the platform was asked for them, the longest ago; null when there are none. */
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

/** What is in stock comes first; within that, in the order in which the products were first seen. */
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
