import { CommerceError } from '../commerce/errors.ts';
import type { SignedIn } from './accounts.ts';
import { countOrRefuse, loginLimits, resetThrottle } from './login-throttle.ts';
import { onlyInPerson, tokenIdentity } from './tokens.ts';
import { type AccountVisit, actorOf, type Identity, nowOf, type Visit } from './merchant-context.ts';

/** Throws the same `signed_out` for an unknown address and a wrong password, and `too_many_requests` when throttled. */
export async function signIn(
  visit: Visit,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const limits = loginLimits(visit, email);
  await countOrRefuse(visit, limits);
  const begun = await visit.context.signIns.begin(email.toLowerCase(), password);
  const account = begun && (await visit.context.accounts.find(begun.accountId));
  if (!account) throw new CommerceError('signed_out', 'The e-mail address or password is wrong.');
  await resetThrottle(visit, limits);
  return { account, cookies: [visit.context.devices.remember(account.email), ...begun.cookies] };
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
  const accountId = await visit.context.signIns.find(cookieOf(visit));
  const account = accountId === undefined ? undefined : await visit.context.accounts.find(accountId);
  return account && { account, via: 'session' };
}

/** Returns the cookies that extend the session, when it is due for extension. */
export async function prolong(visit: AccountVisit): Promise<string[]> {
  return visit.identity.via === 'session' ? visit.context.signIns.prolong(cookieOf(visit)) : [];
}

/** Ends all sessions and returns the cookies of a new one. Throws `invalid_input` for a wrong current password. */
export async function changePassword(
  visit: AccountVisit,
  change: { current: string; wanted: string },
): Promise<string[]> {
  onlyInPerson(visit);
  const limits = loginLimits(visit, visit.identity.account.email);
  await countOrRefuse(visit, limits);
  const cookies = await visit.context.signIns.changePassword(cookieOf(visit), change);
  if (!cookies) throw wrongPassword();
  await resetThrottle(visit, limits);
  const entry = { storeId: null, action: 'account.password_changed' };
  await visit.context.audit.write(actorOf(visit), entry, nowOf(visit));
  return cookies;
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
