const [COLON, BRACKET, BRACE] = [0x3a, 0x5b, 0x7b];

/**
 * Returns true when a JSON text has more than `max` objects and lists, or more members: JSON.parse needs a microsecond for each,
 * and copies need more. Counts their signs also within texts, of which few real ones have many.
 */
export function hasMoreParts(text: string, max: number): boolean {
  if (text.length <= max) return false;
  let [parts, members] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === COLON) members += 1;
    else if (sign === BRACKET || sign === BRACE) parts += 1;
    if (parts > max || members > max) return true;
  }
  return false;
}

/** Far above every real request, whose lists are bounded (docs/limits.md). */
export const MAX_REQUEST_PARTS = 10_000;
