import { isCommonPassword } from '../../accounts/password-hashing.ts';
import { createMemberError } from '../../commerce/errors.ts';
import type { MerchantContext } from '../visit.ts';

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
export async function hashNewPassword(
  { passwordHashing }: Pick<MerchantContext, 'passwordHashing'>,
  member: Member,
  password: string,
): Promise<string> {
  await refuseCommonPassword(member, password);
  return passwordHashing.hash(password);
}
