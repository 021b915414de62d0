import type { Admission } from '../commerce/call/rate-limits.ts';
import type { Counter, RateCounters } from './rate-counters.ts';

export function leftOf({ policy, here, elsewhere }: Counter): number {
  return Math.max(0, policy.quota - here - elsewhere);
}

export function refusalBy(counter: Counter, at: number): Admission {
  counter.refusals += 1;
  return {
    allowed: false,
    policy: counter.policy,
    remaining: 0,
    resetSeconds: secondsTo(counter, at),
    first: counter.refusals === 1,
  };
}

/** Reports one count of an admitted request. */
export function admissionBy(counter: Counter, at: number): Admission {
  return {
    allowed: true,
    policy: counter.policy,
    remaining: leftOf(counter),
    resetSeconds: secondsTo(counter, at),
    first: false,
  };
}

/** Counts a request within all of these quotas, or refuses it; undefined where an exchange must come first. */
export function countWithin(
  { add, mustExchange }: Pick<RateCounters, 'add' | 'mustExchange'>,
  counters: readonly [Counter, ...Counter[]],
  at: number,
  mayExchange: boolean,
): Admission | undefined {
  const refusing = counters.find((counter) => leftOf(counter) === 0);
  if (refusing) return refusalBy(refusing, at);
  if (mayExchange && counters.some(mustExchange)) return undefined;
  for (const counter of counters) add(counter);
  return admissionBy(counters.reduce(narrower), at);
}

export function narrower(one: Counter, other: Counter): Counter {
  return leftOf(other) < leftOf(one) ? other : one;
}

function secondsTo({ endsAt }: Counter, at: number): number {
  return Math.max(1, Math.ceil((endsAt - at) / 1_000));
}
