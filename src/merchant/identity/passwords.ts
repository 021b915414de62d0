import { CommerceError, invalidMember } from '../../commerce/errors.ts';
import { ACCOUNT_REFUSALS } from '../../commerce/merchant/account-refusals.ts';
import type { Account } from '../../storage/repositories/account-rows.ts';
import { type AccountVisit, entryOf, type MerchantContext } from '../visit.ts';
import { beginSession, type SessionMembers } from './begin-session.ts';
import { countOrRefuse, loginLimits, resetThrottle } from './login-throttle.ts';

/** Returns undefined for a wrong password and for an unknown e-mail address, after the same time. */
export async function accountByPassword(
  { accounts, passwordHashing }: Pick<MerchantContext, 'accounts' | 'passwordHashing'>,
  { email, password }: { email: string; password: string },
): Promise<Account | undefined> {
  const account = await accounts.findByEmail(email);
  const hash = account && (await accounts.passwordHash(account.id));
  if (hash !== undefined) return (await passwordHashing.verify(password, hash)) ? account : undefined;
  await passwordHashing.hash(password);
  return undefined;
}

export type PasswordMembers = 'accounts' | 'attempts' | 'devices' | 'now' | 'passwordHashing';

/**
 * Changes the password, or sets the first one of an account that came by single sign-on. Ends all sessions, and returns the
 * cookies of a new one. Throws `invalid_input` for a wrong current password.
 */
export async function changePassword(
  visit: AccountVisit<PasswordMembers | SessionMembers>,
  change: { current: string | undefined; next: string },
): Promise<string[]> {
  const { accounts, passwordHashing } = visit.context;
  const { id } = visit.identity.account;
  const isFirst = (await accounts.passwordHash(id)) === undefined;
  if (!isFirst) await confirmPassword(visit, required(change.current));
  const hash = await passwordHashing.hash(change.next);
  const account = isFirst
    ? await accounts.setFirstPassword(id, hash, {
        entry: entryOf(visit, 'account.password_set'),
        ...ACCOUNT_REFUSALS,
      })
    : await accounts.resetPassword(id, hash, entryOf(visit, 'account.password_changed'));
  if (!account) throw new CommerceError('unauthenticated', 'Your account was removed.');
  return (await beginSession(visit, account)).cookies;
}

function required(password: string | undefined): string {
  if (password === undefined) throw invalidMember('current_password', 'is required');
  return password;
}

/** Throws `invalid_input` for a wrong password of an account that has one. */
export async function confirmOwnPassword(
  visit: AccountVisit<PasswordMembers>,
  password: string | undefined,
): Promise<void> {
  const hash = await visit.context.accounts.passwordHash(visit.identity.account.id);
  if (hash !== undefined) await confirmPassword(visit, password ?? '');
}

/** Throws `invalid_input` for a wrong current password. */
async function confirmPassword(visit: AccountVisit<PasswordMembers>, password: string): Promise<void> {
  const { email } = visit.identity.account;
  const limits = await loginLimits(visit, email);
  await countOrRefuse(visit, limits);
  if (!(await accountByPassword(visit.context, { email, password })))
    throw invalidMember('current_password', 'is wrong');
  await resetThrottle(visit, limits);
}
