/**
 * Parts of a sum that were rounded one by one, brought to make the whole: what is over or missing goes by one unit each to the
 * largest parts, of equals to the first, so that the same cart always has the same parts. Undefined when more is missing than
 * rounding explains: then the parts are not of this whole. Minor units, none negative.
 */
export function settledParts(parts: readonly number[], whole: number): number[] | undefined {
  const over = whole - parts.reduce((sum, part) => sum + part, 0);
  const largest = [...parts.keys()]
    .filter((index) => (parts[index] ?? 0) > 0)
    .toSorted((one, other) => (parts[other] ?? 0) - (parts[one] ?? 0) || one - other);
  if (Math.abs(over) > largest.length) return undefined;
  const changed = new Set(largest.slice(0, Math.abs(over)));
  return parts.map((part, index) => (changed.has(index) ? part + Math.sign(over) : part));
}
