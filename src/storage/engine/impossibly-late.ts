import { DAY_MS, toIso } from '../../commerce/time/time.ts';

/** Far above the duration of any request to a shop. */
const UNDER_WAY_MS = DAY_MS;

/** Returns the bound of plausible instants: a row beyond it was written by a wrong clock, and may be overwritten. */
export function computeImpossiblyLate(asOf: string): string {
  return toIso(Date.parse(asOf) + UNDER_WAY_MS);
}
