import { CommerceError } from '../commerce/errors.ts';
import type { SignedIn } from './accounts.ts';
import { countOrRefuse, loginLimits, resetThrottle } from './login-throttle.ts';
import { onlyInPerson, tokenIdentity } from './tokens.ts';
import { type AccountVisit, actorOf, type Identity, nowOf, type Visit } from './merchant-context.ts';

/** Throws `signed_out` in the same words for an unknown address and a wrong password; `too_many_requests` for a guesser. */
export async function signIn(
  visit: Visit,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const guesses = loginLimits(visit, email);
  await countOrRefuse(visit, guesses);
  const begun = await visit.context.signIns.begin(email.toLowerCase(), password);
  const account = begun && (await visit.context.accounts.find(begun.accountId));
  if (!account) throw new CommerceError('signed_out', 'The e-mail address or the password is wrong.');
  await resetThrottle(visit, guesses);
  return { account, cookies: [visit.context.devices.remember(account.email), ...begun.cookies] };
}

/** The cookies that take the session's away. Who is not signed in is so afterwards, too. */
export function signOut(visit: Visit): Promise<string[]> {
  return visit.context.signIns.end(cookieOf(visit));
}

/** Who asks: by a bearer token where there is one, else by the session's cookie. */
export async function identify(visit: Visit): Promise<Identity | undefined> {
  const { authorization, cookie } = visit.headers;
  const [, token] = /^bearer +(\S+)$/i.exec(String(authorization ?? '')) ?? [];
  if (token !== undefined) return tokenIdentity(visit, token);
  if (cookie === undefined) return undefined;
  const accountId = await visit.context.signIns.find(cookieOf(visit));
  const account = accountId === undefined ? undefined : await visit.context.accounts.find(accountId);
  return account && { account, via: 'session' };
}

/** A session in use lasts on: the cookies that say so, where it is time. */
export async function prolong(visit: AccountVisit): Promise<string[]> {
  return visit.identity.via === 'session' ? visit.context.signIns.prolong(cookieOf(visit)) : [];
}

/** Throws `invalid_input` that names the current password when it is wrong. All sessions end; the cookies are of a new one. */
export async function changePassword(
  visit: AccountVisit,
  change: { current: string; wanted: string },
): Promise<string[]> {
  onlyInPerson(visit);
  const guesses = loginLimits(visit, visit.identity.account.email);
  await countOrRefuse(visit, guesses);
  const cookies = await visit.context.signIns.changePassword(cookieOf(visit), change);
  if (!cookies) throw wrongPassword();
  await resetThrottle(visit, guesses);
  const entry = { storeId: null, action: 'account.password_changed' };
  await visit.context.audit.write(actorOf(visit), entry, nowOf(visit));
  return cookies;
}

function wrongPassword(): CommerceError {
  const message = 'is not your password';
  return new CommerceError('invalid_input', `current_password ${message}.`, {
    details: [{ path: 'current_password', message }],
  });
}

function cookieOf({ headers: { cookie = '' } }: Visit): Headers {
  return new Headers({ cookie: String(cookie) });
}
