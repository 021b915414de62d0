import type { Admission } from '../commerce/call/rate-limits.ts';
import type { Counter, RateCounters } from './rate-counters.ts';

export function computeLeft({ policy, here, elsewhere }: Counter): number {
  return Math.max(0, policy.quota - here - elsewhere);
}

export function refuseBy(counter: Counter, at: number): Admission {
  counter.refusals += 1;
  return {
    allowed: false,
    policy: counter.policy,
    remaining: 0,
    resetSeconds: computeSecondsTo(counter, at),
    first: counter.refusals === 1,
  };
}

/** Reports one count of an admitted request. */
export function toAdmission(counter: Counter, at: number): Admission {
  return {
    allowed: true,
    policy: counter.policy,
    remaining: computeLeft(counter),
    resetSeconds: computeSecondsTo(counter, at),
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
  const refusing = counters.find((counter) => computeLeft(counter) === 0);
  if (refusing) return refuseBy(refusing, at);
  if (mayExchange && counters.some(mustExchange)) return undefined;
  for (const counter of counters) add(counter);
  return toAdmission(counters.reduce(pickNarrower), at);
}

export function pickNarrower(one: Counter, other: Counter): Counter {
  return computeLeft(other) < computeLeft(one) ? other : one;
}

function computeSecondsTo({ endsAt }: Counter, at: number): number {
  return Math.max(1, Math.ceil((endsAt - at) / 1_000));
}
