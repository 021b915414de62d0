import { z } from 'zod';
import { type Ask, parseAnswer, type SiteAnswer } from '../client.ts';
import { type BrokenEntry, parseEntries } from '../lenient.ts';
import { createWrongShapeError } from './errors.ts';

/** WooCommerce's own REST API. */
export const CORE = '/wc/v3';

export type Params = Record<string, string | number>;

/** Asks core for the fields of a schema, and for no others. */
export function askCore(
  ask: Ask,
  path: string,
  { shape }: z.ZodObject,
  params: Params = {},
  answers: readonly string[] = [],
): Promise<SiteAnswer> {
  const fields = Object.keys(shape).join(',');
  return ask({ path: `${CORE}${path}?${encodeQuery({ ...params, _fields: fields })}`, answers });
}

/** Reads a list of core. Unreadable entries are left out; a list of nothing else is an error. */
export async function readList<Entry extends z.ZodObject>(
  ask: Ask,
  path: string,
  entry: Entry,
  params: Params,
): Promise<{ entries: z.output<Entry>[]; broken: BrokenEntry[]; answer: SiteAnswer }> {
  const answer = await askCore(ask, path, entry, params);
  const { read, broken } = parseEntries(entry, readEntries(answer));
  const [first] = broken;
  if (first && read.length === 0) throw createWrongShapeError(answer.operation, first.error);
  return { entries: read, broken, answer };
}

/** Entries of an answered list, also where a gap in PHP's array has made an object of it. */
export function readEntries(answer: SiteAnswer): unknown[] {
  return parseAnswer(
    z
      .array(z.unknown())
      .or(z.record(z.string().regex(/^\d+$/), z.unknown()).transform((list) => Object.values(list))),
    answer,
  );
}

/** Encodes a query string with literal commas, so that a hundred ids stay short. */
function encodeQuery(params: Params): string {
  const pairs = Object.entries(params).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  );
  return pairs.join('&');
}
