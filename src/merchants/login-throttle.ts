import { DAY_MS, MINUTE_MS } from '../commerce/time.ts';
import { CommerceError } from '../commerce/errors.ts';
import { networkOf } from '../commerce/network.ts';
import type { Limit } from '../storage/repositories/attempts.ts';
import type { AccountVisit, Visit } from './merchant-context.ts';

/**
 * Limits of sign-in attempts. A browser in which the account signed in before is counted by itself, so that strangers cannot
 * lock the account out of it.
 */
export function loginLimits(visit: Visit<'devices'>, email: string): Limit[] {
  const network = networkOf(visit.address);
  const who = email.toLowerCase();
  const device = visit.context.devices.knownFor(who, String(visit.headers.cookie ?? ''));
  if (device !== undefined)
    return [{ bucket: `password of ${who} by ${device}`, limit: 5, windowMs: 15 * MINUTE_MS }];
  return [
    { bucket: `password of ${who} from ${network}`, limit: 5, windowMs: 15 * MINUTE_MS },
    { bucket: `passwords from ${network}`, limit: 50, windowMs: 15 * MINUTE_MS },
    { bucket: `password of ${who}`, limit: 100, windowMs: 60 * MINUTE_MS },
  ];
}

/** Limits of codes after the right password: few, however many networks they come from. */
export function codeLimits(visit: Visit<'devices'>, email: string): Limit[] {
  const device = visit.context.devices.knownFor(email, String(visit.headers.cookie ?? ''));
  const by = device === undefined ? '' : ` by ${device}`;
  return [
    { bucket: `codes of ${email}${by}`, limit: 5, windowMs: 15 * MINUTE_MS },
    { bucket: `codes of ${email} in a day${by}`, limit: 30, windowMs: DAY_MS },
  ];
}

export function signUpLimit(visit: Visit<never>): Limit {
  return { bucket: `sign-ups from ${networkOf(visit.address)}`, limit: 20, windowMs: 60 * MINUTE_MS };
}

/** Limit of sign-ups with a known address and another password, each of which reveals that the account exists. */
export function refusedSignUpLimit(visit: Visit<never>): Limit {
  return { bucket: `refused sign-ups from ${networkOf(visit.address)}`, limit: 5, windowMs: 60 * MINUTE_MS };
}

/** Limits of mails with a link, which anyone can have sent to an address. */
export function mailedLinkLimits(kind: 'password resets' | 'sign-ups', visit: Visit, email: string): Limit[] {
  return [
    { bucket: `${kind} of ${email.toLowerCase()}`, limit: 3, windowMs: 60 * MINUTE_MS },
    { bucket: `${kind} from ${networkOf(visit.address)}`, limit: 20, windowMs: 60 * MINUTE_MS },
  ];
}

/** Limit of beginnings and ends of sign-ins at the identity provider. */
export function signOnLimit(visit: Visit<never>): Limit {
  return { bucket: `single sign-ons from ${networkOf(visit.address)}`, limit: 60, windowMs: 15 * MINUTE_MS };
}

/** Limit of attempts to use a link that works once. */
export function linkLimit(visit: Visit<never>): Limit {
  return { bucket: `links from ${networkOf(visit.address)}`, limit: 20, windowMs: 15 * MINUTE_MS };
}

/** Limits of requests that make this service call a URL named by the merchant. */
export function outboundLimits({ identity, address }: AccountVisit<never>): Limit[] {
  const windowMs = 10 * MINUTE_MS;
  return [
    { bucket: `outbound calls of ${identity.account.id}`, limit: 120, windowMs },
    { bucket: `outbound calls from ${networkOf(address)}`, limit: 240, windowMs },
  ];
}

/** Counts an attempt in each limit before its outcome is known, so that concurrent attempts count. Throws `too_many_requests`. */
export async function countOrRefuse(
  { context }: Visit<'attempts' | 'now'>,
  limits: readonly Limit[],
): Promise<void> {
  for (const limit of limits) {
    const { allowed, retryAfterSeconds } = await context.attempts.take(limit, context.now());
    if (allowed) continue;
    const minutes = Math.ceil(retryAfterSeconds / 60);
    const words = `Too many attempts. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
    throw new CommerceError('too_many_requests', words, { retryAfterSeconds });
  }
}

/** Forgives a successful attempt: clears the narrowest limit, and takes one attempt off the wider ones. */
export async function resetThrottle(
  { context }: Visit<'attempts'>,
  [narrowest, ...wider]: readonly Limit[],
): Promise<void> {
  if (narrowest) await context.attempts.clear(narrowest.bucket);
  for (const { bucket } of wider) await context.attempts.giveBack(bucket);
}
