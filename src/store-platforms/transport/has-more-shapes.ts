/**
 * Returns true when the objects of parsed JSON have more than `max` members, those with the same names counted once: JSON.parse needs
 * microseconds for each new name or sequence of names, and a fraction of one for each known. Does not recurse.
 */
export function hasMoreShapes(root: unknown, max: number): boolean {
  const seen = new Set<string>();
  const open = [root];
  let members = 0;
  while (open.length > 0 && members <= max) {
    const value = open.pop() ?? {};
    for (const member of Object.values(value)) if (typeof member === 'object') open.push(member);
    if (!Array.isArray(value)) members += countNewNames(value, seen);
  }
  return members > max;
}

/** Returns 0 for an object whose names were seen in this sequence. */
function countNewNames(value: object, seen: Set<string>): number {
  const names = Object.keys(value);
  const shape = names.join('\n');
  if (seen.has(shape)) return 0;
  seen.add(shape);
  return names.length;
}
