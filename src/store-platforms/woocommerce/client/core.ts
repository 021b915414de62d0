import { z } from 'zod';
import { type Ask, parseAnswer, type SiteAnswer } from '../client.ts';

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

/** Reads a list of core. */
export async function readList<Entry extends z.ZodObject>(
  ask: Ask,
  path: string,
  entry: Entry,
  params: Params,
): Promise<{ entries: z.output<Entry>[]; answer: SiteAnswer }> {
  const answer = await askCore(ask, path, entry, params);
  return { entries: parseAnswer(z.array(entry), answer), answer };
}

/** Encodes a query string with literal commas, so that a hundred ids stay short. */
function encodeQuery(params: Params): string {
  const pairs = Object.entries(params).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  );
  return pairs.join('&');
}
