import { cleanShopLine } from '../../../commerce/text/shop-text.ts';
import { ProtocolError } from '../../protocol-error.ts';
import { AMBIGUOUS, createMalformedError } from './permalink-errors.ts';

/** Parts of a link's query (specification: Query Processing). */
export interface LinkQuery {
  /** Encoded; decoded once, when it is validated. */
  continueTo: string | undefined;
  /** Keys are JSON Pointers without the leading slash: `buyer/email`. */
  fields: ReadonlyMap<string, string>;
  /** Parameters that are no fields of UCP, in the link's order. */
  others: readonly (readonly [name: string, value: string])[];
}

const CONTINUE_TO = 'continue_to';
const MAX_PARAMETERS = 100;
const DEEPEST = 8;

/** Top-level fields of the published Cart and Checkout of 2026-08-25. Extensions add theirs. */
export const BASE_ROOTS: ReadonlySet<string> = new Set(
  'ucp id line_items buyer context signals attribution status currency totals actions messages links policies expires_at continue_url payment order'.split(
    ' ',
  ),
);

/**
 * Parses a query. Throws `malformed_permalink` when it cannot be decoded, and `ambiguous_permalink` when two parameters set
 * one field: the order of parameters decides nothing.
 */
export function readQuery(query: string, roots: ReadonlySet<string>): LinkQuery {
  const pairs = query.split('&').filter((pair) => pair !== '');
  if (pairs.length > MAX_PARAMETERS)
    throw createMalformedError(`A link holds at most ${MAX_PARAMETERS} parameters.`);
  const fields = new Map<string, string>();
  const others: [string, string][] = [];
  let continueTo: string | undefined;
  for (const [name, rawValue] of pairs.map(splitPair)) {
    if (name === CONTINUE_TO) {
      if (continueTo !== undefined) throw createAmbiguousError(name);
      continueTo = rawValue;
      continue;
    }
    const tokens = parsePointer(name);
    const value = decodeText(rawValue);
    const [root = ''] = tokens;
    // Other spellings of `continue_to` are fields without effect, never forwarded.
    if (roots.has(root) || root === CONTINUE_TO) setOnce(fields, toCanonical(tokens), value);
    else if (name !== '') others.push([name, value]);
  }
  return { continueTo, fields, others };
}

function splitPair(pair: string): [name: string, rawValue: string] {
  const split = pair.indexOf('=');
  return split === -1 ? [decodeText(pair), ''] : [decodeText(pair.slice(0, split)), pair.slice(split + 1)];
}

function setOnce(fields: Map<string, string>, pointer: string, value: string): void {
  if (fields.has(pointer)) throw createAmbiguousError(pointer);
  fields.set(pointer, value);
}

function createAmbiguousError(name: string): ProtocolError {
  return new ProtocolError(400, AMBIGUOUS, `Two parameters of the link set ${cleanShopLine(name, 100)}.`);
}

/** Decodes a plus sign as a space, as forms and link builders encode it. */
function decodeText(text: string): string {
  const value = decodeOnce(text.replaceAll('+', ' '));
  // Control characters and lone surrogates must not reach headers and logs.
  if (value === undefined || /\p{Cc}/u.test(value) || !value.isWellFormed())
    throw createMalformedError('The link’s query cannot be read as text.');
  return value;
}

/** Decodes once (RFC 3986); undefined for invalid encoding or UTF-8. */
export function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** RFC 6901, with or without the leading slash. */
function parsePointer(name: string): string[] {
  const tokens = name.replace(/^\/+/, '').split('/');
  if (tokens.length > DEEPEST)
    throw createMalformedError(`A field of the link lies deeper than ${DEEPEST} levels.`);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function toCanonical(tokens: readonly string[]): string {
  return tokens.map((token) => token.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}
