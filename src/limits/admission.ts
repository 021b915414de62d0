import type { Counter, RateCounters, RatePolicy } from './rate-counters.ts';

export interface Admission {
  allowed: boolean;
  /** The policy with the least quota left, or the policy that refuses. */
  policy: RatePolicy;
  remaining: number;
  /** Time until the next window, 1 to 60. */
  resetSeconds: number;
  /** True for the first refusal by this count in this minute: only that is logged. */
  first: boolean;
}

export function computeLeft({ policy, here, elsewhere }: Counter): number {
  return Math.max(0, policy.quota - here - elsewhere);
}

export function refuseBy(counter: Counter, at: number): Admission {
  counter.refusals += 1;
  return { ...toAdmission([counter], at), allowed: false, first: counter.refusals === 1 };
}

/** Reports the count of an admitted request that has the least left. */
export function toAdmission(counters: readonly [Counter, ...Counter[]], at: number): Admission {
  const narrowest = counters.reduce((one, other) => (computeLeft(other) < computeLeft(one) ? other : one));
  return {
    allowed: true,
    policy: narrowest.policy,
    remaining: computeLeft(narrowest),
    resetSeconds: Math.max(1, Math.ceil((narrowest.endsAt - at) / 1_000)),
    first: false,
  };
}

/** Counts a request within all of these quotas, or refuses it. */
export function countWithin(
  { add }: Pick<RateCounters, 'add'>,
  counters: readonly [Counter, ...Counter[]],
  at: number,
): Admission {
  const refusing = counters.find((counter) => computeLeft(counter) === 0);
  if (refusing) return refuseBy(refusing, at);
  for (const counter of counters) add(counter);
  return toAdmission(counters, at);
}
