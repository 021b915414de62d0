import { z } from 'zod';
import type { Listed, Page as RowPage, RowPosition } from '../storage/repositories/rows/row-pages.ts';
import type { Declared, MerchantReply } from './action.ts';
import { type Format, format, toCsvReply } from './csv.ts';
import { type KeyType, type Page, toPage, toRange } from './paging.ts';
import { type DomainOf, toWire } from './to-wire.ts';

interface WholeList<Of, Row extends z.ZodObject, Filters extends z.ZodRawShape>
  extends Declared<{ items: z.output<Row>[] }> {
  row: Row;
  filters?: Filters;
  listItems(visit: Of, filters: z.output<z.ZodObject<Filters>>): Promise<readonly DomainOf<Row>[]>;
  /** Name of the file; the last word of the path when left out. */
  file?: string;
}

/** Defines a list that has no pages. */
export function defineWholeList<
  Of,
  Row extends z.ZodObject,
  Filters extends z.ZodRawShape = Record<never, never>,
>({ row, listItems, file: name, filters, ...definition }: WholeList<Of, Row, Filters>) {
  return {
    ...definition,
    input: z.object({ ...format, ...filters }),
    output: z.object({ items: z.array(row) }),
    run: async (visit: Of, input: object) => ({
      items: await listItems(visit, input as z.output<z.ZodObject<Filters>>),
    }),
    file: { name, row, rows: (answer: { items: object[] }) => answer.items },
  };
}

interface PagedList<Row extends z.ZodObject> {
  file: string;
  row: Row;
  /** Type of the values by which the rows are sorted; text when left out. */
  sortedBy?: KeyType;
  read(page: RowPage): Promise<Listed<DomainOf<Row>>>;
}

/** Answers with one page of a list, or with all of it as a file. */
export async function replyWithPage<Row extends z.ZodObject>(
  input: Page & { format: Format },
  { file, row, sortedBy, read }: PagedList<Row>,
): Promise<MerchantReply> {
  if (input.format === 'csv') {
    return toCsvReply(file, row, toRows(row, listEveryRow(read)));
  }
  const { items, ...listed } = await read(toRange(input, sortedBy));
  return { body: toPage({ ...listed, items: items.map((item) => toWire(row, item)) }, input) };
}

async function* toRows<Row extends z.ZodObject>(
  row: Row,
  items: AsyncIterable<DomainOf<Row>>,
): AsyncGenerator<z.output<Row>> {
  for await (const item of items) yield toWire(row, item);
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
