interface Backoff {
  firstMs: number;
  maxMs: number;
}

/** Delay before the next attempt: doubled after each failure, `failures` being at least 1. `askedMs`: the receiver's Retry-After. */
export function computeBackoffMs(failures: number, { firstMs, maxMs }: Backoff, askedMs = 0): number {
  return Math.max(askedMs, Math.min(firstMs * 2 ** (failures - 1), maxMs));
}
