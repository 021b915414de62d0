import { hash } from 'node:crypto';

/** Largest part by which an interval is shortened. */
const MAX_PART = 0.2;
const STEPS = 2 ** 16;

/** Shortens the interval of a store's recurring job, always the same for a store: jobs that fell due together spread again. */
export function staggerInterval(ms: number, storeId: string): number {
  const place = Number.parseInt(hash('sha256', storeId).slice(0, 4), 16) / STEPS;
  return Math.round(ms * (1 - MAX_PART * place));
}
