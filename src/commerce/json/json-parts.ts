/** True for a JSON text with more than `max` objects and lists, or members: each costs JSON.parse a microsecond. */
export function hasMoreParts(text: string, max: number): boolean {
  if (text.length <= max) return false;
  const members = countUpTo(max, text, ':');
  return members > max || countUpTo(max, text, '[') + countUpTo(max, text, '{') > max;
}

/** Counts a sign, and stops above `max`. */
export function countUpTo(max: number, text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1 && count <= max; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/** Far above every real request, whose lists are bounded (docs/limits.md). */
export const MAX_REQUEST_PARTS = 10_000;
