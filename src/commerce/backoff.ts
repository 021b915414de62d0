interface Backoff {
  firstMs: number;
  maxMs: number;
}

/** Delay before the next attempt: doubled after each failure, `failures` being at least 1. */
export function backoffMs(failures: number, { firstMs, maxMs }: Backoff): number {
  return Math.min(firstMs * 2 ** (failures - 1), maxMs);
}
