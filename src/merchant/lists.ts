import { z } from 'zod';
import { readPages } from '../commerce/paging/read-pages.ts';
import type { RowPosition } from '../storage/repositories/rows/row-pages.ts';
import type { Declared, MerchantReply } from './action.ts';
import { type Format, format, toCsvReply } from './csv.ts';
import { type Page, toPage, toRange } from './paging.ts';
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
  /** Member by which the rows of the file are sorted, newest first. */
  at: string & keyof DomainOf<Row>;
  /** Reads a page; the total of one behind a position is not used. */
  read(
    range: { limit: number; offset: number },
    after?: RowPosition,
  ): Promise<{ items: (DomainOf<Row> & { id: string })[]; total: number }>;
}

/** Answers with one page of a list, or with all of it as a file. */
export async function replyWithPage<Row extends z.ZodObject>(
  input: Page & { format: Format },
  { file, row, at, read }: PagedList<Row>,
): Promise<MerchantReply> {
  if (input.format === 'csv') {
    const range = { limit: BATCH_SIZE, offset: 0 };
    const items = listEveryRow(async (after) => (await read(range, after)).items, at);
    return toCsvReply(file, row, toRows(row, items));
  }
  const { items, total } = await read(toRange(input));
  const rows = items.map((item) => toWire(row, item));
  return { body: toPage(rows, total, input) };
}

async function* toRows<Row extends z.ZodObject>(
  row: Row,
  items: AsyncIterable<DomainOf<Row>>,
): AsyncGenerator<z.output<Row>> {
  for await (const item of items) yield toWire(row, item);
}

/** Rows that are read in one go. */
export const BATCH_SIZE = 50;

/** Reads a list that is sorted newest first, in batches and in bounded memory. */
export async function* listEveryRow<Row extends { id: string }>(
  read: (after: RowPosition | undefined) => Promise<Row[]>,
  at: string,
): AsyncGenerator<Row> {
  const toPosition = (row: Row) => ({ at: String((row as Record<string, unknown>)[at]), id: row.id });
  const readBehind = (last: Row | undefined) => read(last && toPosition(last));
  for await (const rows of readPages(readBehind, undefined, BATCH_SIZE)) yield* rows;
}
