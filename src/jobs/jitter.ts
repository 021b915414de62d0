import { hash } from 'node:crypto';

/** How much sooner at most. */
const MAX_JITTER = 0.2;
const STEPS = 2 ** 16;

/**
 * How long a store's regular work rests, at most `ms`: each store's own time, always the same. So thousands of stores whose work
 * was due at one moment, after a pause of the service, part again.
 */
export function jitter(ms: number, storeId: string): number {
  const place = Number.parseInt(hash('sha256', storeId).slice(0, 4), 16) / STEPS;
  return Math.round(ms * (1 - MAX_JITTER * place));
}
