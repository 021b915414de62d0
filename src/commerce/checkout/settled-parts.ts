import { sum } from '../money/money.ts';

/** Adjusts rounded parts by one unit each, the largest first, to make the whole; undefined when they differ by more. Minor units, none negative. */
export function settleParts(parts: readonly number[], whole: number): number[] | undefined {
  const over = whole - sum(parts);
  const largest = [...parts.keys()]
    .filter((index) => (parts[index] ?? 0) > 0)
    .toSorted((one, other) => (parts[other] ?? 0) - (parts[one] ?? 0) || one - other);
  if (Math.abs(over) > largest.length) return undefined;
  const changed = new Set(largest.slice(0, Math.abs(over)));
  return parts.map((part, index) => (changed.has(index) ? part + Math.sign(over) : part));
}
