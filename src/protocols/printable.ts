import type { z } from 'zod';

const PRINTABLE = /^\P{Cc}*$/u;

/** Text that store platforms and databases accept: no control characters, no lone surrogates. */
export function printable(text: z.ZodString) {
  const isPrintable = (value: string) => PRINTABLE.test(value) && value.isWellFormed();
  return text.refine(isPrintable, 'must not contain control characters');
}
