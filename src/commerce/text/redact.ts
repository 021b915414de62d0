import { parseJson } from '../json/parse-json.ts';

export const REDACTED = '<redacted>';
const TOO_DEEP = '<nested too deep>';

const MAX_DEPTH = 30;

/** Parts of names, without case and punctuation, of members that are secret or identify a person. */
const SECRET_PARTS =
  /email|phone|password|passwd|secret|token|authorization|cookie|credential|apikey|accesskey|privatekey|consumerkey|signature|cardnumber|creditcard|accountnumber|firstname|lastname|surname|fullname|buyername|middlename|givenname|familyname|holdername|nameoncard|address(?:line)?\d|addressline|streetaddress|extendedaddress|postalcode|postcode|zipcode|birth|passport|socialsecurity/;
const SECRET_NAMES = new Set(
  'auth bearer jwt otp pin tel telephone mobile fax zip city street street1 street2 line1 line2 line3 cvv cvc cvn csc pan iban bic card ssn dob vat vatid taxid ip buyerip ipaddress'.split(
    ' ',
  ),
);
/** Members about a person: everything in them is personal, except the country. */
const PERSONS = new Set(
  'buyer customer recipient destination address shippingaddress billingaddress deliveryaddress shipping billing contact payer cardholder'.split(
    ' ',
  ),
);
/** Addresses of a checkout: after `?` or `#` they hold its secret. */
const HANDOFFS = /^(?:continueurl|checkouturl|handoffurl|redirecturl|carturl|paymenturl|weburl)$/;
/** Addresses of an order's page: the secret may be in any part. */
const ORDER_PAGES = /^(?:permalinkurl|pageurl|statuspageurl)$/;

function toPlainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** True for names of members, parameters and headers whose values are secret. */
function isSecretName(name: string): boolean {
  return isSecretWord(toPlainName(name));
}

function isSecretWord(word: string): boolean {
  return SECRET_NAMES.has(word) || SECRET_PARTS.test(word);
}

/** True for a path to a secret member: `buyer/email`, `/fulfillment/methods/0/destinations/0/city`. */
export function isSecretPath(path: string): boolean {
  const steps = path.split('/').map(toPlainName);
  return isSecretName(path) || steps.some((step) => PERSONS.has(step) || PERSONS.has(step.replace(/s$/, '')));
}

/** Characters of one text that are kept: the rest is cut before the search for secrets. */
const MAX_TEXT = 4_000;

type Named = ReturnType<typeof classify>;

const MAX_NAMES = 1_000;
const MAX_NAME_LENGTH = 64;
/** Wires repeat their names: classifying them takes half of the time of redacting a checkout. */
const names = new Map<string, Named>();

function nameOf(name: string): Named {
  const cached = names.get(name);
  if (cached) return cached;
  const classified = classify(name);
  if (names.size >= MAX_NAMES) names.clear();
  if (name.length <= MAX_NAME_LENGTH) names.set(name, classified);
  return classified;
}

function classify(name: string) {
  const word = toPlainName(name);
  return {
    safeName: redactText(cutText(name, MAX_TEXT)),
    isSecret: isSecretWord(word),
    isPerson: PERSONS.has(word),
    isCountry: word === 'country',
    isHandoff: HANDOFFS.test(word),
    isOrderPage: ORDER_PAGES.test(word),
    // Ids are exempt from the search for cards: platforms' ids have as many digits.
    isId: /^ids?$|_ids?$|Ids?$/.test(name),
  };
}

/** Returns a JSON value of the same shape without secrets and personal data, in linear time. Redacts JSON within strings too, as MCP has it. */
export function redact(value: unknown): unknown {
  return redactValue(value, nameOf(''), 0);
}

function redactValue(value: unknown, name: Named, depth: number): unknown {
  if (depth > MAX_DEPTH) return TOO_DEEP;
  if (typeof value === 'string') return redactString(value, name, depth);
  if (typeof value === 'number')
    return !name.isId && value > 1e12 && isCard(String(value)) ? REDACTED : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => redactValue(each, name, depth + 1));
  return withMembers(value, (each, member) => redactMember(each, member, depth + 1));
}

function withMembers(value: object, redacted: (value: unknown, member: Named) => unknown): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const member = nameOf(name);
      return [member.safeName, redacted(each, member)];
    }),
  );
}

