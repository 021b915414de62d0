import { z } from 'zod';
import { nameSchema } from '../../wire/named.ts';
import { anyPassword, emailAddress, shortName } from '../names.ts';

export const accountWire = nameSchema(
  'Account',
  z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.email().describe('Lower case.'),
    created_at: z.iso.datetime(),
  }),
);

export const signedIn = z.object({ account: accountWire });

export const newPassword = anyPassword
  .min(10)
  .describe('10 to 128 characters of any kind. Passwords that guessers try first are refused.');
export const knownPassword = anyPassword.min(1);
export const currentPassword = anyPassword.optional().describe('Required when the account has one.');

export const code = z
  .string()
  .min(1)
  .max(40, 'must be a code of the app or a recovery code')
  .describe('Code of the authenticator app, or a recovery code.');

export const newMerchant = z.object({
  name: shortName,
  email: emailAddress,
  password: newPassword,
  organization: shortName
    .optional()
    .describe(
      'Name of the organization that owns the stores of the account. Omitted: “Ada’s stores” for Ada.',
    ),
});
