import type { DatabaseFailure } from './database-failure.ts';

/** Small writes still find room on a full disk, so that a success proves nothing; time does. */
const FORGET_MS = 15_000;

/** Watches whether a write found no room of late. Reads succeed on a full disk. */
export function watchDiskRoom() {
  let fullAt = Number.NEGATIVE_INFINITY;
  return {
    onFailure(reason: DatabaseFailure): void {
      if (reason === 'full') fullAt = performance.now();
    },
    isFull: () => performance.now() - fullAt < FORGET_MS,
  };
}
