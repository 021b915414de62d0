import { z } from 'zod';
import { CommerceError, invalidMember } from '../../commerce/errors.ts';
import { ACCOUNT_REFUSALS } from '../../commerce/merchant/account-refusals.ts';
import type { Account } from '../../storage/repositories/account-rows.ts';
import { forPerson } from '../action.ts';
import { type AccountVisit, entryOf, type MerchantContext } from '../visit.ts';
import { beginSession } from './begin-session.ts';
import { countOrRefuse, loginLimits, resetThrottle } from './login-throttle.ts';
import { knownPassword, newPassword } from './wire.ts';

export const changePassword = forPerson({
  id: 'changePassword',
  rest: 'POST /password',
  summary:
    'Changes the password, or sets the first one of an account that signs in by single sign-on only. Ends all other sessions.',
  input: z.object({
    current_password: knownPassword.optional().describe('Required when the account has one.'),
    new_password: newPassword,
  }),
  /** Ends all sessions, and begins a new one. Throws `invalid_input` for a wrong current password. */
  async run(visit, { current_password: current, new_password: next }) {
    const { accounts, passwordHashing } = visit.context;
    const { id } = visit.identity.account;
    const isFirst = (await accounts.passwordHash(id)) === undefined;
    if (!isFirst) await confirmPassword(visit, required(current));
    const hash = await passwordHashing.hash(next);
    const account = isFirst
      ? await accounts.setFirstPassword(id, hash, {
          entry: entryOf(visit, 'account.password_set'),
          ...ACCOUNT_REFUSALS,
        })
      : await accounts.resetPassword(id, hash, entryOf(visit, 'account.password_changed'));
    if (!account) throw new CommerceError('unauthenticated', 'Your account was removed.');
    return beginSession(visit, account);
  },
});

function required(password: string | undefined): string {
  if (password === undefined) throw invalidMember('current_password', 'is required');
  return password;
}

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

type PasswordVisit = AccountVisit<'accounts' | 'attempts' | 'devices' | 'now' | 'passwordHashing'>;

/** Throws `invalid_input` for a wrong password of an account that has one. */
export async function confirmOwnPassword(visit: PasswordVisit, password = ''): Promise<void> {
  const hash = await visit.context.accounts.passwordHash(visit.identity.account.id);
  if (hash !== undefined) await confirmPassword(visit, password);
}

/** Throws `invalid_input` for a wrong current password. */
async function confirmPassword(visit: PasswordVisit, password: string): Promise<void> {
  const { email } = visit.identity.account;
  const limits = await loginLimits(visit, email);
  await countOrRefuse(visit, limits);
  if (!(await accountByPassword(visit.context, { email, password })))
    throw invalidMember('current_password', 'is wrong');
  await resetThrottle(visit, limits);
}
