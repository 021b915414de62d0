import { z } from 'zod';

/** zod's own `validate` sets this option. */
const TO_FIRST_ISSUE: Omit<z.core.ParseContextInternal, 'error'> = { abortEarly: true };
const TOO_LARGE = z.never('has more entries than any shop');

/** Like `safeParse`, but ends at a list's first wrong entry: a million issues would fill the memory. Cuts the value in place. */
export function readShape<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  return cutToBounds(value) ? readPart(schema, value) : TOO_LARGE.safeParse(value);
}

/** Validates a part of a value that `readShape` has cut. */
export function readPart<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  return schema.safeParse(value, TO_FIRST_ISSUE);
}

/** Above every real list: Shopify has 2,048 variants of a product, a page of either has at most 250 entries. */
const MAX_LIST_ENTRIES = 5_000;
/** Above every real answer: a page of 100 products with 100 variations each, which have a few attributes. */
const MAX_ENTRIES = 250_000;
const MAX_MEMBERS = 1_000;
/** One more than is converted (`woocommerce/plain-text.ts`), which shows that a text was cut. */
const MAX_TEXT = 20_001;

/** Cuts parsed JSON in place; false for too many entries. Does not recurse: 2 MB can be nested a million deep. */
function cutToBounds(root: unknown): boolean {
  const open: object[] = [];
  let entries = 0;
  cutMember({ root }, 'root', open);
  for (let value = open.pop(); value; value = open.pop()) {
    if (Array.isArray(value)) entries += cutList(value, open);
    else cutObject(value, open);
    if (entries > MAX_ENTRIES) return false;
  }
  return true;
}

function cutList(list: unknown[], open: object[]): number {
  if (list.length > MAX_LIST_ENTRIES) list.length = MAX_LIST_ENTRIES;
  for (let index = 0; index < list.length; index += 1) cutMember(list, index, open);
  return list.length;
}

function cutObject(value: object, open: object[]): void {
  let members = 0;
  for (const name in value) {
    members += 1;
    if (members > MAX_MEMBERS) delete (value as Record<string, unknown>)[name];
    else cutMember(value as Record<string, unknown>, name, open);
  }
}

/** Cuts a long text, and leaves an object or list to be visited. */
function cutMember<Key extends PropertyKey>(
  value: { [key in Key]?: unknown },
  key: Key,
  open: object[],
): void {
  const member = value[key];
  if (typeof member === 'object' && member !== null) open.push(member);
  // A slice would keep the whole text in memory.
  else if (typeof member === 'string' && member.length > MAX_TEXT)
    value[key] = Buffer.from(member.slice(0, MAX_TEXT)).toString();
}
