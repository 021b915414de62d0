import type { RateCounters } from './rate-counters.ts';

/** Exchanges before a decision; each lets a tenth of a quota pass. */
const MAX_EXCHANGES = 20;

/**
 * Decides, after as many exchanges with other processes as it takes. `decide` compares and adds in one turn of the event loop, and
 * returns undefined where an exchange must come first.
 */
export async function decideByCounts<Decision>(
  { exchange }: Pick<RateCounters, 'exchange'>,
  decide: (mayExchange: boolean) => Decision | undefined,
): Promise<Decision> {
  for (let exchanges = 0; ; exchanges += 1) {
    const decision = decide(exchanges < MAX_EXCHANGES);
    if (decision !== undefined) return decision;
    await exchange();
  }
}
