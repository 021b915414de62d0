import { withDigits } from './spelled-numbers.ts';

/** Currency of a catalog's prices. */
export interface Currency {
  /** ISO 4217. */
  code: string;
  /** Digits behind the decimal point. */
  digits: number;
}

export interface PriceBounds {
  /** Minor units. */
  filter: { minPrice?: number; maxPrice?: number };
  /** The words of the query that say so. */
  texts: string[];
  /** Prices that bound nothing: in another currency, or without a word such as "under". */
  unused: string[];
}

const HAS_DIGIT = /\d/;
/** Characters that are read, as of a query. */
const MAX_TEXT_LENGTH = 1_000;
const SIGN = String.raw`\p{Sc}|(?:usd|eur|euros?|gbp|chf|cad|aud|inr|sek|nok|dkk|pln|dollars?|bucks|pounds?|cents?|pence|kronor|kr)(?![a-z])`;
const NUMBER = String.raw`\d{1,9}(?:[.,]\d{1,3}){0,3}`;
/** An amount with its currency before or behind. */
const AMOUNT_WITH_SIGN = String.raw`(?:(?:${SIGN})\s?${NUMBER}|(?<![\d.,])${NUMBER}\s?(?:${SIGN}))`;
const AMOUNT = new RegExp(AMOUNT_WITH_SIGN, 'giu');

const NOT = String.raw`(?:not|no|nothing|never|without|cannot|\p{L}+n['’]?t)`;
/** Verbs between "not" and a comparison: "does not cost more than". */
const COSTING = String.raw`(?:\s+(?:be|cost|costing|costs|come to|exceed|go|going|get|priced|run|pay|spend|want to|wish to|like to|any|a penny|a cent))*`;
/** "Not over", "no more than", "doesn't cost more than": words for a highest price. */
const NOT_MORE = String.raw`${NOT}${COSTING}\s+(?:(?:more|higher|greater|dearer|pricier) than|more expensive than|over|above|beyond|exceed(?:ing)?)`;
const NOT_LESS = String.raw`${NOT}${COSTING}\s+(?:(?:less|lower|cheaper) than|under|below)`;
/** Words before a highest price that name no size: "under 300" needs no currency. "Max 256" may be a size. */
const BELOW_WORDS = `${NOT_MORE}|under|below|beneath|less than|lower than|cheaper than|unter|weniger als|günstiger als|nicht mehr als|nicht über|moins de|pas plus de|menos de|no más de|meno di|non più di|onder|minder dan|niet meer dan|não mais (?:de|que)|mindre än|inte mer än`;
/** Words of money, or of a highest number that a price is where no size, age or unit is named: "mugs up to 25". */
const CEILING_WORDS = `up to|at (?:the )?most|budget(?: of| is| up to)?|spend|pay|bis zu|höchstens|au plus|como mucho|como máximo|al massimo|hooguit|no máximo|högst`;
const MAX_WORDS = `${BELOW_WORDS}|${CEILING_WORDS}|(?:at |at the |a )?(?:most|maximum|max)(?: price)?(?: of| is)?|within|limit(?: of| is)?|have|maximal|au maximum|máximo|massimo|maximaal|até|max`;
const MIN_WORDS =
  'over|above|more than|at least|starting (?:at|from)|from|minimum(?: of)?|über|mindestens|mehr als|ab|plus de|au moins|más de|al menos|più di|almeno|boven|minstens|mais de|över|minst';
const LESS_BEHIND = `(?:or|oder|ou|o|of|eller) (?:less|under|below|cheaper|lower|weniger|günstiger|moins|menos|meno|minder|mindre)|at (?:the )?(?:most|max|maximum)|max(?:imum)?|tops|and (?:not|no) (?:more|a (?:cent|penny) more)`;
const MORE_BEHIND = `(?:or|oder|ou|o|of|eller) (?:more|above|over|up|higher|mehr|plus|más|più|meer|mais|mer)|and (?:up|above|over)|upwards|at least|(?:at a )?minimum`;
const RANGE_WORDS = 'between|zwischen|entre|tra|fra|tussen|mellan|from|von|de|da|van|från';
const AND = 'and|to|und|bis|et|à|y|a|e|en|tot|och|till|-';
/** Lookahead for the end of a price without a currency, which no unit and no noun follows. */
const PRICE_END = String.raw`(?=\s*(?:[,;!?]|\.(?!\d)|please\b|$))`;

/** Lookbehind that refuses a number of a size or an age, and the end of a range. */
const NO_SIZE = String.raw`(?<!(?:sizes?|ages?|aged|waist|width|height|length|weight|größen?|gr\.?|tailles?|tallas?|taglie?|maat|storlek|\d)\s)`;

const WORD_BEGINS = String.raw`(?<![\p{L}\p{N}])`;
const WORD_ENDS = String.raw`(?![\p{L}\p{N}])`;
const createPattern = (pattern: string) => new RegExp(WORD_BEGINS + pattern, 'giu');

