import fc from 'fast-check';
import { INSTANT_VARIANT } from '../../../bench/instant-platform.ts';

/** Any UTF-16, including lone surrogates and control characters. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    maxLength: 10,
  }),
  fc.constantFrom('', ' ', '\u0000', '\ud800', '__proto__', 'constructor', '-1', '1e999', "' or 1=1 --"),
  fc.integer({ min: 200, max: 3_000 }).map((length) => 'x'.repeat(length)),
);

const someGids = fc.constantFrom(
  INSTANT_VARIANT,
  'gid://instant/Product/1',
  'gid://instant/ProductVariant/99',
  'gid://shopify/Product/1',
  'https://instant.example/products/stoneware-mug',
);

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1, 1.5, 9_999, 10_000, 1e9, 2 ** 53, 1e308, '', [], {}),
  anyText,
  someGids,
  fc.jsonValue({ maxDepth: 2 }),
);

type Json = Record<string, unknown> | unknown[];

/** Change at one place of a body. */
type Mutation = { place: number; how: 'replace' | 'remove' | 'pair' | 'add'; name: string; value: unknown };

/** Nearly valid bodies: a valid one, changed in a few places. `names` are members that the endpoint knows. */
function nearlyValid(good: Json, names: string[]): fc.Arbitrary<unknown> {
  const mutation = fc.record<Mutation>({
    place: fc.nat(1_000),
    how: fc.constantFrom('replace', 'replace', 'remove', 'pair', 'add'),
    name: fc.oneof(fc.constantFrom(...names, 'id', 'codes', '__proto__'), anyText),
    value: oddValue,
  });
  return fc.array(mutation, { maxLength: 3 }).map((mutations) => {
    const body = structuredClone(good);
    for (const each of mutations) mutate(body, each);
    return body;
  });
}

function mutate(body: Json, { place, how, name, value }: Mutation): void {
  const places = placesIn(body);
  const target = places[place % Math.max(places.length, 1)];
  const holder = target?.holder ?? body;
  if (how === 'add' || !target) define(holder, Array.isArray(holder) ? holder.length : name, value);
  else if (how === 'replace') define(holder, target.key, value);
  else if (how === 'remove') remove(holder, target.key);
  else define(holder, target.key, [value, Reflect.get(holder, target.key)]);
}

function define(holder: Json, key: string | number, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

function remove(holder: Json, key: string | number): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

function placesIn(value: unknown): { holder: Json; key: string | number }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Json;
  return Object.entries(holder).flatMap(([key, member]) => [{ holder, key }, ...placesIn(member)]);
}

/** Valid text with a few bytes changed, cut off or doubled. */
function damaged(good: Json): fc.Arbitrary<Buffer> {
  const text = Buffer.from(JSON.stringify(good));
  const change = fc.tuple(fc.nat(text.length - 1), fc.nat(255));
  return fc.tuple(fc.array(change, { maxLength: 3 }), fc.nat(text.length)).map(([changes, end]) => {
    const bytes = Buffer.from(text);
    for (const [at, byte] of changes) bytes[at] = byte;
    return changes.length === 0 ? bytes.subarray(0, end) : bytes;
  });
}

/** Bodies of every kind: nearly valid, any JSON, damaged text, and raw bytes. */
export function bodies(good: Json, names: string[]): fc.Arbitrary<Buffer> {
  const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');
  return fc.oneof(
    { weight: 6, arbitrary: nearlyValid(good, names).map(toBytes) },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }).map(toBytes) },
    { weight: 1, arbitrary: damaged(good) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  );
}

/** Header values that HTTP allows. */
const headerText = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0xa0, max: 0xff }), fc.constant(9))
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

