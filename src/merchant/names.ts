import { z } from 'zod';
import { ROLES } from '../commerce/merchant/roles.ts';

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

/** Organization of a new store. */
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
export const anyPassword = z.string().max(128);

export const role = z
  .enum(ROLES, `must be ${ROLES.join(', ')}`)
  .describe(
    'owner: everything. admin: members, invitations, transfers and deletion of stores. developer: connects and changes stores. analyst: reads.',
  );
