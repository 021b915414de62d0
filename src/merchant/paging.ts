import { z } from 'zod';
import { createMemberError } from '../commerce/errors.ts';
import type { Listed, Page as RowPage, RowPosition } from '../storage/repositories/rows/row-pages.ts';

/** Query parameters of every list. */
export const paging = {
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(1)
    .describe('Number of the page, from 1; with `after`, counted from there.'),
  per_page: z.coerce.number().int().min(1).max(100).default(25),
  after: z
    .string()
    .max(2_000)
    .optional()
    .describe(
      '`next` of the page before, with the same filters and order: no row is repeated or left out, whatever was added meanwhile. Faster than high numbers of pages.',
    ),
};

export interface Page {
  page: number;
  per_page: number;
  after?: string | undefined;
}

/** Type of the values that a list is sorted by. */
export type KeyType = 'number' | 'string';

/** Throws `invalid_input` for an `after` that no list in this order has made. */
export function toRange({ page, per_page: limit, after }: Page, sortedBy: KeyType = 'string'): RowPage {
  return { limit, offset: (page - 1) * limit, after: after ? readCursor(after, sortedBy) : undefined };
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z
      .int()
      .describe('Number of entries on all pages; with `searched_to`, of the examined entries that match.'),
    page: z.int(),
    per_page: z.int(),
    next: z
      .string()
      .nullable()
      .describe('Pass it as `after` for the next page. Null: this page is the last.'),
    searched_to: z.iso
      .datetime()
      .nullable()
      .describe(
        'Set where a search or an order would read more than 20,000 entries: entries before this moment were not examined for this page. `next` goes on there; choose other dates for lists in another order than by date.',
      ),
  });
}

export function toPage<Item>({ items, total, next, searchedTo }: Listed<Item>, { page, per_page }: Page) {
  return { items, total, page, per_page, next: next && writeCursor(next), searched_to: searchedTo };
}

/** Not part of any id. */
const SEPARATOR = '~';

const writeCursor = ({ key, id }: RowPosition): string => `${key}${SEPARATOR}${id}`;

function readCursor(cursor: string, sortedBy: KeyType): RowPosition {
  const end = cursor.lastIndexOf(SEPARATOR);
  const [text, id] = [cursor.slice(0, end), cursor.slice(end + 1)];
  const isNumber = /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text));
  if (end === -1 || (sortedBy === 'number' && !isNumber))
    throw createMemberError('after', 'must be `next` of an earlier page of this list in the same order');
  return { key: sortedBy === 'number' ? Number(text) : text, id };
}
