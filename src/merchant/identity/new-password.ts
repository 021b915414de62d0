import { isCommonPassword } from '../../accounts/common-passwords.ts';
import { createMemberError } from '../../commerce/errors.ts';
import type { MerchantContext } from '../visit.ts';

/** Hashes a password that was chosen. Throws `invalid_input`, which names the member, for one of the most common passwords. */
export async function hashNewPassword(
  { passwordHashing }: Pick<MerchantContext, 'passwordHashing'>,
  member: 'password' | 'new_password',
  password: string,
): Promise<string> {
  if (await isCommonPassword(password))
    throw createMemberError(
      member,
      'is one of the first that others would guess: choose a few words in a row',
    );
  return passwordHashing.hash(password);
}
