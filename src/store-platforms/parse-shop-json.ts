import { CommerceError } from '../commerce/errors.ts';
import { hasMoreParts } from '../commerce/json/json-parts.ts';
import { parseJson } from '../commerce/json/parse-json.ts';

/** Objects and lists, or members, that are parsed in milliseconds, of whatever shape. */
const MAX_CHEAP_PARTS = 5_000;
/** Real answers have hundreds, and the names that plugins of a shop invent. */
const MAX_NAMES = 20_000;

/** Undefined for other text. Throws `platform_error` for too many names, for each of which JSON.parse takes microseconds. */
export function parseShopJson(text: string): unknown {
  if (hasMoreParts(text, MAX_CHEAP_PARTS) && hasMoreNames(text, MAX_NAMES)) {
    const message = `The store's answer has more than ${MAX_NAMES} different names of members and was not read.`;
    throw new CommerceError('platform_error', message);
  }
  return parseJson(text);
}

/** Returns true when a JSON text has more than `max` names of members, each counted once behind the same names of its object. */
function hasMoreNames(text: string, max: number): boolean {
  const names = createNameCount();
  for (let at = 0; at < text.length && names.count() <= max; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') {
      const end = findQuote(text, at + 1);
      if (isBeforeColon(text, end + 1)) names.add(text.slice(at + 1, end));
      at = end;
    } else names.move(sign);
  }
  return names.count() > max;
}

/** Names that follow in objects with the same beginning. */
type Names = Map<string, Names>;

/** Builds the tree of names that JSON.parse builds, and counts them. */
function createNameCount() {
  const root: Names = new Map();
  const outer: Names[] = [];
  let names = root;
  let count = 0;
  return {
    count: () => count,
    /** Enters or leaves an object or a list. */
    move(sign: string): void {
      if (sign === '{' || sign === '[') {
        outer.push(names);
        names = root;
      } else if (sign === '}' || sign === ']') names = outer.pop() ?? root;
    },
    add(name: string): void {
      const next: Names = names.get(name) ?? new Map();
      if (!names.has(name)) count += 1;
      names.set(name, next);
      names = next;
    },
  };
}

/** Position of the quote that ends a text; the end without one. */
export function findQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') return at;
    if (sign === '\\') at += 1;
  }
  return text.length;
}

function isBeforeColon(text: string, from: number): boolean {
  let at = from;
  while (text.charAt(at) <= ' ' && at < text.length) at += 1;
  return text.charAt(at) === ':';
}
