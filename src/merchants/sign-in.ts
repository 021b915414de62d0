import type { FoundSession } from '../accounts/sign-ins.ts';
import { CommerceError } from '../commerce/errors.ts';
import { iso, MINUTE_MS } from '../commerce/time.ts';
import { countOrRefuse, loginLimits, resetThrottle } from './login-throttle.ts';
import { onlyInPerson, tokenIdentity } from './tokens.ts';
import {
  type Account,
  type AccountVisit,
  actorOf,
  type Identity,
  type MerchantContext,
  nowOf,
  type Visit,
} from './merchant-context.ts';

export interface SignedIn {
  account: Account;
  /** `Set-Cookie` lines. */
  cookies: string[];
}

/** Throws the same `signed_out` for an unknown address and a wrong password, and `too_many_requests` when throttled. */
export async function signIn(
  visit: Visit,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const limits = loginLimits(visit, email);
  await countOrRefuse(visit, limits);
  const account = await accountByPassword(visit.context, { email, password });
  if (!account) throw new CommerceError('signed_out', 'The e-mail address or password is wrong.');
  await resetThrottle(visit, limits);
  return beginSession(visit, account);
}

/** Returns undefined for a wrong password and for an unknown e-mail address, after the same time. */
export async function accountByPassword(
  { accounts, signIns }: Pick<MerchantContext, 'accounts' | 'signIns'>,
  { email, password }: { email: string; password: string },
): Promise<Account | undefined> {
  const account = await accounts.findByEmail(email);
  const hash = account && (await accounts.passwordHash(account.id));
  return (await signIns.verifyPassword(password, hash)) ? account : undefined;
}

/** Begins a session of an account that was authenticated, and remembers its browser. */
export async function beginSession({ context, userAgent }: Visit, account: Account): Promise<SignedIn> {
  const cookies = await context.signIns.begin(account.id, userAgent);
  return { account, cookies: [context.devices.remember(account.email), ...cookies] };
}

/** Returns the cookies that clear the session. Idempotent. */
export function signOut(visit: Visit): Promise<string[]> {
  return visit.context.signIns.end(cookieOf(visit));
}

/** Authenticates by the bearer token, or else by the session cookie. */
export async function identify(visit: Visit): Promise<Identity | undefined> {
  const { authorization, cookie } = visit.headers;
  const [, token] = /^bearer +(\S+)$/i.exec(String(authorization ?? '')) ?? [];
  if (token !== undefined) return tokenIdentity(visit, token);
  if (cookie === undefined) return undefined;
  const session = await visit.context.signIns.find(cookieOf(visit));
  const account = session && (await visit.context.accounts.find(session.accountId));
  if (!account) return undefined;
  await recordUse(visit, session);
  return { account, via: 'session', sessionId: session.id };
}

const USE_RECORD_INTERVAL_MS = 5 * MINUTE_MS;

async function recordUse({ context }: Visit, { id, lastUsedAt }: FoundSession): Promise<void> {
  const now = context.now();
  const lastUse = lastUsedAt === null ? 0 : Date.parse(lastUsedAt);
  if (now - lastUse >= USE_RECORD_INTERVAL_MS) await context.accountSessions.used(id, iso(now));
}

/** Returns the cookies that extend the session, when it is due for extension. */
export async function prolong(visit: AccountVisit): Promise<string[]> {
  return visit.identity.via === 'session' ? visit.context.signIns.prolong(cookieOf(visit)) : [];
}

/** Ends all sessions, and returns the cookies of a new one. Throws `invalid_input` for a wrong current password. */
export async function changePassword(
  visit: AccountVisit,
  change: { current: string; wanted: string },
): Promise<string[]> {
  onlyInPerson(visit);
  const { context, identity } = visit;
  await confirmPassword(visit, change.current);
  const hash = await context.signIns.hashPassword(change.wanted);
  await context.accounts.resetPassword(identity.account.id, hash, nowOf(visit));
  const entry = { storeId: null, action: 'account.password_changed' };
  await context.audit.write(actorOf(visit), entry, nowOf(visit));
  return context.signIns.begin(identity.account.id, visit.userAgent);
}

/** Throws `invalid_input` for a wrong current password. */
async function confirmPassword(visit: AccountVisit, password: string): Promise<void> {
  const { email } = visit.identity.account;
  const limits = loginLimits(visit, email);
  await countOrRefuse(visit, limits);
  if (!(await accountByPassword(visit.context, { email, password }))) throw wrongPassword();
  await resetThrottle(visit, limits);
}

function wrongPassword(): CommerceError {
  const message = 'is wrong';
  return new CommerceError('invalid_input', `current_password ${message}.`, {
    details: [{ path: 'current_password', message }],
  });
}

function cookieOf({ headers: { cookie = '' } }: Visit): Headers {
  return new Headers({ cookie: String(cookie) });
}