function redactMember(value: unknown, member: Named, depth: number): unknown {
  if (value === null || value === '' || typeof value === 'boolean') return value;
  if (member.isSecret) return REDACTED;
  return member.isPerson ? redactPerson(value, false, depth) : redactValue(value, member, depth);
}

/** Keeps the members' names, and the country: prices and refusals depend on it. */
function redactPerson(value: unknown, isCountryCode: boolean, depth: number): unknown {
  if (value === null || value === '') return value;
  if (depth > MAX_DEPTH) return TOO_DEEP;
  if (isCountryCode && typeof value === 'string' && /^[A-Za-z]{2}$/.test(value)) return value;
  if (typeof value !== 'object') return REDACTED;
  if (Array.isArray(value)) return value.map((each) => redactPerson(each, isCountryCode, depth + 1));
  return withMembers(value, (each, member) => redactPerson(each, member.isCountry, depth + 1));
}

/** Parses JSON before it is cut: cut JSON would be plain text, in which no name marks a secret. */
function redactString(whole: string, name: Named, depth: number): string {
  const within = name.isHandoff || name.isOrderPage ? undefined : parseJsonText(whole);
  if (within !== undefined) return JSON.stringify(redactValue(within, nameOf(''), depth + 1));
  const text = cutText(whole, MAX_TEXT);
  if (name.isHandoff) return withoutQuery(text);
  if (name.isOrderPage) return toOrigin(text);
  return name.isId ? withoutAddresses(text) : redactText(text);
}

function parseJsonText(text: string): object | undefined {
  const value = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** Length of the longest e-mail address (RFC 5321). */
const MAX_ADDRESS = 320;
/** Length of nineteen digits with separators. */
const MAX_CARD = 40;
const CUT = '…';

/** Cuts a text before its last word and the digits before that: half a secret could not be recognized any more. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const word = backOver(text, max, max - MAX_ADDRESS, /\S/);
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

function toOrigin(url: string): string {
  const { origin, pathname = '/', search } = URL.parse(url) ?? {};
  if (origin === undefined) return REDACTED;
  return pathname === '/' && !search ? `${origin}/` : `${origin}/${REDACTED}`;
}

/** A run of characters of an e-mail address; matches whole, so that each character is read once. */
const WORD = /[^\s<>"'(),;:/?&=]+/g;
const CARD = /(?<![\w/.-])\d(?:[ -]?\d){12,18}(?![\w.-]?\d)/g;
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi;
const URL_SECRETS = /([?&#]([\w.[\]%-]+)=)([^&#\s"'<>]+)/g;

/** Removes e-mail addresses, card numbers, credentials, and secrets in the queries of addresses from free text, in linear time. */
export function redactText(text: string): string {
  return withoutAddresses(text).replaceAll(CARD, (digits) => (isCard(digits) ? REDACTED : digits));
}

function withoutAddresses(text: string): string {
  const withoutParameters = text.includes('=')
    ? text.replaceAll(URL_SECRETS, (whole, start: string, name: string) =>
        isSecretParameter(name) ? `${start}${REDACTED}` : whole,
      )
    : text;
  const clean = withoutParameters.replaceAll(BEARER, (_, scheme: string) => `${scheme} ${REDACTED}`);
  return /@|%40/.test(clean) ? clean.replaceAll(WORD, (word) => (hasEmail(word) ? REDACTED : word)) : clean;
}

/** True for a word with an at sign after its first character, and a dot between characters after that. */
function hasEmail(word: string): boolean {
  const signs = [word.indexOf('@', 1), word.indexOf('%40', 1)].filter((index) => index > 0);
  if (signs.length === 0) return false;
  const sign = Math.min(...signs);
  const domain = sign + (word[sign] === '@' ? 1 : 3);
  return word.lastIndexOf('.', word.length - 2) > domain;
}

/** True for secret parameters of a query. `key` opens a Shopify cart. */
export function isSecretParameter(name: string): boolean {
  return isSecretName(name) || /^(?:key|code|sig|hmac|session|sid|state)$/i.test(name);
}

/** Masks an address so that its merchant can still recognize it: `a***@example.com`. */
export function maskEmail(email: string): string {
  const [name = '', host] = email.split(/@(?=[^@]*$)/);
  return host === undefined ? '***' : `${[...name][0] ?? ''}***@${host}`;
}

/** Checks length and check digit (ISO/IEC 7812). */
function isCard(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1*$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