const RANGE = createPattern(
  String.raw`(?:${RANGE_WORDS})\s+(?<low>(?:${SIGN})?\s?${NUMBER}\s?(?:${SIGN})?)\s?(?:${AND})\s?(?<high>${AMOUNT_WITH_SIGN})`,
);
const LOWEST_NEGATED = createPattern(String.raw`(?:${NOT_LESS})\s+(?<low>${AMOUNT_WITH_SIGN})`);
const HIGHEST = createPattern(String.raw`(?:${MAX_WORDS})\s+(?<high>${AMOUNT_WITH_SIGN})`);
const HIGHEST_BEFORE = createPattern(
  String.raw`(?<high>${AMOUNT_WITH_SIGN}),?\s+(?:${LESS_BEHIND})${WORD_ENDS}`,
);
const LOWEST_BEFORE = createPattern(
  String.raw`(?<low>${AMOUNT_WITH_SIGN}),?\s+(?:${MORE_BEHIND})${WORD_ENDS}`,
);
const HIGHEST_BARE = createPattern(
  String.raw`${NO_SIZE}(?:${BELOW_WORDS}|${CEILING_WORDS})\s+(?<high>${NUMBER})${PRICE_END}`,
);
const HIGHEST_BARE_BEFORE = createPattern(
  String.raw`${NO_SIZE}(?<high>${NUMBER})\s+(?:${LESS_BEHIND})${PRICE_END}`,
);
const LOWEST = createPattern(String.raw`(?:${MIN_WORDS})\s+(?<low>${AMOUNT_WITH_SIGN})`);
/** In the sequence in which they are looked for: what a phrase has taken is no other one's. */
const PRICES = [
  RANGE,
  LOWEST_NEGATED,
  HIGHEST,
  HIGHEST_BEFORE,
  LOWEST_BEFORE,
  HIGHEST_BARE,
  HIGHEST_BARE_BEFORE,
  LOWEST,
  AMOUNT,
];
/** Hundredths of a currency. */
const HUNDREDTHS = /cents?|pence/iu;

/** Currencies by the signs and words that buyers use for them. */
const CURRENCIES: readonly (readonly [sign: RegExp, codes: string])[] = [
  [/\$|dollars?|bucks/iu, 'USD CAD AUD NZD SGD HKD MXN'],
  [/€|euros?/iu, 'EUR'],
  [/£|pounds?/iu, 'GBP'],
  [/cents?/iu, 'USD EUR CAD AUD NZD SGD'],
  [/pence/iu, 'GBP'],
  [/¥/u, 'JPY CNY'],
  [/₹/u, 'INR'],
  [/kronor|kr/iu, 'SEK NOK DKK'],
];

/**
 * Returns the prices that a text allows: "under 30 dollars", or in the words of a language. Bounds in another currency than the
 * shop's are none.
 */
export function priceBoundsIn(text: string, currency: Currency, code = 'en'): PriceBounds {
  const bounds: PriceBounds = { filter: {}, texts: [], unused: [] };
  let rest = withDigits(text.slice(0, MAX_TEXT_LENGTH), code).text;
  if (!HAS_DIGIT.test(rest)) return bounds;
  for (const pattern of PRICES) {
    for (const { 0: phrase, groups = {} } of rest.matchAll(pattern))
      addPrice(bounds, phrase, groups, currency);
    rest = rest.replace(pattern, ' ');
  }
  const { filter, texts, unused } = bounds;
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = filter;
  return minPrice > maxPrice ? { filter: {}, texts: [], unused: [...texts, ...unused] } : bounds;
}

function addPrice(
  { filter, texts, unused }: PriceBounds,
  phrase: string,
  { low, high }: Record<string, string>,
  { code, digits }: Currency,
): void {
  const isBound = (low ?? high) !== undefined && isIn(`${low ?? ''} ${high ?? ''}`, code);
  (isBound ? texts : unused).push(phrase.trim());
  if (!isBound) return;
  if (low !== undefined) filter.minPrice ??= parseAmount(low, digits);
  if (high !== undefined) filter.maxPrice ??= parseAmount(high, digits);
}

/** Prices stand in no text of a product: they are for a filter. */
export function withoutPrices(text: string): string {
  if (!HAS_DIGIT.test(text)) return text;
  return PRICES.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
}

/** True as well for an amount without a currency. */
function isIn(amount: string, currency: string): boolean {
  const code = amount.match(/[a-z]{3}(?![a-z])/iu)?.[0]?.toUpperCase();
  if (code === currency) return true;
  const codes = CURRENCIES.flatMap(([sign, each]) => (sign.test(amount) ? each.split(' ') : []));
  return codes.length > 0 ? codes.includes(currency) : !/[\p{L}\p{Sc}]/u.test(amount);
}

/**
 * Returns "1,299.99", "1.299,99" and "1299" in minor units: a last part of one or two digits is a fraction, cut to the digits of the
 * currency.
 */
function parseAmount(amount: string, digits: number): number {
  const number = amount.replace(/[^\d.,]/g, '');
  if (HUNDREDTHS.test(amount)) return Number.parseInt(number, 10);
  const [, whole = number, fraction = ''] = /^(.*)[.,](\d{1,2})$/.exec(number) ?? [];
  return Number(whole.replace(/[.,]/g, '') + fraction.slice(0, digits).padEnd(digits, '0'));
}
