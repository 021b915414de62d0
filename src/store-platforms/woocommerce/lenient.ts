import { z } from 'zod';
import { readPart } from '../read-shape.ts';

// PHP and plugins change types without a meaning: numbers are texts, and a list with gaps is an object.

export const lenientText = z.union([z.string(), z.number().transform(String)]);

const createDigits = (form: RegExp) => z.string().regex(form).transform(Number);

export const lenientInt = z.union([z.int(), createDigits(/^\s*-?\d{1,15}\s*$/)]);

export const lenientNumber = z.union([z.number(), createDigits(/^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/)]);

/** Truth value, also as the numbers and words by which PHP and WooCommerce store it. */
export const lenientFlag = z.union([
  z.boolean(),
  z.enum(['1', 'yes', 'true', '0', 'no', 'false', '']).transform((text) => /^(1|yes|true)$/.test(text)),
  z.literal([0, 1]).transform(Boolean),
]);

/** Decimals of WooCommerce's own amounts; a float of PHP may have more (`46.980000000000004`). */
const MAX_DECIMALS = 6;

/** Decimal string; a number counts as the decimals that WooCommerce has. */
export const lenientDecimal = z.union([
  z.string(),
  z.number().transform((amount) => amount.toFixed(MAX_DECIMALS)),
]);

/** List, also as an object with its entries; absent and null are an empty one. */
export function createLenientList<Schema extends z.ZodType>(entry: Schema) {
  return z.preprocess((value) => toList(value) ?? value, z.array(entry));
}

/** List of entries that may be missing: unreadable ones are dropped, and the whole where it is no list. */
export function createReadableList<Schema extends z.ZodType>(entry: Schema) {
  return createLenientList(z.unknown())
    .catch([])
    .transform((entries) => parseEntries(entry, entries).read);
}

export interface BrokenEntry {
  entry: unknown;
  error: z.ZodError;
}

export function parseEntries<Schema extends z.ZodType>(schema: Schema, entries: readonly unknown[]) {
  const read: z.output<Schema>[] = [];
  const broken: BrokenEntry[] = [];
  for (const entry of entries) {
    const parsed = readPart(schema, entry);
    if (parsed.success) read.push(parsed.data);
    else broken.push({ entry, error: parsed.error });
  }
  return { read, broken };
}

function toList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined) return [];
  return typeof value === 'object' ? Object.values(value) : undefined;
}
