import { z } from 'zod';
import { named } from '../../wire/named.ts';

/** Result of one step of a check, in the merchant's words. */
export const diagnostic = named(
  'Diagnostic',
  z.object({
    check: z.string().describe('Name of the check: address, connection, redirect, status, content_type, …'),
    level: z.enum(['ok', 'warning', 'problem']),
    title: z.string(),
    cause: z.string().optional(),
    remedy: z.string().optional(),
  }),
);
