import { z } from 'zod';

/** What a merchant calls something: a line of text, without what no database takes and nobody sees. */
export const shortName = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have 100 characters at most')
  .regex(/^\P{Cc}*$/u, 'must be one line, without control characters');
