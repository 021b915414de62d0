import { z } from 'zod';
import { cutToBounds } from './cut-to-bounds.ts';

/** zod's own `validate` sets this option. */
const TO_FIRST_ISSUE: Omit<z.core.ParseContextInternal, 'error'> = { abortEarly: true };
const TOO_LARGE = z.never('has more entries than any shop');

/**
 * Validates what a shop sent, as `safeParse` does, but no list beyond its first wrong entry: 2 MB have room for a million, and
 * an issue for each would fill the memory. Cuts lists and texts of the value in place, so that no later code meets a huge one.
 */
export function readShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  if (!cutToBounds(value)) return TOO_LARGE.safeParse(value);
  return readPart(schema, value);
}

/** Validates a part of a value that `readShape` has cut. */
export function readPart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  return schema.safeParse(value, TO_FIRST_ISSUE);
}
