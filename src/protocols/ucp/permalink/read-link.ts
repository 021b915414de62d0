import type { z } from 'zod';
import { isOn } from '../../../commerce/store/capabilities.ts';
import { cleanShopLine } from '../../../commerce/text/shop-text.ts';
import { trimText } from '../../../commerce/text/trim-text.ts';
import type { StoreContext } from '../../../operations/call/store-context.ts';
import type { WantedFulfillment } from '../../../operations/cart/cart-content.ts';
import type { WantedCart } from '../../../operations/cart/make-platform-cart.ts';
import { MAX_PIECES } from '../../../operations/cart/requested-lines.ts';
import type { Visit } from '../../protocol.ts';
import { ProtocolError } from '../../protocol-error.ts';
import { LIMITS } from '../../request-members.ts';
import { buyer, destination, discountCode } from '../content/schemas.ts';
import { readCountryOfPlace, toBuyer } from '../content/to-request.ts';
import { toFulfillment } from '../fulfillment/read-fulfillment.ts';
import { getAddressesAt } from '../profile/links.ts';
import { AMBIGUOUS, createMalformedError, TOO_LONG } from './permalink-errors.ts';

const MAX_LINK_LENGTH = 8_192;

export interface Link {
  items: LinkedItem[];
  query: LinkQuery;
  /** Content of the checkout beside its lines. */
  content: Pick<WantedCart, 'fulfillment' | 'buyer'> & { discountCodes: string[] };
  /** Country that the link names for its buyer. */
  country: string | undefined;
  /** Destination that the link prefers, relative to the shop. */
  continueTo: ReturnType<typeof readContinueTo>;
  endpoint: string;
}

/** Reads a whole link, and throws for an invalid one before anything is done. */
export function readLink(context: Pick<StoreContext, 'baseUrl' | 'store'>, visit: Visit): Link {
  const { below } = visit;
  if (below.length > MAX_LINK_LENGTH) {
    const message = `A link may have ${MAX_LINK_LENGTH} characters after its endpoint.`;
    throw new ProtocolError(414, TOO_LONG, message);
  }
  const split = below.indexOf('?');
  const path = decodeOnce(split === -1 ? below : below.slice(0, split));
  if (path === undefined) throw createMalformedError('The link’s path cannot be read as text.');
  const { switches } = context.store;
  const roots = new Set(BASE_ROOTS);
  if (isOn(switches, 'discount')) roots.add('discounts');
  if (isOn(switches, 'fulfillment')) roots.add('fulfillment');
  const query = readQuery(split === -1 ? '' : below.slice(split + 1), roots);
  const { fields } = query;
  const endpoint = getAddressesAt(context, visit).permalink;
  const discountCodes = readCodes(fields);
  const country = fields.get(`${DESTINATION}/address_country`) ?? fields.get('context/address_country');
  return {
    items: path === '' || path === '/' ? readItemFields(fields) : readItems(path.slice(1)),
    query,
    content: { discountCodes, fulfillment: readLinkFulfillment(fields), ...readBuyer(fields) },
    country: readCountryOfPlace(country),
    continueTo: readContinueTo(query.continueTo, endpoint),
    endpoint,
  };
}

/** Item of a link; `id` is a catalog's GID, the store platform's number or a product URL. */
export interface LinkedItem {
  id: string;
  quantity: number;
}

const RAW = /^[A-Za-z0-9._-]+$/;
const ENCODED = /^~[A-Za-z0-9_-]+$/;
const QUANTITY = /^[1-9]\d*$/;

