import { z } from 'zod';

/** One thing that a check looked at, in words for the merchant. */
export const diagnostic = z.object({
  check: z.string().describe('What was looked at: address, connection, redirect, status, content_type, …'),
  level: z.enum(['ok', 'warning', 'problem']),
  title: z.string(),
  cause: z.string().optional(),
  remedy: z.string().optional(),
});
