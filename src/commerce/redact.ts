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
  const word = plain(name);
  return SECRET_NAMES.has(word) || SECRET_PARTS.test(word);
}

/** The same of a parameter that names a member by its path: `buyer/email`, `/fulfillment/methods/0/destinations/0/city`. */
export function isSecretPath(path: string): boolean {
  const steps = path.split('/').map(plain);
  return isSecretName(path) || steps.some((step) => PERSONS.has(step) || PERSONS.has(step.replace(/s$/, '')));
}

/** A JSON value without secrets and personal data. JSON within strings is read, too: MCP answers so. Pure; keeps the shape. */
export function redact(value: unknown): unknown {
  return redactValue(value, '', 0);
}

function redactValue(value: unknown, name: string, depth: number): unknown {
  if (depth > DEEPEST) return TOO_DEEP;
  if (typeof value === 'string') return redactString(value, name, depth);
  if (typeof value === 'number') return isCard(String(value)) && !isId(name) ? REDACTED : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => redactValue(each, name, depth + 1));
  const members = Object.entries(value).map(([member, of]) => [
    redactText(member),
    redactMember(of, member, depth + 1),
  ]);
  return Object.fromEntries(members);
}

function redactMember(value: unknown, member: string, depth: number): unknown {
  if (value === null || value === '' || typeof value === 'boolean') return value;
  if (isSecretName(member)) return REDACTED;
  return PERSONS.has(plain(member)) ? redactPerson(value, member, depth) : redactValue(value, member, depth);
}

/** Only which members there are is kept, and the country: prices and refusals depend on it. */
function redactPerson(value: unknown, name: string, depth: number): unknown {
  if (value === null || value === '' || depth > DEEPEST)
    return value === null || value === '' ? value : TOO_DEEP;
  if (plain(name) === 'country' && typeof value === 'string' && COUNTRY.test(value)) return value;
  if (typeof value !== 'object') return REDACTED;
  if (Array.isArray(value)) return value.map((each) => redactPerson(each, name, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([member, of]) => [redactText(member), redactPerson(of, member, depth + 1)]),
  );
}

function redactString(text: string, name: string, depth: number): string {
  if (HANDOFFS.test(plain(name))) return withoutQuery(text);
  if (ORDER_PAGES.test(plain(name))) return originOf(text);
  const within = jsonIn(text);
  if (within !== undefined) return JSON.stringify(redactValue(within, name, depth + 1));
  return isId(name) ? withoutAddresses(text) : redactText(text);
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

const EMAIL = /[^\s@<>"'(),;:/?&=]+(?:@|%40)[^\s@<>"'(),;:/?&=]+\.[^\s@<>"'(),;:/?&=]+/gi;
const CARD = /(?<![\w/.-])\d(?:[ -]?\d){12,18}(?![\w.-]?\d)/g;
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi;
const URL_SECRETS = /([?&#]([\w.[\]%-]+)=)([^&#\s"'<>]+)/g;

/** Text that anybody wrote, without e-mail addresses, numbers of cards, credentials, and secrets in the queries of addresses. */
export function redactText(text: string): string {
  return withoutAddresses(text).replaceAll(CARD, (digits) => (isCard(digits) ? REDACTED : digits));
}

function withoutAddresses(text: string): string {
  return text
    .replaceAll(URL_SECRETS, (whole, start: string, name: string) =>
      isSecretParameter(name) ? `${start}${REDACTED}` : whole,
    )
    .replaceAll(BEARER, (_, scheme: string) => `${scheme} ${REDACTED}`)
    .replaceAll(EMAIL, REDACTED);
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