/** Returns the identifier of a token (specification: Item ID Token); undefined for an invalid one. */
export function decodeItemToken(token: string): string | undefined {
  if (RAW.test(token)) return token.length <= LIMITS.idLength ? token : undefined;
  if (!ENCODED.test(token)) return undefined;
  const encoded = token.slice(1);
  const bytes = Buffer.from(encoded, 'base64url');
  // Refuses set spare bits and a lone last character, by which one identifier would have several tokens.
  if (bytes.toString('base64url') !== encoded) return undefined;
  const id = decodeUtf8(bytes);
  return id === undefined || id.length > LIMITS.idLength || /\p{Cc}/u.test(id) ? undefined : id;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads the items of a path, `sku_123:2,~Z2lk…:1`. Throws `malformed_permalink` that names the invalid item. */
export function readItems(path: string): LinkedItem[] {
  const pairs = path.split(',');
  if (pairs.length > LIMITS.lines) throw createMalformedError(`A link holds at most ${LIMITS.lines} items.`);
  return pairs.map((pair, index) => {
    const [token = '', quantity, ...more] = pair.split(':');
    const id = more.length === 0 ? decodeItemToken(token) : undefined;
    if (id === undefined)
      throw createMalformedError(
        `Item ${index + 1} must be an identifier of A–Z, a–z, 0–9, ".", "_" and "-", or "~" and its base64url without padding, then ":" and a quantity.`,
      );
    return { id, quantity: readQuantity(quantity, `Item ${index + 1}`) };
  });
}

/** Throws `malformed_permalink` for zero, leading zeros, signs and quantities above the maximum. */
function readQuantity(text: string | undefined, of: string): number {
  const quantity = text !== undefined && QUANTITY.test(text) ? Number(text) : 0;
  if (quantity >= 1 && quantity <= MAX_PIECES) return quantity;
  throw createMalformedError(`${of} must have a quantity from 1 to ${MAX_PIECES}, without leading zeros.`);
}

/** Parts of a link's query (specification: Query Processing). */
export interface LinkQuery {
  /** Encoded; decoded once, when it is validated. */
  continueTo: string | undefined;
  /** Keys are JSON Pointers without the leading slash: `buyer/email`. */
  fields: ReadonlyMap<string, string>;
  /** Parameters that are no fields of UCP, in the link's order. */
  others: readonly (readonly [name: string, value: string])[];
}

const CONTINUE_TO = 'continue_to';
const MAX_PARAMETERS = 100;
const DEEPEST = 8;

/** Top-level fields of the published Cart and Checkout of 2026-08-25. Extensions add theirs. */
export const BASE_ROOTS: ReadonlySet<string> = new Set(
  'ucp id line_items buyer context signals attribution status currency totals actions messages links policies expires_at continue_url payment order'.split(
    ' ',
  ),
);

/** Throws `malformed_permalink`, and `ambiguous_permalink` when two parameters set one field: their order decides nothing. */
export function readQuery(query: string, roots: ReadonlySet<string>): LinkQuery {
  const pairs = query.split('&').filter((pair) => pair !== '');
  if (pairs.length > MAX_PARAMETERS)
    throw createMalformedError(`A link holds at most ${MAX_PARAMETERS} parameters.`);
  const fields = new Map<string, string>();
  const others: [string, string][] = [];
  let continueTo: string | undefined;
  for (const [name, rawValue] of pairs.map(splitPair)) {
    if (name === CONTINUE_TO) {
      if (continueTo !== undefined) throw createAmbiguousError(name);
      continueTo = rawValue;
      continue;
    }
    const tokens = parsePointer(name);
    const value = decodeText(rawValue);
    const [root = ''] = tokens;
    // Other spellings of `continue_to` are fields without effect, never forwarded.
    if (roots.has(root) || root === CONTINUE_TO) setOnce(fields, toCanonical(tokens), value);
    else if (name !== '') others.push([name, value]);
  }
  return { continueTo, fields, others };
}

function splitPair(pair: string): [name: string, rawValue: string] {
  const split = pair.indexOf('=');
  return split === -1 ? [decodeText(pair), ''] : [decodeText(pair.slice(0, split)), pair.slice(split + 1)];
}

function setOnce(fields: Map<string, string>, pointer: string, value: string): void {
  if (fields.has(pointer)) throw createAmbiguousError(pointer);
  fields.set(pointer, value);
}

function createAmbiguousError(name: string): ProtocolError {
  return new ProtocolError(400, AMBIGUOUS, `Two parameters of the link set ${cleanShopLine(name, 100)}.`);
}

/** Decodes a plus sign as a space, as forms and link builders encode it. */
function decodeText(text: string): string {
  const value = decodeOnce(text.replaceAll('+', ' '));
  // Control characters and lone surrogates must not reach headers and logs.
  if (value === undefined || /\p{Cc}/u.test(value) || !value.isWellFormed())
    throw createMalformedError('The link’s query cannot be read as text.');
  return value;
}

/** Decodes once (RFC 3986); undefined for invalid encoding or UTF-8. */
function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** RFC 6901, with or without the leading slash. */
function parsePointer(name: string): string[] {
  const tokens = name.replace(/^\/+/, '').split('/');
  if (tokens.length > DEEPEST)
    throw createMalformedError(`A field of the link lies deeper than ${DEEPEST} levels.`);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function toCanonical(tokens: readonly string[]): string {
  return tokens.map((token) => token.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}

type Fields = LinkQuery['fields'];

const POSITION = '(0|[1-9]\\d{0,3})';
const CODE = new RegExp(`^discounts/codes/${POSITION}$`);
const LINE_ID = new RegExp(`^line_items/${POSITION}/item/id$`);

/** Discount codes by position; codes beyond a checkout's limits are dropped. */
function readCodes(fields: Fields): string[] {
  const within = readPositioned(fields, CODE).filter(({ position }) => position < LIMITS.codes);
  const codes = within.map(({ value }) => trimText(value));
  return codes.filter((code) => code !== '' && discountCode.safeParse(code).success);
}

/** Reads the members of an object one by one, so that an invalid one drops no other. */
function readMembers(shape: Record<string, z.ZodType>, read: (name: string) => string | undefined) {
  const members = Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(read(name)).data]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function readBuyer(fields: Fields): ReturnType<typeof toBuyer> {
  const members = readMembers(buyer.shape, (name) => {
    const value = fields.get(`buyer/${name}`);
    // A plus sign of an e-mail address was decoded to a space.
    return name === 'email' ? value?.replaceAll(' ', '+') : value;
  });
  return Object.keys(members).length === 0 ? {} : toBuyer({ buyer: members });
}

const DESTINATION = 'fulfillment/methods/0/destinations/0';
const OPTION = 'fulfillment/methods/0/groups/0/selected_option_id';

/** Reads the first destination; undefined without a country. */
function readLinkFulfillment(fields: Fields): WantedFulfillment | undefined {
  const address = readMembers(destination.shape, (name) => fields.get(`${DESTINATION}/${name}`));
  return toFulfillment(address, fields.get(OPTION) || undefined);
}

/** Reads lines written as fields, which count only without items in the path (specification: Merge Rules). */
function readItemFields(fields: Fields): LinkedItem[] {
  return readPositioned(fields, LINE_ID)
    .filter(({ position, value }) => position < LIMITS.lines && value !== '')
    .map(({ position, value }) => {
      const quantity = fields.get(`line_items/${position}/quantity`) ?? '1';
      return { id: value, quantity: readQuantity(quantity, `line_items/${position}`) };
    });
}

function readPositioned(fields: Fields, pattern: RegExp): { position: number; value: string }[] {
  return [...fields]
    .flatMap(([pointer, value]) => {
      const position = pattern.exec(pointer)?.[1];
      return position === undefined ? [] : [{ position: Number(position), value }];
    })
    .sort((one, other) => one.position - other.position);
}

/** Matches any scheme by its last characters before the colon. */
const SCHEME = /[a-z][\d+.-]*:/i;
const UNSAFE = /[\\\s\p{Cc}]/u;
/** Characters that a second decoding turns into a slash, a backslash or a control character. */
const HIDDEN = /%(?:2f|5c|7f|[01][0-9a-f])/i;

/** Validates in the specification's order (Destination Preference); undefined where the default destination applies. */
export function readContinueTo(raw: string | undefined, endpoint: string) {
  const path = raw === undefined ? undefined : decodeOnce(raw);
  if (path === undefined || !path.startsWith('/') || path.startsWith('//')) return undefined;
  if (SCHEME.test(path) || UNSAFE.test(path) || HIDDEN.test(path)) return undefined;
  const { origin } = new URL(endpoint);
  const resolved = URL.parse(path, origin);
  // Resolved dots may leave an empty first segment, which a browser reads as a host.
  if (resolved?.origin !== origin || resolved.pathname.startsWith('//')) return undefined;
  return { path: resolved.pathname, search: resolved.search };
}
