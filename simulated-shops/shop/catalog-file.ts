import { createReadStream } from 'node:fs';
import { z } from 'zod';

/** Longer lines and files are refused: the catalog is kept in memory. */
const MAX_LINE_LENGTH = 1024 * 1024;
const MAX_LINES = 200_000;

/** A product of a catalog file, one JSON object a line. Only `id` and `title` must be given. */
export const catalogLine = z.object({
  id: z.string().min(1).max(255),
  title: z.string().min(1),
  /** HTML. */
  description: z.string().default(''),
  /** Paths: `Home > Kitchen`. */
  categories: z.array(z.string()).default([]),
  brand: z.string().default(''),
  sku: z.string().default(''),
  gtin: z.string().default(''),
  price: z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,4})?$/, { error: 'must be a decimal string: "12.50"' })
    .default('0'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code: "EUR"' })
    .optional(),
  /** Absent when not counted. */
  stock: z.number().int().optional(),
  options: z.record(z.string(), z.array(z.string())).default({}),
});

export type CatalogLine = z.infer<typeof catalogLine>;

export interface CatalogFile {
  /** Currency of all lines; undefined where no line has one. */
  currency: string | undefined;
  lines: CatalogLine[];
}

/** A catalog file that cannot be read; the message names file, line and member. */
class CatalogFileError extends Error {
  override name = 'CatalogFileError';
}

/** Reads the catalog of one's own that the demo shops sell (`SANDBOX_CATALOG`). */
export async function readCatalogFile(file: string): Promise<CatalogFile> {
  const lines: CatalogLine[] = [];
  const places = new Map<string, number>();
  let currency: string | undefined;
  let number = 0;
  const refuse = (problem: string) => new CatalogFileError(`${file}, line ${number}: ${problem}`);
  for await (const text of linesOf(file)) {
    number += 1;
    const excess = excessOf(text, number);
    if (excess) throw refuse(excess);
    if (text.trim() === '') continue;
    const line = readLine(text, catalogLine, refuse);
    const first = places.get(line.id);
    if (first !== undefined) throw refuse(`id: is that of line ${first} too`);
    places.set(line.id, number);
    currency ??= line.currency;
    if (line.currency !== undefined && line.currency !== currency)
      throw refuse(`currency: is ${line.currency}, but ${currency} above: a shop has one currency`);
    lines.push(line);
  }
  if (lines.length === 0) throw new CatalogFileError(`${file} has no products.`);
  return { currency, lines };
}

function excessOf(text: string, number: number): string | undefined {
  if (text.length > MAX_LINE_LENGTH) return 'is longer than a megabyte';
  return number > MAX_LINES ? `is beyond the ${MAX_LINES} lines that a catalog may have` : undefined;
}

/** Parses a line of JSON, and has an error made that names the wrong member. */
export function readLine<Line>(
  text: string,
  schema: z.ZodType<Line>,
  refuse: (problem: string) => Error,
): Line {
  const read = schema.safeParse(parsed(text, refuse));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refuse(`${issue?.path.join('.') || 'the object'}: ${issue?.message}`);
}

function parsed(text: string, refuse: (problem: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('is not JSON');
  }
}

/** Yields a line as soon as it is too long, so that a file without line breaks is not read to its end. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, 'utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (rest.length > MAX_LINE_LENGTH) yield rest;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new CatalogFileError(`${file} cannot be read: ${error.message}`);
    throw error;
  }
  yield rest;
}
