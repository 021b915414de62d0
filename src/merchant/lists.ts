import { z } from 'zod';
import { createMemberError } from '../commerce/errors.ts';
import type { Listed, Page as RowPage, RowPosition } from '../storage/repositories/rows/row-pages.ts';
import { type Declared, type Definer, forAccount, forOrganization, forPerson, forStore } from './action.ts';
import { fileOf, format, toCsvReply } from './csv.ts';
import { instantOrNull, textOrNull } from './fields.ts';
import { type DomainOf, toWire } from './to-wire.ts';

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

/** Treats an empty filter as absent, because forms send all their fields. */
export const filterText = z
  .string()
  .max(200)
  .optional()
  .transform((value) => (value?.trim() ? value.trim() : undefined));

/** Filter by one of several values, with commas between. */
export const choices = filterText.transform((value) => {
  const values = value?.split(',').flatMap((each) => each.trim() || []);
  return values?.length ? values : undefined;
});

/** Normalizes to UTC with milliseconds, as instants are stored. */
const instant = z
  .union([z.literal(''), z.iso.datetime({ offset: true })])
  .optional()
  .transform((value) => (value ? new Date(value).toISOString() : undefined));

/** Query parameters of lists by time. */
export const span = {
  since: instant.describe('ISO instant: only entries at or after it.'),
  until: instant.describe('ISO instant: only entries before this moment.'),
};

type Page = z.output<z.ZodObject<typeof paging>>;

/** Type of the values that a list is sorted by. */
type KeyType = 'number' | 'string';

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
    next: textOrNull.describe('Pass it as `after` for the next page. Null: this page is the last.'),
    searched_to: instantOrNull.describe(
      'Set where a search or an order would read more than 20,000 entries: entries before this moment were not examined for this page. `next` goes on there; choose other dates for lists in another order than by date.',
    ),
  });
}

export function toPage<Item>({ items, total, next, searchedTo }: Listed<Item>, { page, per_page }: Page) {
  return {
    items,
    total,
    page,
    per_page,
    next: next && `${next.key}${SEPARATOR}${next.id}`,
    searched_to: searchedTo,
  };
}

/** Not part of any id. */
const SEPARATOR = '~';

function readCursor(cursor: string, sortedBy: KeyType): RowPosition {
  const end = cursor.lastIndexOf(SEPARATOR);
  const [text, id] = [cursor.slice(0, end), cursor.slice(end + 1)];
  const isNumber = /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text));
  if (end === -1 || (sortedBy === 'number' && !isNumber))
    throw createMemberError('after', 'must be `next` of an earlier page of this list in the same order');
  return { key: sortedBy === 'number' ? Number(text) : text, id };
}

interface WholeList<Of, Row extends z.ZodObject, Filters extends z.ZodRawShape>
  extends Declared<{ items: z.output<Row>[] }> {
  row: Row;
  filters?: Filters;
  listItems(visit: Of, filters: z.output<z.ZodObject<Filters>>): Promise<readonly DomainOf<Row>[]>;
  /** Name of the file; the last word of the path when left out. */
  file?: string;
}

/** Define lists that have no pages, and are offered as a file, too. */
export const listForAccount = createListDefiner(forAccount);
export const listForPerson = createListDefiner(forPerson);
export const listForStore = createListDefiner(forStore);
export const listForOrganization = createListDefiner(forOrganization);

function createListDefiner<Of>(define: Definer<Of>) {
  return <Row extends z.ZodObject, Filters extends z.ZodRawShape>(list: WholeList<Of, Row, Filters>) => {
    const { row, listItems, file: name, filters, ...definition } = list;
    return define({
      ...definition,
      input: z.object({ ...format, ...filters }),
      output: z.object({ items: z.array(row) }),
      run: async (visit, input) => ({ items: await listItems(visit, input as never) }),
      file: { name, row, rows: (answer) => answer.items },
    });
  };
}

interface PagedList<Of, Row extends z.ZodObject, Input extends PagingInput>
  extends Omit<Declared<never>, 'command' | 'inBulk'> {
  input: Input;
  row: Row;
  /** The page of `row` when left out. */
  output?: z.ZodType;
  /** Returns the type of the values by which the rows are sorted; text when left out. */
  getKeyType?(input: z.output<Input>): KeyType;
  read(visit: Of, input: z.output<Input>, page: RowPage): Promise<Listed<DomainOf<Row>>>;
  /** Reads members of the answer beside the page. */
  readMore?(visit: Of): Promise<object>;
  /** Name of the file, and its rows where they are not those of the pages. */
  file?: { name?: string; row?: { shape: object }; toRow?(row: z.output<Row>): object };
}

type PagingInput = z.ZodObject<typeof paging & typeof format>;

/** Define lists that have pages, and are offered whole as a file. */
export const pagesForStore = createPagesDefiner(forStore);
export const pagesForOrganization = createPagesDefiner(forOrganization);

function createPagesDefiner<Of extends object>(define: Definer<Of>) {
  return <Row extends z.ZodObject, Input extends PagingInput>(list: PagedList<Of, Row, Input>) => {
    const { row, getKeyType, read, readMore, file, ...definition } = list;
    return define({
      output: pageOf(row),
      ...definition,
      async reply(visit, input) {
        if (input.format === 'csv') {
          const rows = toRows(
            row,
            listEveryRow((page) => read(visit, input, page)),
            file?.toRow,
          );
          return toCsvReply(fileOf(visit, list.route, file?.name), file?.row ?? row, rows);
        }
        const { items, ...listed } = await read(visit, input, toRange(input, getKeyType?.(input)));
        const page = toPage({ ...listed, items: items.map((item) => toWire(row, item)) }, input);
        return { body: { ...page, ...(await readMore?.(visit)) } };
      },
    });
  };
}

async function* toRows<Row extends z.ZodObject>(
  schema: Row,
  items: AsyncIterable<DomainOf<Row>>,
  toRow: (row: z.output<Row>) => object = (row) => row,
) {
  for await (const item of items) yield toRow(toWire(schema, item));
}

/** Rows that are read in one go. */
const BATCH_SIZE = 50;

/** Reads a list from its beginning to its end, in batches and in bounded memory. */
export async function* listEveryRow<Row>(read: (page: RowPage) => Promise<Listed<Row>>): AsyncGenerator<Row> {
  for (let after: RowPosition | undefined; ; ) {
    const { items, next } = await read({ limit: BATCH_SIZE, offset: 0, after, isCounted: false });
    yield* items;
    if (next === null) return;
    after = next;
  }
}
