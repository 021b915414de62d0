import type { RateCounters } from './rate-counters.ts';

/** Exchanges before a decision; each lets a tenth of a quota pass. */
const MAX_EXCHANGES = 20;

/**
 * Decides once the counts of other processes are known. `decide` compares and adds in one turn of the event loop, and returns
 * undefined where another exchange must come first.
 */
export async function afterExchanges<Decision>(
  { exchange }: Pick<RateCounters, 'exchange'>,
  decide: (mayExchange: boolean) => Decision | undefined,
): Promise<Decision> {
  for (let exchanges = 1; ; exchanges += 1) {
    await exchange();
    const decided = decide(exchanges < MAX_EXCHANGES);
    if (decided !== undefined) return decided;
  }
}
