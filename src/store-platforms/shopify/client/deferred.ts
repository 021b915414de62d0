import { z } from 'zod';
import { parseShopJson } from '../../parse-shop-json.ts';
import { readShape } from '../../read-shape.ts';
import type { UpstreamResponse } from '../../transport/upstream.ts';

/** Accepts answers in parts, as in the draft of `@defer` that Shopify follows. */
export const DEFERRED_ANSWER = 'multipart/mixed; deferSpec=20220824, application/json';

const laterPart = z.object({
  incremental: z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      data: z.record(z.string(), z.unknown()).nullish(),
      errors: z.array(z.unknown()).default([]),
    }),
  ),
});

/** Parses an answer, and joins its parts. Parts that did not come in time, or failed, are missing from the data. */
export function parseWhole({ headers, text }: UpstreamResponse): unknown {
  const boundary = /^multipart\/mixed;.*boundary="?([\w-]{1,70})/i.exec(
    headers.get('content-type') ?? '',
  )?.[1];
  if (boundary === undefined) return parseShopJson(text);
  const [whole, ...later] = splitParts(text, boundary);
  const patches = later.flatMap((part) => readShape(laterPart, part).data?.incremental ?? []);
  for (const { path, data, errors } of patches)
    if (errors.length === 0) Object.assign(getMember(whole, ['data', ...path]), data);
  return whole;
}

/** Far above the fragments of our documents; 2 MB have room for many more empty ones. */
const MAX_PARTS = 100;

/** No JSON holds a line break, so a boundary at the beginning of a line is one. */
function splitParts(text: string, boundary: string): object[] {
  return `\n${text}`.split(`\n--${boundary}`, MAX_PARTS).flatMap((part) => {
    const json = parseShopJson(part.slice(part.indexOf('{')));
    return typeof json === 'object' && json !== null ? [json] : [];
  });
}

/** Returns an object that is in no answer where there is none at the path. */
function getMember(whole: unknown, path: readonly (string | number)[]): object {
  let at = whole;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return {};
    at = (at as Record<string | number, unknown>)[key];
  }
  return typeof at === 'object' && at !== null ? at : {};
}
