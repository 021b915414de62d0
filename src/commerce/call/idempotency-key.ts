import { trimText } from '../text/trim-text.ts';

/** Texts, in lower case, that programs write for a missing value. */
const MISSING = new Set([
  ...['', 'undefined', 'null', 'none', 'nil', 'nan', 'void', 'true', 'false', '()', '[]', '{}'],
  'system.object',
]);

/** Composites without a digit and with a missing part: `checkout-undefined`, `null_null`, `[object Promise]`. */
const WITHOUT_PART = /^(?=\D{1,255}$)(?:.*[^a-z])?(?:undefined|null|nan|\[object [a-z]+\])(?:[^a-z].*)?$/s;

/** Examples of documentation, in lower case with hyphens: `unique-key`, `random-uuid`, `your-idempotency-key-here`, `string`. */
const EXAMPLE =
  /^(?:(?:an?|my|some|the|your)-)?(?:(?:fresh|new|random|unique)-)?(?:idempotency-)?(?:(?:guid|uuid)(?:-?v?4)?|id|key|string|text|value)(?:-here)?$/;

/** Templates that were not filled in, and functions that were printed instead of called: `{{$guid}}`, `$(uuidgen)`, `<uuid>`. */
const TEMPLATE = /^(?:\{\{.*\}\}|\$\{.*\}|\$\(.*\)|%.*%|<.*>|%!.*|function ?\w*\(.*|\(.*\) ?=>.*)$/s;

/** UUID whose digits are all zeros, or all stand for digits. */
const EMPTY_UUID = /^([0fx])\1{7}-\1{4}-(?:\1|4)\1{3}-(?:\1|y)\1{3}-\1{12}$/;

/** Returns the idempotency key that a caller sent, not validated; undefined for a value that programs send without having a key. */
export function readIdempotencyKey(value: unknown): unknown {
  if (value === null) return undefined;
  return typeof value === 'string' && isNothing(value) ? undefined : value;
}

function isNothing(value: string): boolean {
  const text = trimText(value);
  const bare = (/^(["'`])(.*)\1$/s.exec(text)?.[2] ?? text).trim().toLowerCase();
  if (MISSING.has(bare) || WITHOUT_PART.test(bare) || TEMPLATE.test(bare)) return true;
  return EXAMPLE.test(bare.replaceAll(/[\s_]+/g, '-')) || EMPTY_UUID.test(bare);
}
