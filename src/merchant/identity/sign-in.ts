import { SESSION_MS } from '../../accounts/session-cookie.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { DAY_MS, iso, MINUTE_MS } from '../../commerce/time.ts';
import type { FoundSession } from '../../storage/repositories/account-sessions.ts';
import { type AccountVisit, cookiesOf, type Identity, nowOf, type Visit } from '../visit.ts';
import { beginSession, type SessionMembers, type SignedIn } from './begin-session.ts';
import { countOrRefuse, loginLimits, resetThrottle } from './login-throttle.ts';
import { accountByPassword, type PasswordMembers } from './passwords.ts';
import { hasSecondFactor, requireCode } from './second-factor.ts';
import { tokenIdentity } from './tokens.ts';

/**
 * Returns undefined when the password is right and a code is needed. Throws the same `unauthenticated` for an unknown address and a
 * wrong password, `invalid_input` for a wrong code, and `too_many_requests` when throttled.
 */
export async function signIn(
  visit: Visit<PasswordMembers | SessionMembers | 'secondFactors'>,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
): Promise<SignedIn | undefined> {
  const limits = await loginLimits(visit, email);
  await countOrRefuse(visit, limits);
  const account = await accountByPassword(visit.context, { email, password });
  if (!account) throw new CommerceError('unauthenticated', 'The e-mail address or password is wrong.');
  await resetThrottle(visit, limits);
  if (await hasSecondFactor(visit.context, account)) {
    if (code === undefined) return undefined;
    await requireCode(visit, account, code);
  }
  return beginSession(visit, account);
}

/** Ends the session and returns the cookies that clear it. Idempotent. */
export async function signOut(visit: Visit<'accountSessions' | 'sessionCookie'>): Promise<string[]> {
  const { accountSessions, sessionCookie } = visit.context;
  const tokenHash = sessionCookie.tokenHashIn(cookiesOf(visit));
  if (tokenHash !== undefined) await accountSessions.signOut(tokenHash);
  return [sessionCookie.clear()];
}

/** Authenticates by the bearer token, or else by the session cookie. */
export async function identify(
  visit: Visit<'accountSessions' | 'accounts' | 'apiTokens' | 'now' | 'sessionCookie'>,
): Promise<Identity | undefined> {
  const [, token] = /^bearer +(\S+)$/i.exec(String(visit.headers.authorization ?? '')) ?? [];
  if (token !== undefined) return tokenIdentity(visit, token);
  const { accounts, accountSessions, sessionCookie } = visit.context;
  const tokenHash = sessionCookie.tokenHashIn(cookiesOf(visit));
  const session = tokenHash === undefined ? undefined : await accountSessions.find(tokenHash, nowOf(visit));
  const account = session && (await accounts.find(session.accountId));
  if (!account) return undefined;
  await recordUse(visit, session);
  return { account, via: 'session', sessionId: session.id, sessionExpiresAt: session.expiresAt };
}

const USE_RECORD_INTERVAL_MS = 5 * MINUTE_MS;

async function recordUse(
  { context }: Visit<'accountSessions' | 'now'>,
  { id, lastUsedAt }: FoundSession,
): Promise<void> {
  const now = context.now();
  const lastUse = lastUsedAt === null ? 0 : Date.parse(lastUsedAt);
  if (now - lastUse >= USE_RECORD_INTERVAL_MS) await context.accountSessions.used(id, iso(now));
}

/** Returns the cookies that extend the session, when a day of its term has passed. */
export async function prolong(
  visit: AccountVisit<'accountSessions' | 'now' | 'sessionCookie'>,
): Promise<string[]> {
  const { accountSessions, now, sessionCookie } = visit.context;
  const { sessionId, sessionExpiresAt } = visit.identity;
  if (sessionId === undefined || sessionExpiresAt === undefined) return [];
  const isDue = Date.parse(sessionExpiresAt) - now() <= SESSION_MS - DAY_MS;
  if (!isDue || !(await accountSessions.prolong(sessionId, iso(now() + SESSION_MS)))) return [];
  return [sessionCookie.prolong(cookiesOf(visit))];
}
