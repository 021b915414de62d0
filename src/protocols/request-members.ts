import { z } from 'zod';
import { trimText } from '../commerce/text/trim-text.ts';
import { MAX_PIECES } from '../operations/cart/requested-lines.ts';
import { createExpectation } from '../wire/issue-text.ts';

/** Bounds of requests, the same in every protocol. */
export const LIMITS = {
  lines: 100,
  codes: 25,
  codeLength: 255,
  ids: 100,
  /** Entries of any other list: each wrong one costs the process a refusal of its own. */
  entries: 1_000,
  idLength: 2_048,
  queryLength: 512,
  /** A cursor names the products that were shown: the rest of a request line fits within 8 kB. */
  cursorLength: 6_144,
  /** Names of people and cities. */
  nameLength: 200,
  regionLength: 100,
  postalCodeLength: 32,
  streetLength: 500,
  /** Ids of shipping options and of destinations. */
  optionLength: 255,
};

/** True for a text that store platforms and databases accept: no control characters, no lone surrogates. */
function isPrintable(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.isWellFormed();
}

const UNPRINTABLE = 'must not contain control characters';

function createPrintableSchema(text: z.ZodString) {
  return text.refine(isPrintable, UNPRINTABLE);
}

/** Id that the answer repeats as it was sent; white space around it is not read. */
export function createSentIdSchema(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .refine((id) => isPrintable(trimText(id)), UNPRINTABLE);
}

/** Text whose refusal is worded by `issueText`. White space around a text is never meant, characters without a width included. */
export function createPlainTextSchema(maxLength: number) {
  return createPrintableSchema(z.string().overwrite(trimText).max(maxLength));
}

export function createTextSchema(maxLength: number, what = 'a string') {
  return createPrintableSchema(createBoundedSchema(maxLength, what).overwrite(trimText));
}

/** Words or ids in one text, in which a line break, a tab or a zero-width space is a blank. */
export function createWordsSchema(maxLength: number, what = 'a string') {
  const toBlanks = (text: string) => trimText(text.replaceAll(/[\s\u200b]/g, ' '));
  return createPrintableSchema(createBoundedSchema(maxLength, what).overwrite(toBlanks));
}

function createBoundedSchema(maxLength: number, what: string) {
  const tooLong = `must not be longer than ${maxLength} characters`;
  return z.string({ error: createExpectation(what) }).max(maxLength, tooLong);
}

/** Quantity of a line; the least is 0 where it removes one. */
export function createPiecesSchema(min: 0 | 1) {
  const range = `must be an integer from ${min} to ${MAX_PIECES}`;
  return z.int({ error: range }).min(min, range).max(MAX_PIECES, range).default(1);
}

/** Discount codes; `what` names one in the refusal of another type. */
export function createCodesSchema(what?: string) {
  return z
    .array(createTextSchema(LIMITS.codeLength, what), { error: 'must be an array of strings' })
    .max(LIMITS.codes, `must not hold more than ${LIMITS.codes} codes`)
    .optional();
}

export const place = {
  region: createTextSchema(LIMITS.regionLength).optional(),
  postal_code: createTextSchema(LIMITS.postalCodeLength).optional(),
  city: createTextSchema(LIMITS.nameLength).optional(),
};

export const street = createTextSchema(LIMITS.streetLength).optional();

export const buyerName = createTextSchema(LIMITS.nameLength).optional();

const EMAIL = 'must be an e-mail address';

export const email = z
  .string({ error: EMAIL })
  .overwrite(trimText)
  .max(320, EMAIL)
  .check(z.email({ error: EMAIL }));