const HEADER_NAMES = [
  ...[
    'idempotency-key',
    'x-request-id',
    'request-id',
    'accept',
    'accept-encoding',
    'authorization',
    'cookie',
  ],
  ...['origin', 'ucp-agent', 'if-none-match', 'accept-version', 'x-forwarded-for', 'forwarded', 'range'],
  ...[
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
    'mcp-session-id',
    'content-encoding',
    'x-http-method-override',
  ],
];

const versions = fc.constantFrom('2026-07-28', '2025-11-25', '1999-01-01');

const oddHeaders = fc
  .dictionary(
    fc.constantFrom(...HEADER_NAMES),
    fc.oneof(headerText, fc.constantFrom('', 'gzip', '*', 'x'.repeat(300)), versions),
    { maxKeys: 4 },
  )
  .map((headers): Record<string, string> => ({ ...headers }));

const contentTypes = fc.oneof(
  { weight: 12, arbitrary: fc.constant<string | undefined>('application/json') },
  { weight: 2, arbitrary: fc.constantFrom(undefined, 'application/x+json; v=1', 'text/plain', '*/*', '') },
  { weight: 1, arbitrary: headerText },
);

export const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Record<string, string>>({}) },
  { weight: 1, arbitrary: oddHeaders },
);

/** Headers of a request with a body. */
export const headersOfBody = fc
  .tuple(headers, contentTypes)
  .map(
    ([headers, type]): Record<string, string> =>
      type === undefined ? headers : { ...headers, 'content-type': type },
  );

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
const escapes = fc.constantFrom(
  '%',
  '%zz',
  '%00',
  '%ff',
  '%ed%a0%80',
  '%2e%2e',
  '%2F',
  '..',
  '+',
  '&',
  '=',
  '[]',
  ';',
);

/** Path segments in the place of an id: `real` ones, odd texts, and undecodable ones. */
export function pathIds(real: string[]): fc.Arbitrary<string> {
  const odd = fc.oneof(anyText.map(encoded), escapes, fc.uuid(), fc.nat().map(String));
  if (real.length === 0) return odd;
  return fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...real) }, { weight: 1, arbitrary: odd });
}

/** Query strings with known members, with others, and malformed ones. */
export function queries(names: string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...names, 'x') },
    { weight: 1, arbitrary: anyText },
  );
  const value = fc.oneof(
    anyText.map(encoded),
    escapes,
    fc.constantFrom('mug', '1', '20', '100', '101', '1,2,3'),
    someGids.map(encoded),
  );
  const pair = fc.tuple(name.map(encoded), value).map(([key, text]) => `${key}=${text}`);
  return fc.array(pair, { maxLength: 4 }).map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
}

/** Valid body for every endpoint; each ignores the members it does not know. */
export const GOOD_BODY = {
  line_items: [
    { item: { id: INSTANT_VARIANT, title: 'Mug', price: 1999, image_url: null }, quantity: 2 },
    { item: { id: 'gid://instant/Product/1' } },
  ],
  buyer: { email: 'ada@example.com', name: 'Ada' },
  discounts: { codes: ['SAVE10'] },
  destination: { country: 'US', region: 'CA', postal_code: '94016', city: 'Daly City', line1: '1 Main St' },
};

/** Valid messages to the MCP endpoint, as a base for changes. */
export function goodMessages(sessionId: string): Json[] {
  const message = { jsonrpc: '2.0', id: 1 };
  const call = (name: string, args: object) => ({
    ...message,
    method: 'tools/call',
    params: { name, arguments: args, _meta: { 'io.modelcontextprotocol/protocolVersion': '2025-11-25' } },
  });
  return [
    call('create_checkout_session', { ...GOOD_BODY, idempotency_key: 'a key' }),
    call('get_checkout_session', { session_id: sessionId, id: sessionId, sessionId }),
    call('complete_checkout_session', { session_id: sessionId }),
    call('cancel_checkout_session', { session_id: sessionId }),
    { ...message, method: 'tools/list', params: {} },
    {
      ...message,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    {
      ...message,
      method: 'server/discover',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    },
  ];
}
