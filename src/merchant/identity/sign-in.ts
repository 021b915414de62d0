import type { FoundSession } from '../../accounts/sign-ins.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { iso, MINUTE_MS } from '../../commerce/time.ts';
import type { AccountVisit, Identity, Visit } from '../visit.ts';
import { beginSession, type SignedIn } from './begin-session.ts';
import { countOrRefuse, loginLimits, resetThrottle } from './login-throttle.ts';
import { accountByPassword } from './passwords.ts';
import { hasSecondFactor, requireCode } from './second-factor.ts';
import { tokenIdentity } from './tokens.ts';

/**
 * Returns undefined when the password is right and a code is needed. Throws the same `signed_out` for an unknown address and a
 * wrong password, `invalid_input` for a wrong code, and `too_many_requests` when throttled.
 */
export async function signIn(
  visit: Visit<'accounts' | 'attempts' | 'devices' | 'now' | 'secondFactors' | 'signIns'>,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
): Promise<SignedIn | undefined> {
  const limits = await loginLimits(visit, email);
  await countOrRefuse(visit, limits);
  const account = await accountByPassword(visit.context, { email, password });
  if (!account) throw new CommerceError('signed_out', 'The e-mail address or password is wrong.');
  await resetThrottle(visit, limits);
  if (await hasSecondFactor(visit.context, account)) {
    if (code === undefined) return undefined;
    await requireCode(visit, account, code);
  }
  return beginSession(visit, account);
}

/** Ends the session and returns the cookies that clear it. Idempotent. */
export async function signOut(visit: Visit<'accountSessions' | 'signIns'>): Promise<string[]> {
  const { accountSessions, signIns } = visit.context;
  const session = await signIns.find(cookieOf(visit));
  // Here a failure of the database is an error: better-auth would answer as if the session had ended.
  if (session) await accountSessions.signOut(session.accountId, session.id);
  return signIns.end(cookieOf(visit));
}

/** Authenticates by the bearer token, or else by the session cookie. */
export async function identify(
  visit: Visit<'accountSessions' | 'accounts' | 'apiTokens' | 'now' | 'signIns'>,
): Promise<Identity | undefined> {
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

async function recordUse(
  { context }: Visit<'accountSessions' | 'now'>,
  { id, lastUsedAt }: FoundSession,
): Promise<void> {
  const now = context.now();
  const lastUse = lastUsedAt === null ? 0 : Date.parse(lastUsedAt);
  if (now - lastUse >= USE_RECORD_INTERVAL_MS) await context.accountSessions.used(id, iso(now));
}

/** Returns the cookies that extend the session, when it is due for extension. */
export async function prolong(visit: AccountVisit<'signIns'>): Promise<string[]> {
  return visit.identity.via === 'session' ? visit.context.signIns.prolong(cookieOf(visit)) : [];
}

function cookieOf({ headers: { cookie = '' } }: Visit<never>): Headers {
  return new Headers({ cookie: String(cookie) });
}
