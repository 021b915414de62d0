import { SESSION_MS } from '../../accounts/cookies.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { toIso } from '../../commerce/time/time.ts';
import type { Account } from '../../storage/repositories/identity/account-rows.ts';
import type { Visit } from '../visit.ts';
import { rememberBrowser } from './login-throttle.ts';

interface SignedIn {
  account: Account;
  /** `Set-Cookie` lines. */
  cookies: string[];
}

const MAX_USER_AGENT_LENGTH = 300;

/**
 * Begins a session of an account that was authenticated, and remembers its browser. Throws `unauthenticated` when its credentials
 * have changed since, which has ended the sessions of before.
 */
export async function beginSession(
  visit: Visit<'accountSessions' | 'devices' | 'newId' | 'now' | 'sessionCookie'>,
  account: Account,
): Promise<SignedIn> {
  const { accountSessions, newId, now, sessionCookie } = visit.context;
  const { tokenHash, line } = sessionCookie.begin();
  const createdAt = now();
  const session = {
    id: newId(),
    tokenHash,
    userAgent: visit.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    createdAt: toIso(createdAt),
    expiresAt: toIso(createdAt + SESSION_MS),
  };
  if (!(await accountSessions.begin(session, account)))
    throw new CommerceError(
      'unauthenticated',
      'Your password or authenticator app has changed. Sign in again.',
    );
  return { account, cookies: [rememberBrowser(visit, account), line] };
}
