import type { DatabaseFailure } from './database-failure.ts';

/** Failures of writes during which reads succeed. */
const REFUSALS: readonly DatabaseFailure[] = ['full', 'read_only'];
/** Small writes still find room on a full disk, so that a success proves nothing; time does. */
const FORGET_MS = 15_000;

/** Watches whether the database refused a write of late: probes only read. */
export function watchRefusedWrites() {
  let last: { reason: DatabaseFailure; at: number } | undefined;
  return {
    onFailure(reason: DatabaseFailure): void {
      if (REFUSALS.includes(reason)) last = { reason, at: performance.now() };
    },
    getReason: () => (last && performance.now() - last.at < FORGET_MS ? last.reason : undefined),
  };
}
