import { z } from 'zod';

/** Name of one line, without characters that databases refuse or browsers hide. */
export const shortName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'must be one line, without control characters');

/** Organization of a new store. */
export const storeOrganization = z
  .string('must be the id of an organization')
  .optional()
  .describe('Id of the organization that will own the store. Omitted: yours, when you have only one.');

export const emailAddress = z
  .email('must be an e-mail address')
  .max(254)
  .describe('Upper and lower case are the same.');
