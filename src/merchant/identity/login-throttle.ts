import { toTooManyRequestsError } from '../../commerce/errors.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import { toNetwork } from '../../commerce/network/network.ts';
import { DAY_MS, MINUTE_MS } from '../../commerce/time/time.ts';
import type { Account } from '../../storage/repositories/identity/account-rows.ts';
import type { Limit } from '../../storage/repositories/identity/attempts.ts';
import { type AccountVisit, readCookies, type Visit } from '../visit.ts';

/** Limits of tries at a password, some reserved for known browsers: strangers cannot lock an account out. See docs/security.md. */
export async function findLoginLimits(visit: Visit, email: string): Promise<Limit[]> {
  const network = toNetwork(visit.address);
  const who = normalizeEmail(email);
  const account = await visit.context.accounts.findByEmail(who);
  const device = account && readKnownBrowser(visit, account);
  if (device !== undefined)
    return [
      { bucket: `password of ${who} by ${device}`, limit: 5, windowMs: 15 * MINUTE_MS },
      { bucket: `password of ${who} by known browsers`, limit: 20, windowMs: 60 * MINUTE_MS },
    ];
  return [
    { bucket: `password of ${who} from ${network}`, limit: 5, windowMs: 15 * MINUTE_MS },
    { bucket: `passwords from ${network}`, limit: 50, windowMs: 15 * MINUTE_MS },
    { bucket: `password of ${who}`, limit: 30, windowMs: 60 * MINUTE_MS },
  ];
}

/** Limits of codes after the right password: 100 a day for an account, 70 of them reserved for browsers that it knows. */
export function buildCodeLimits(visit: Visit, account: Account): Limit[] {
  const { email } = account;
  const device = readKnownBrowser(visit, account);
  const by = device === undefined ? '' : ` by ${device}`;
  const few = [
    { bucket: `codes of ${email}${by}`, limit: 5, windowMs: 15 * MINUTE_MS },
    { bucket: `codes of ${email} in a day${by}`, limit: 30, windowMs: DAY_MS },
  ];
  if (device === undefined) return few;
  return [...few, { bucket: `codes of ${email} by known browsers`, limit: 70, windowMs: DAY_MS }];
}

function readKnownBrowser(visit: Visit, account: Account): string | undefined {
  return visit.context.devices.readKnownDevice(account, readCookies(visit));
}

/** Returns the `Set-Cookie` line by which this browser is known to the account. */
export function rememberBrowser(visit: Visit, account: Account): string {
  return visit.context.devices.remember(account, readCookies(visit));
}

function limitByNetwork(attempts: string, limit: number, minutes: number): (visit: Visit) => Limit {
  const windowMs = minutes * MINUTE_MS;
  return ({ address }) => ({ bucket: `${attempts} from ${toNetwork(address)}`, limit, windowMs });
}

export const signUpLimit = limitByNetwork('sign-ups', 20, 60);

/** Limit of sign-ups with a known address and another password: each reveals that the account exists. */
export const refusedSignUpLimit = limitByNetwork('refused sign-ups', 5, 60);

/** Limit of beginnings and ends of sign-ins at the identity provider. */
export const signOnLimit = limitByNetwork('single sign-ons', 60, 15);

/** Limit of attempts to use a link that works once. */
export const linkLimit = limitByNetwork('links', 20, 15);

type MailedLinks = 'password resets' | 'sign-ups' | 'confirmations' | 'address changes';

/** Limits of mails with a link, which anyone can have sent to an address. */
export function buildMailedLinkLimits(kind: MailedLinks, visit: Visit, email: string): Limit[] {
  const toAddress = { bucket: `${kind} of ${normalizeEmail(email)}`, limit: 3, windowMs: 60 * MINUTE_MS };
  return [toAddress, limitByNetwork(kind, 20, 60)(visit)];
}

/** Limits of requests that make this service call a URL named by the merchant. */
export function buildOutboundLimits({ identity, address }: AccountVisit): Limit[] {
  const windowMs = 10 * MINUTE_MS;
  return [
    { bucket: `outbound calls of ${identity.account.id}`, limit: 120, windowMs },
    { bucket: `outbound calls from ${toNetwork(address)}`, limit: 240, windowMs },
  ];
}

/** Counts an attempt in each limit before its outcome is known, so that concurrent attempts count. Throws `too_many_requests`. */
export async function countOrRefuse(visit: Visit, limits: readonly Limit[]) {
  const retryAfterSeconds = await takeAttempt(visit, limits);
  if (retryAfterSeconds === undefined) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const words = `Too many attempts. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
  throw toTooManyRequestsError(words, retryAfterSeconds);
}

/** Returns false when one is used up. */
export async function countWithin(visit: Visit, limits: readonly Limit[]) {
  return (await takeAttempt(visit, limits)) === undefined;
}

/** Returns the seconds after which the first limit that is used up allows another attempt; undefined where none is. */
async function takeAttempt({ context }: Visit, limits: readonly Limit[]) {
  for (const limit of limits) {
    const retryAfterSeconds = await context.attempts.take(limit, context.now());
    if (retryAfterSeconds !== undefined) return retryAfterSeconds;
  }
  return undefined;
}

/** Forgives a successful attempt: clears the narrowest limit, and takes one attempt off the wider ones. */
export async function resetThrottle({ context }: Visit, [narrowest, ...wider]: readonly Limit[]) {
  if (narrowest) await context.attempts.clear(narrowest.bucket);
  for (const { bucket } of wider) await context.attempts.giveBack(bucket);
}
