export const REDACTED = '<redacted>';
const TOO_DEEP = '<nested too deep>';

const DEEPEST = 30;

/** Parts of a member's name, without case and punctuation, whose value is a secret or says who somebody is. */
const SECRET_PARTS =
  /email|phone|password|passwd|secret|token|authorization|cookie|credential|apikey|accesskey|privatekey|consumerkey|signature|cardnumber|creditcard|accountnumber|firstname|lastname|surname|fullname|middlename|givenname|familyname|holdername|nameoncard|address(?:line)?\d|addressline|streetaddress|extendedaddress|postalcode|postcode|zipcode|birth|passport|socialsecurity/;
const SECRET_NAMES = new Set(
  'auth bearer jwt otp pin tel telephone mobile fax zip street street1 street2 line1 line2 line3 cvv cvc cvn csc pan iban bic card ssn dob vat vatid taxid ip buyerip ipaddress'.split(
    ' ',
  ),
);
/** Members that are about a person: all in them is personal, but the country. */
const PERSONS = new Set(
  'buyer customer recipient destination address shippingaddress billingaddress deliveryaddress shipping billing contact payer cardholder'.split(
    ' ',
  ),
);
/** What follows `?` or `#` in these opens a checkout to whoever has it. */
const HANDOFFS = /^(?:continueurl|checkouturl|handoffurl|redirecturl|carturl|paymenturl|weburl)$/;
/** An order's own page opens to whoever has its address, wherever in it the secret is. */
const ORDER_PAGES = /^(?:permalinkurl|pageurl|statuspageurl)$/;
const COUNTRY = /^[A-Za-z]{2}$/;

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** True when the value of a member, a parameter or a header of this name may not be shown. */
export function isSecretName(name: string): boolean {
  return isSecretWord(plain(name));
}

function isSecretWord(word: string): boolean {
  return SECRET_NAMES.has(word) || SECRET_PARTS.test(word);
}

/** The same of a parameter that names a member by its path: `buyer/email`, `/fulfillment/methods/0/destinations/0/city`. */
export function isSecretPath(path: string): boolean {
  const steps = path.split('/').map(plain);
  return isSecretName(path) || steps.some((step) => PERSONS.has(step) || PERSONS.has(step.replace(/s$/, '')));
}

/** Characters of one text that are read; the rest is cut off before anything is looked for in it. */
const MAX_TEXT = 4_000;

/** Facts of a member's name, learned once: an array hands them to thousands of values. */
interface Named {
  isHandoff: boolean;
  isOrderPage: boolean;
  isId: boolean;
}

const UNNAMED: Named = { isHandoff: false, isOrderPage: false, isId: false };

/**
 * Returns a JSON value without secrets and personal data, in the same shape. Reads JSON within strings, too: MCP answers so.
 * Takes time in proportion to the value's size.
 */
export function redact(value: unknown): unknown {
  return redactValue(value, UNNAMED, 0);
}

function named(name: string, word: string): Named {
  return { isHandoff: HANDOFFS.test(word), isOrderPage: ORDER_PAGES.test(word), isId: isId(name) };
}

function redactValue(value: unknown, name: Named, depth: number): unknown {
  if (depth > DEEPEST) return TOO_DEEP;
  if (typeof value === 'string') return redactString(value, name, depth);
  if (typeof value === 'number')
    return !name.isId && value > 1e12 && isCard(String(value)) ? REDACTED : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => redactValue(each, name, depth + 1));
  return withMembers(value, (each, member) => redactMember(each, member, depth + 1));
}

function withMembers(value: object, redacted: (value: unknown, member: string) => unknown): object {
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [
      redactText(cutText(member, MAX_TEXT)),
      redacted(each, member),
    ]),
  );
}

function redactMember(value: unknown, member: string, depth: number): unknown {
  if (value === null || value === '' || typeof value === 'boolean') return value;
  const word = plain(member);
  if (isSecretWord(word)) return REDACTED;
  return PERSONS.has(word)
    ? redactPerson(value, false, depth)
    : redactValue(value, named(member, word), depth);
}

function isCountry(member: string): boolean {
  return plain(member) === 'country';
}

/** Keeps only which members there are, and the country: prices and refusals depend on it. */
function redactPerson(value: unknown, isCountryCode: boolean, depth: number): unknown {
  if (value === null || value === '') return value;
  if (depth > DEEPEST) return TOO_DEEP;
  if (isCountryCode && typeof value === 'string' && COUNTRY.test(value)) return value;
  if (typeof value !== 'object') return REDACTED;
  if (Array.isArray(value)) return value.map((each) => redactPerson(each, isCountryCode, depth + 1));
  return withMembers(value, (each, member) => redactPerson(each, isCountry(member), depth + 1));
}

