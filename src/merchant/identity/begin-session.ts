import type { SignIns } from '../../accounts/sign-ins.ts';
import { CommerceError } from '../../commerce/errors.ts';
import type { Account } from '../../storage/repositories/account-rows.ts';
import type { Visit } from '../visit.ts';
import { rememberBrowser } from './login-throttle.ts';

export interface SignedIn {
  account: Account;
  /** `Set-Cookie` lines. */
  cookies: string[];
}

/**
 * Begins a session of an account that was authenticated, and remembers its browser. Throws `signed_out` when its credentials
 * have changed since, which has ended the sessions of before.
 */
export async function beginSession(
  visit: Visit<'accounts' | 'devices' | 'signIns'>,
  account: Account,
): Promise<SignedIn> {
  const { accounts, signIns } = visit.context;
  const cookies = await signIns.begin(account.id, visit.userAgent);
  if (await accounts.hasCredentialsOf(account))
    return { account, cookies: [rememberBrowser(visit, account), ...cookies] };
  await endBegun(signIns, cookies);
  throw new CommerceError('signed_out', 'Your password or authenticator app has changed. Sign in again.');
}

/** Ends a session whose `Set-Cookie` lines no browser has got. */
export async function endBegun(signIns: Pick<SignIns, 'end'>, cookies: readonly string[]): Promise<void> {
  await signIns.end(new Headers({ cookie: cookies.map((line) => line.split(';')[0]).join('; ') }));
}
