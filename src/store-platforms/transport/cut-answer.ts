import { hasMoreParts } from '../../commerce/json/json-parts.ts';
import { readJson } from '../../commerce/json/read-json.ts';
import { cutToBounds } from './cut-to-bounds.ts';
import { MAX_JSON_PARTS } from './large-answers.ts';

/** Text of an answer, or what makes it unusable. */
export type ReadAnswer = { text: string } | { flaw: string };

/** Decodes an answer, as UTF-8 whatever charset it declares. Refuses JSON that would take too long to parse. */
export function decodeAnswer(blocks: readonly Uint8Array[]): ReadAnswer {
  const text = new TextDecoder().decode(Buffer.concat(blocks));
  const hasTooMany = hasMoreParts(text, MAX_JSON_PARTS);
  return hasTooMany ? { flaw: `more than ${MAX_JSON_PARTS} objects and lists, or members` } : { text };
}

/** Decodes an answer, and shortens the lists and texts of JSON to what is read of them, behind the messages of PHP that it begins with. */
export function cutAnswer(blocks: readonly Uint8Array[]): ReadAnswer {
  const decoded = decodeAnswer(blocks);
  if ('flaw' in decoded) return decoded;
  const { body, phpMessages } = readJson(decoded.text);
  if (body === undefined) return decoded;
  if (!cutToBounds(body)) return { flaw: 'longer than that of any shop' };
  try {
    return { text: phpMessages + JSON.stringify(body) };
  } catch {
    return { flaw: 'nested too deeply' };
  }
}
