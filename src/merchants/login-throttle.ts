import { CommerceError } from '../commerce/errors.ts';
import { networkOf } from '../commerce/network.ts';
import type { Limit } from '../storage/repositories/attempts.ts';
import type { Visit } from './merchant-context.ts';

const MINUTE_MS = 60_000;

/**
 * A browser in which the account has signed in before has a count of its own, which no stranger can use up. For all others:
 * guessing one address's password from one place ends first, and the widest limit bounds what many places together can guess.
 */
export function loginLimits(visit: Visit, email: string): Limit[] {
  const place = networkOf(visit.address);
  const who = email.toLowerCase();
  const device = visit.context.devices.knownFor(who, String(visit.headers.cookie ?? ''));
  if (device !== undefined)
    return [{ bucket: `password of ${who} by ${device}`, limit: 5, windowMs: 15 * MINUTE_MS }];
  return [
    { bucket: `password of ${who} from ${place}`, limit: 5, windowMs: 15 * MINUTE_MS },
    { bucket: `passwords from ${place}`, limit: 50, windowMs: 15 * MINUTE_MS },
    { bucket: `password of ${who}`, limit: 100, windowMs: 60 * MINUTE_MS },
  ];
}

export function signUpLimit(visit: Visit): Limit {
  return { bucket: `sign-ups from ${networkOf(visit.address)}`, limit: 20, windowMs: 60 * MINUTE_MS };
}

/** Sign-ups with an address that has an account and another password: each tells that it has one. */
export function refusedSignUpLimit(visit: Visit): Limit {
  return { bucket: `refused sign-ups from ${networkOf(visit.address)}`, limit: 5, windowMs: 60 * MINUTE_MS };
}

/**
 * Counts one more of each, and throws `too_many_requests` at the first that is used up. Counted before it is known whether
 * the guess is right, or many at once would be more than the limit.
 */
export async function countOrRefuse({ context }: Visit, limits: readonly Limit[]): Promise<void> {
  for (const limit of limits) {
    const { allowed, retryAfterSeconds } = await context.attempts.take(limit, context.now());
    if (allowed) continue;
    const minutes = Math.ceil(retryAfterSeconds / 60);
    const words = `Too many tries. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
    throw new CommerceError('too_many_requests', words, { retryAfterSeconds });
  }
}

/** The right password was no guess: the narrowest count begins anew, the others lose this one only. */
export async function resetThrottle(
  { context }: Visit,
  [narrowest, ...wider]: readonly Limit[],
): Promise<void> {
  if (narrowest) await context.attempts.clear(narrowest.bucket);
  for (const { bucket } of wider) await context.attempts.giveBack(bucket);
}
