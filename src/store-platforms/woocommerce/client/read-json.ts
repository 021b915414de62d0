import { findQuote, parseShopJson } from '../../parse-shop-json.ts';

const WEB_PAGE = /^\s*<(?:!doctype|html)\b/i;
/** Brackets at which a value is looked for, and those at which one may begin: PHP messages hold few. */
const MAX_BRACKETS = 1_000;
const MAX_STARTS = 20;
/** Signs that are looked at, as a multiple of the text's length: brackets within one another end at the same place. */
const MAX_SCANS = 3;
/** White space before a value. */
const MAX_SPACE = 100;

/** Plugins and PHP print around JSON: the value is the largest object or list that begins a line or follows a tag. */
export function readJson(text: string) {
  const plain = text.replace(/^\uFEFF+/, '');
  const body = parseShopJson(plain);
  const place =
    body === undefined && !WEB_PAGE.test(plain.slice(0, MAX_SPACE)) ? findValue(plain) : undefined;
  if (!place) return { body, before: '', after: '' };
  return { body: place.body, before: plain.slice(0, place.start), after: plain.slice(place.end) };
}

function findValue(text: string) {
  let largest: { body: unknown; start: number; end: number } = { body: undefined, start: 0, end: 0 };
  let scanned = 0;
  for (const start of listStarts(text)) {
    if (start < largest.end) continue;
    const end = scanned > MAX_SCANS * text.length ? undefined : findEnd(text, start);
    // Cut off: what is within is not the value.
    if (end === undefined) break;
    scanned += end - start;
    const body = parseShopJson(text.slice(start, end));
    if (body !== undefined && end - start > largest.end - largest.start) largest = { body, start, end };
  }
  return largest.body === undefined ? undefined : largest;
}

function listStarts(text: string): number[] {
  const starts: number[] = [];
  let count = 0;
  for (const { index: start } of text.matchAll(/[[{]/g)) {
    count += 1;
    if (count > MAX_BRACKETS || starts.length === MAX_STARTS) break;
    const lead = text.slice(Math.max(0, start - MAX_SPACE), start);
    const isFirst = start <= MAX_SPACE && lead.trim() === '';
    const before = lead.trimEnd();
    if (isFirst || before.endsWith('>') || lead.slice(before.length).includes('\n')) starts.push(start);
  }
  return starts;
}

const DEPTHS: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/** Position behind the bracket that closes the one at `start`; undefined without one. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') at = findQuote(text, at + 1);
    else depth += DEPTHS[sign] ?? 0;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
