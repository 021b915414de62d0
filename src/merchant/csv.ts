import { z } from 'zod';
import { toDecimal } from '../commerce/money/money.ts';

/** Query parameter of lists. */
export const format = {
  format: z
    .enum(['json', 'csv'])
    .default('json')
    .describe(
      'csv: the whole list as a file, with the same filters and without pages. Amounts are decimals; text that a spreadsheet would take for a formula begins with an apostrophe.',
    ),
};

type Rows = AsyncIterable<object> | Iterable<object>;

/** Names a file by the last word of a path, unless it has a name; a store's file begins with its slug. */
export function fileOf(visit: object, route: string, name = route.slice(route.lastIndexOf('/') + 1)): string {
  return 'store' in visit ? `${(visit.store as { slug: string }).slug}-${name}` : name;
}

/** Answers with a file of rows, whose columns are the members of `row`. `file`: name without its ending. */
export function toCsvReply(file: string, row: { shape: object }, rows: Rows) {
  return {
    body: {},
    stream: joinTexts(renderCsv(Object.keys(row.shape), rows)),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file}.csv"`,
    },
  };
}

/** Lets Excel read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180: lines end with CRLF, and every text is quoted. */
async function* renderCsv(columns: readonly string[], rows: Rows): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${columns.join(',')}\r\n`;
  for await (const row of rows) {
    const cells = toDecimals(row as Record<string, unknown>);
    yield `${columns.map((column) => toCell(cells[column])).join(',')}\r\n`;
  }
}

/** Written in about a millisecond. */
const WRITE_CHUNK_SIZE = 16 * 1024;

/** Joins texts, so that a large file is not sent in small pieces. */
export async function* joinTexts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < WRITE_CHUNK_SIZE) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

const AMOUNTS = new Set([
  'total',
  'refunded',
  'revenue_verified',
  'revenue_claimed',
  'revenue_by_cart',
  'average_order',
  'price_min',
  'price_max',
]);

/** Turns the amounts of a row into decimals of its currency. */
function toDecimals(row: Record<string, unknown>): Record<string, unknown> {
  const { currency, quoted_total: quoted, quoted_currency: quotedIn } = row;
  if (typeof currency !== 'string') return row;
  const decimals = Object.entries(row).map(([name, value]) => [
    name,
    AMOUNTS.has(name) && typeof value === 'number' ? toDecimal(value, currency) : value,
  ]);
  const isQuoted = typeof quoted === 'number' && typeof quotedIn === 'string';
  return {
    ...Object.fromEntries(decimals),
    ...(isQuoted && { quoted_total: toDecimal(quoted, quotedIn) }),
  };
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const texts = [value].flat();
  const text = texts.every((each) => typeof each === 'string') ? texts.join(', ') : JSON.stringify(value);
  return `"${toHarmless(text).replaceAll('"', '""')}"`;
}

/** Characters that begin a formula in a spreadsheet, full-width ones among them. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Formula behind a separator that some spreadsheets split at, whatever the quotes. */
const LATER_FORMULA = /[;\t\r\n](?= ?[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Agents choose much of this text: a spreadsheet must not run it. */
function toHarmless(text: string): string {
  const later = text.replaceAll(LATER_FORMULA, "$&'");
  return FORMULA.test(later.trimStart()) || FORMULA.test(later) ? `'${later}` : later;
}
