import { z } from 'zod';

/** Name of one line, without characters that databases refuse or browsers hide. */
export const shortName = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have 100 characters at most')
  .regex(/^\P{Cc}*$/u, 'must be one line, without control characters');
