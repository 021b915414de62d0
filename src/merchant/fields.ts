import { z } from 'zod';
import { CommerceError, toConflictError } from '../commerce/errors.ts';
import { ROLES } from '../commerce/merchant/roles.ts';
import { nameObject } from '../wire/named.ts';

/** Members of answers that null means something in. */
export const textOrNull = z.string().nullable();
export const instantOrNull = z.iso.datetime().nullable();
export const integerOrNull = z.int().nullable();

/** Name of one line, without characters that databases refuse or that turn a text around, and without a link: others get it by mail. */
export const shortName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(
    /^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u,
    'must be one line, without control characters, also of the direction of text',
  )
  .refine((name) => !/:\/\/|\bwww\./i.test(name), 'must be a name, not a link');

export const storeOrganization = z
  .string('must be the id of an organization')
  .optional()
  .describe('Id of the organization that will own the store. Omitted: yours, when you have only one.');

export const emailAddress = z
  .email('must be an e-mail address')
  .max(254)
  .describe('Upper and lower case are the same.');

/** The part of a link after `#`. */
export const linkToken = z.string().min(1).max(200, 'must be the token of a link');

/** Bounded, because hashing a password takes time in proportion to its length. */
const anyPassword = z.string().max(128);
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

export const role = z
  .enum(ROLES, `must be ${ROLES.join(', ')}`)
  .describe(
    'owner: everything. admin: members, invitations, transfers and deletion of stores. developer: connects and changes stores. analyst: reads.',
  );

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

export const accountWire = nameObject('Account', {
  id: z.uuid(),
  name: z.string(),
  email: z.email().describe('Lower case.'),
  created_at: z.iso.datetime(),
});

export const signedIn = z.object({ account: accountWire });

/** Throws `invalid_input` unless `confirm` is the text that a person types to confirm a deletion. `meaning`: `the slug of this store`. */
export function requireConfirmation(confirm: string, text: string, meaning: string): void {
  if (confirm === text) return;
  const details = [{ path: 'confirm', message: `must be "${text}"` }];
  throw new CommerceError('invalid_input', `confirm must be "${text}", ${meaning}.`, { details });
}

/** Error of a store that has as many as it may, by the member that asks for another one. `what`: `custom domains`. */
export function createTooManyError(member: string, max: number, what: string) {
  const message = `A store can have up to ${max} ${what}. Remove one first.`;
  return toConflictError(message, { details: [{ path: member, message }] });
}
