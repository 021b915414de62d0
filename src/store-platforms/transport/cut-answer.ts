import { hasMoreParts } from '../../commerce/json/json-parts.ts';
import { readJson } from '../../commerce/json/read-json.ts';
import { cutToBounds } from './cut-to-bounds.ts';
import { hasMoreShapes } from './has-more-shapes.ts';
import { MAX_JSON_PARTS } from './large-answers.ts';

/** Parsing so many costs milliseconds, of whatever shape. */
export const MAX_CHEAP_PARTS = 5_000;
/** Members of distinct shapes. Real answers have hundreds, and the names that plugins of a shop invent. */
const MAX_SHAPED_MEMBERS = 20_000;
const MAX_UNREADABLE_LENGTH = 64 * 1024;
const MAX_AROUND = 1_000;

/** Text of an answer, or what makes it unusable. */
export type ReadAnswer = { text: string } | { flaw: string };

/** Decodes an answer, as UTF-8 whatever charset it declares. Refuses JSON that would take too long to parse. */
export function decodeAnswer(blocks: readonly Uint8Array[]): ReadAnswer {
  const text = new TextDecoder().decode(Buffer.concat(blocks));
  const hasTooMany = hasMoreParts(text, MAX_JSON_PARTS);
  return hasTooMany ? { flaw: `more than ${MAX_JSON_PARTS} objects and lists, or members` } : { text };
}

/** Decodes an answer, and shortens the lists, objects and texts of its JSON to what is read of them, between what is printed around it. */
export function cutAnswer(blocks: readonly Uint8Array[]): ReadAnswer {
  const decoded = decodeAnswer(blocks);
  if ('flaw' in decoded) return decoded;
  const { body, before, after } = readJson(decoded.text);
  if (body === undefined) return cutUnreadable(decoded.text);
  if (!cutToBounds(body) || hasMoreShapes(body, MAX_SHAPED_MEMBERS))
    return { flaw: 'longer than that of any shop' };
  try {
    return { text: cutAround(before) + JSON.stringify(body) + cutAround(`\n${after}`) };
  } catch {
    return { flaw: 'nested too deeply' };
  }
}

/** Keeps its begin as a line that holds no JSON. */
function cutAround(text: string): string {
  const line = text.slice(0, MAX_AROUND).trimEnd();
  return line === '' ? '' : `${line.replaceAll(/[[{]/g, '(')}\n`;
}

/** Cuts a text that is nearly JSON, because a second attempt to parse it would take as long. */
function cutUnreadable(text: string): ReadAnswer {
  return { text: hasMoreParts(text, MAX_CHEAP_PARTS) ? text.slice(0, MAX_UNREADABLE_LENGTH) : text };
}
