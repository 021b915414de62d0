import { z } from 'zod';
import { isCommonPassword } from '../../accounts/password-hashing.ts';
import { CommerceError, createMemberError } from '../../commerce/errors.ts';
import { ACCOUNT_REFUSALS } from '../../commerce/merchant/account-refusals.ts';
import { forPerson } from '../action.ts';
import { knownPassword, newPassword } from '../fields.ts';
import { type AccountVisit, type MerchantContext, toRecordedEntry } from '../visit.ts';
import { beginSession } from './account-sessions.ts';
import { countOrRefuse, findLoginLimits, resetThrottle } from './login-throttle.ts';

export const changePassword = forPerson({
  id: 'changePassword',
  route: 'POST /password',
  summary:
    'Changes the password, or sets the first one of an account that signs in by single sign-on only. Ends all other sessions.',
  input: z.object({
    current_password: knownPassword.optional().describe('Required when the account has one.'),
    new_password: newPassword,
  }),
  async run(visit, { current_password: current, new_password: next }) {
    const { accounts } = visit.context;
    const { id } = visit.identity.account;
    const hasPassword = await confirmPassword(visit, current);
    const hash = await hashNewPassword(visit.context, 'new_password', next);
    const account = hasPassword
      ? await accounts.resetPassword(id, hash, toRecordedEntry(visit, 'account.password_changed'))
      : await accounts.setFirstPassword(id, hash, {
          entry: toRecordedEntry(visit, 'account.password_set'),
          ...ACCOUNT_REFUSALS,
        });
    if (!account) throw new CommerceError('unauthenticated', 'Your account was removed.');
    return beginSession(visit, account);
  },
});

/** Returns undefined for a wrong password and for an unknown e-mail address, after the same time. */
export async function findAccountByPassword(context: MerchantContext, email: string, password: string) {
  const { accounts, passwordHashing } = context;
  const account = await accounts.findByEmail(email);
  const hash = account && (await accounts.findPasswordHash(account.id));
  if (hash !== undefined) return (await passwordHashing.verify(password, hash)) ? account : undefined;
  await passwordHashing.hash(password);
  return undefined;
}

/** Returns false for an account without a password. Throws `invalid_input` for a missing or wrong password. */
export async function confirmPassword(visit: AccountVisit, password: string | undefined): Promise<boolean> {
  const { accounts, passwordHashing } = visit.context;
  const { id, email } = visit.identity.account;
  const hash = await accounts.findPasswordHash(id);
  if (hash === undefined) return false;
  if (password === undefined) throw createMemberError('current_password', 'is required');
  const limits = await findLoginLimits(visit, email);
  await countOrRefuse(visit, limits);
  if (!(await passwordHashing.verify(password, hash)))
    throw createMemberError('current_password', 'is wrong');
  await resetThrottle(visit, limits);
  return true;
}

type Member = 'password' | 'new_password';

/** Throws `invalid_input`, which names the member, for one of the most common passwords. */
export async function refuseCommonPassword(member: Member, password: string): Promise<void> {
  if (await isCommonPassword(password))
    throw createMemberError(
      member,
      'is one of the first that others would guess: choose a few words in a row',
    );
}

/** Hashes a password that was chosen. Throws `invalid_input` for a common one. */
export async function hashNewPassword(context: MerchantContext, member: Member, password: string) {
  await refuseCommonPassword(member, password);
  return context.passwordHashing.hash(password);
}