/** JSON is read before it is cut: half of it would be plain text, in which no member tells that its value is a secret. */
function redactString(whole: string, name: Named, depth: number): string {
  const within = name.isHandoff || name.isOrderPage ? undefined : jsonIn(whole);
  if (within !== undefined) return JSON.stringify(redactValue(within, UNNAMED, depth + 1));
  const text = cutText(whole, MAX_TEXT);
  if (name.isHandoff) return withoutQuery(text);
  if (name.isOrderPage) return originOf(text);
  return name.isId ? withoutAddresses(text) : redactText(text);
}

function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The longest e-mail address by RFC 5321. */
const MAX_ADDRESS = 320;
/** Nineteen digits with what may stand between them. */
const MAX_CARD = 40;
const CUT = '…';

/**
 * Cuts a text so that no secret is cut in two, of which half could no longer be known for one: what stands in the last word,
 * or in the groups of digits before it, goes as a whole.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const word = backOver(text, most, most - MAX_ADDRESS, /\S/);
  return text.slice(0, backOver(text, word, word - MAX_CARD, /[\d\s-]/)) + CUT;
}

function backOver(text: string, from: number, least: number, character: RegExp): number {
  let end = from;
  while (end > Math.max(0, least) && character.test(text.charAt(end - 1))) end -= 1;
  return end;
}

function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? redactText(url) : `${redactText(url.slice(0, end))}${url[end]}${REDACTED}`;
}

function originOf(url: string): string {
  const { origin, pathname = '/', search } = URL.parse(url) ?? {};
  if (origin === undefined) return REDACTED;
  return pathname === '/' && !search ? `${origin}/` : `${origin}/${REDACTED}`;
}

/** Platforms number orders and variants with as many digits as a card has. */
function isId(name: string): boolean {
  return /^ids?$|_ids?$|Ids?$/.test(name);
}

/** A run of what an e-mail address may be made of: all of it is one match, so that each character is read once. */
const WORD = /[^\s<>"'(),;:/?&=]+/g;
const CARD = /(?<![\w/.-])\d(?:[ -]?\d){12,18}(?![\w.-]?\d)/g;
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi;
const URL_SECRETS = /([?&#]([\w.[\]%-]+)=)([^&#\s"'<>]+)/g;

/**
 * Returns a text that anybody wrote without e-mail addresses, numbers of cards, credentials, and secrets in the queries of
 * addresses. Takes time in proportion to its length.
 */
export function redactText(text: string): string {
  return withoutAddresses(text).replaceAll(CARD, (digits) => (isCard(digits) ? REDACTED : digits));
}

function withoutAddresses(text: string): string {
  const clean = text
    .replaceAll(URL_SECRETS, (whole, start: string, name: string) =>
      isSecretParameter(name) ? `${start}${REDACTED}` : whole,
    )
    .replaceAll(BEARER, (_, scheme: string) => `${scheme} ${REDACTED}`);
  return mayHoldEmail(clean) ? clean.replaceAll(WORD, (word) => (holdsEmail(word) ? REDACTED : word)) : clean;
}

function mayHoldEmail(text: string): boolean {
  return text.includes('@') || text.includes('%40');
}

/** True for a word with an at sign behind its beginning and, behind that, a dot between other characters. */
function holdsEmail(word: string): boolean {
  const signs = [word.indexOf('@', 1), word.indexOf('%40', 1)].filter((index) => index > 0);
  if (signs.length === 0) return false;
  const sign = Math.min(...signs);
  const domain = sign + (word[sign] === '@' ? 1 : 3);
  return word.lastIndexOf('.', word.length - 2) > domain;
}

/** Of an address' query. `key` opens a Shopify cart, and is what others name their secrets. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || /^(?:key|code|sig|hmac|session|sid|state)$/i.test(name);
}

/** Enough for a merchant to know whose it is: `a***@example.com`. */
export function maskEmail(email: string): string {
  const [name = '', host] = email.split(/@(?=[^@]*$)/);
  return host === undefined ? '***' : `${[...name][0] ?? ''}***@${host}`;
}

/** By length and check digit (ISO/IEC 7812). */
function isCard(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1*$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
