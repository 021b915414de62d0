import { toMinorUnits } from '../../commerce/money/money.ts';
import { withDigits } from './spelled-numbers.ts';

export interface PriceBounds {
  /** Minor units. */
  filter: { minPrice?: number; maxPrice?: number };
  /** The words of the query that say so. */
  texts: string[];
}

const HAS_DIGIT = /\d/;
/** Characters that are read, as of a query. */
const MAX_TEXT_LENGTH = 1_000;
const SIGN = String.raw`\p{Sc}|(?:usd|eur|euros?|gbp|chf|cad|aud|inr|sek|nok|dkk|pln|dollars?|bucks|pounds?|kronor|kr)(?![a-z])`;
const NUMBER = String.raw`\d{1,9}(?:[.,]\d{1,3}){0,3}`;
/** An amount with its currency before or behind. */
const AMOUNT_WITH_SIGN = String.raw`(?:(?:${SIGN})\s?${NUMBER}|(?<![\d.,])${NUMBER}\s?(?:${SIGN}))`;
const AMOUNT = new RegExp(AMOUNT_WITH_SIGN, 'giu');

/** Words before a highest price that name no size: "under 300" needs no currency. "Max 256" may be a size. */
const BELOW_WORDS = 'under|below|less than|cheaper than|unter|moins de|menos de|meno di|onder';
const MAX_WORDS = `${BELOW_WORDS}|(?:at |a )?(?:most|maximum|max)(?: of| is)?|no more than|not more than|up to|within|budget(?: of| is)?|spend|have|höchstens|maximal|bis zu|au plus|máximo|como mucho|massimo|al massimo|hooguit|no máximo|högst`;
const MIN_WORDS =
  'over|above|more than|at least|starting (?:at|from)|from|minimum(?: of)?|über|mindestens|ab|plus de|au moins|más de|al menos|più di|almeno|boven|minstens|mais de|över|minst';
const RANGE_WORDS = 'between|zwischen|entre|tra|fra|tussen|mellan|from|von|de|da|van|från';
const AND = 'and|to|und|bis|et|à|y|a|e|en|tot|och|till|-';
/** Lookahead for the end of a price without a currency, which no unit and no noun follows. */
const PRICE_END = String.raw`(?=\s*(?:[,;.!?]|$))`;

const WORD_BEGINS = String.raw`(?<![\p{L}\p{N}])`;
const RANGE = new RegExp(
  String.raw`${WORD_BEGINS}(?:${RANGE_WORDS})\s+(?<low>(?:${SIGN})?\s?${NUMBER}\s?(?:${SIGN})?)\s?(?:${AND})\s?(?<high>${AMOUNT_WITH_SIGN})`,
  'giu',
);
const HIGHEST = new RegExp(String.raw`${WORD_BEGINS}(?:${MAX_WORDS})\s+(?<high>${AMOUNT_WITH_SIGN})`, 'giu');
const HIGHEST_BEFORE = new RegExp(
  String.raw`(?<high>${AMOUNT_WITH_SIGN})\s+(?:or (?:less|under|below|cheaper)|at most|max(?:imum)?)(?!\p{L})`,
  'giu',
);
const HIGHEST_BARE = new RegExp(
  String.raw`${WORD_BEGINS}(?:${BELOW_WORDS})\s+(?<high>${NUMBER})${PRICE_END}`,
  'giu',
);
const LOWEST = new RegExp(String.raw`${WORD_BEGINS}(?:${MIN_WORDS})\s+(?<low>${AMOUNT_WITH_SIGN})`, 'giu');
const BOUNDS = [RANGE, HIGHEST, HIGHEST_BEFORE, HIGHEST_BARE, LOWEST];

/** Currencies by the signs and words that buyers use for them. */
const CURRENCIES: readonly (readonly [sign: RegExp, codes: string])[] = [
  [/\$|dollars?|bucks/iu, 'USD CAD AUD NZD SGD HKD MXN'],
  [/€|euros?/iu, 'EUR'],
  [/£|pounds?/iu, 'GBP'],
  [/¥/u, 'JPY CNY'],
  [/₹/u, 'INR'],
  [/kronor|kr/iu, 'SEK NOK DKK'],
];

/**
 * Returns the prices that a text allows: "under 30 dollars", or in the words of a language. Bounds in another currency than the
 * shop's are none.
 */
export function priceBoundsIn(text: string, currency: string, code = 'en'): PriceBounds {
  const bounds: PriceBounds = { filter: {}, texts: [] };
  let rest = withDigits(text.slice(0, MAX_TEXT_LENGTH), code).text;
  if (!HAS_DIGIT.test(rest)) return bounds;
  for (const pattern of BOUNDS) {
    for (const match of rest.matchAll(pattern)) addBound(bounds, match, currency);
    rest = rest.replace(pattern, ' ');
  }
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = bounds.filter;
  return minPrice > maxPrice ? { filter: {}, texts: [] } : bounds;
}

function addBound(
  { filter, texts }: PriceBounds,
  { 0: phrase, groups = {} }: RegExpExecArray,
  currency: string,
) {
  const { low, high } = groups;
  if (!isIn(`${low ?? ''} ${high ?? ''}`, currency)) return;
  if (low !== undefined) filter.minPrice ??= parseAmount(low, currency);
  if (high !== undefined) filter.maxPrice ??= parseAmount(high, currency);
  texts.push(phrase.trim());
}

/** Prices stand in no text of a product: they are for a filter. */
export function withoutPrices(text: string): string {
  if (!HAS_DIGIT.test(text)) return text;
  return [...BOUNDS, AMOUNT].reduce((rest, pattern) => rest.replace(pattern, ' '), text);
}

/** True as well for an amount without a currency. */
function isIn(amount: string, currency: string): boolean {
  const code = amount.match(/[a-z]{3}(?![a-z])/iu)?.[0]?.toUpperCase();
  if (code === currency) return true;
  const codes = CURRENCIES.flatMap(([sign, each]) => (sign.test(amount) ? each.split(' ') : []));
  return codes.length > 0 ? codes.includes(currency) : !/[\p{L}\p{Sc}]/u.test(amount);
}

/** "1,299.99", "1.299,99" and "1299" as minor units: a last part of one or two digits is a fraction. */
function parseAmount(amount: string, currency: string): number {
  const digits = amount.replace(/[^\d.,]/g, '');
  const [, whole = digits, fraction = ''] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? [];
  return toMinorUnits(`${whole.replace(/[.,]/g, '')}.${fraction}`, currency);
}
