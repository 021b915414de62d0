/** Longest cursor: leaves room in a request line, which proxies cut at 8 kB. It names 1,500 to 4,500 products. */
const MAX_CURSOR_LENGTH = 6_000;
const PREFIX = 'rank-';

/**
 * Returns a cursor of the keys that a listing has shown or passed over. The next page holds the best products that it does not
 * name, so that no product comes twice or is skipped, whatever changes in the catalog between two pages. Undefined for a listing
 * that is too long for a cursor, and ends.
 */
export function writeCursor(seen: Iterable<number>): string | undefined {
  const keys = [...new Set(seen)].sort((one, other) => one - other);
  const bytes = keys.flatMap((key, index) => toBytes(key - (keys[index - 1] ?? 0)));
  const cursor = PREFIX + Buffer.from(bytes).toString('base64url');
  return cursor.length > MAX_CURSOR_LENGTH ? undefined : cursor;
}

/** Returns the keys of a cursor; undefined for a text that `writeCursor` has not made. */
export function readCursor(cursor: string): Set<number> | undefined {
  if (!cursor.startsWith(PREFIX) || cursor.length > MAX_CURSOR_LENGTH) return undefined;
  const keys = new Set<number>();
  let key = 0;
  let step = 0;
  let place = 1;
  for (const byte of Buffer.from(cursor.slice(PREFIX.length), 'base64url')) {
    step += (byte & 0x7f) * place;
    place *= 0x80;
    if (byte >= 0x80) continue;
    key += step;
    keys.add(key);
    step = 0;
    place = 1;
  }
  return place === 1 && Number.isSafeInteger(key) && writeCursor(keys) === cursor ? keys : undefined;
}

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function toBytes(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}
