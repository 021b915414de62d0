import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  DisplayString,
  parseItem,
  parseList,
  serializeDictionary,
  serializeItem,
  serializeList,
  Token,
} from 'structured-headers';
import { pickBotSignature, WEB_BOT_AUTH } from '../../../src/agent-platforms/identify-agent.ts';
import { parseProfileHeader } from '../../../src/protocols/ucp/negotiation/trust.ts';
import { readDictionary } from '../../../src/signatures/base.ts';
import { computeThumbprint, createVerifier, readKeys } from '../../../src/signatures/keys.ts';
import { requestToVerify } from '../../../src/signatures/message.ts';
import { parseCandidates, verifyCandidate } from '../../../src/signatures/verify.ts';
import { isSignedWith } from '../../../src/store-platforms/webhook-signature.ts';
import { readVectors, withoutVectors } from '../../../testing/published-vectors.ts';

/** Vectors that fail on purpose, by kind. */
const DEVIATIONS = {
  // Shops send whole signatures: a shortened one is refused, though its bits are right.
  'HMAC-SHA-256 of 128 bits, valid': 33,
  // No header that is read has a date. One beyond the range of JavaScript's is no time, and is refused.
  'date.json: read': 2,
  // JavaScript's numbers do not distinguish 1.0 from 1, so a signature whose parameters have such a decimal is refused. RFC 9421 has none.
  'number-generated.json: written': 36,
  'param-dict.json: written': 2,
  'param-list.json: written': 3,
  // The service writes no decimals, which the library rounds by the rules of JavaScript.
  'serialisation-tests/number.json: written': 3,
  // No agent is known to publish its keys by a card: one that does is not verified, as one that does not sign.
  'Signature-Agent of type cimd': 1,
};

const failures: Record<string, number> = {};

/** Counts vectors that fail, by kind. */
function count(kind: string, passes: boolean): void {
  if (!passes) failures[kind] = (failures[kind] ?? 0) + 1;
}

function requestWith(headers: Record<string, string | string[]>) {
  const addressed = { method: 'GET', scheme: 'https', authority: 'example.com' } as const;
  return requestToVerify({ ...addressed, target: '/path/to/resource', body: undefined }, headers);
}

interface Signed {
  msg: string;
  result: 'valid' | 'invalid';
}

/** Bytes where a text is declared: messages and secrets of vectors are no texts. */
function toBytes(hex: string): string {
  return Buffer.from(hex, 'hex') as unknown as string;
}

interface KeyGroup {
  publicKey: { uncompressed: string };
  publicKeyJwk?: object;
  tests: (Signed & { sig: string })[];
}

/** Some groups have no JWK. */
function toJwk({ publicKey: { uncompressed }, publicKeyJwk }: KeyGroup, crv: string): object {
  if (publicKeyJwk) return publicKeyJwk;
  const point = Buffer.from(uncompressed.slice(2), 'hex');
  const [x, y] = [point.subarray(0, point.length / 2), point.subarray(point.length / 2)];
  return { kty: 'EC', crv, x: x.toString('base64url'), y: y.toString('base64url') };
}

/** Case of the HTTP working group's tests; `raw` are lines of a header. */
interface Field {
  raw?: string[];
  header_type: 'item' | 'list' | 'dictionary';
  expected?: unknown;
  must_fail?: boolean;
  canonical?: string[];
}

const FIELD_FILES = [
  ...['binary', 'boolean', 'date', 'dictionary', 'display-string', 'examples', 'item', 'key-generated'],
  ...['large-generated', 'list', 'listlist', 'number-generated', 'number', 'param-dict', 'param-list'],
  ...['param-listlist', 'string-generated', 'string', 'token-generated', 'token'],
].map((name) => `${name}.json`);
const WRITTEN_FILES = ['key-generated', 'number', 'string-generated', 'token-generated'].map(
  (name) => `serialisation-tests/${name}.json`,
);
const readFields = (file: string) => readVectors<Field[]>(`structured-fields/${file}`);

/** Returns the cases of dictionaries but those that begin with a tab, which is right after the comma of another member. */
function dictionaries(): (Field & { file: string })[] {
  const fields = FIELD_FILES.flatMap((file) => readFields(file).map((field) => ({ ...field, file })));
  return fields.filter(({ header_type, raw }) => header_type === 'dictionary' && !raw?.[0]?.startsWith('\t'));
}

const READ = {
  item: parseItem,
  list: parseList,
  dictionary: (text: string) => readDictionary(text) ?? assert.fail(text),
};
const WRITE = { item: serializeItem, list: serializeList, dictionary: serializeDictionary };

/** Returns the value as the cases write it. */
function toExpected(value: unknown): unknown {
  if (value instanceof Map) return [...value].map(toExpected);
  if (Array.isArray(value)) return value.map(toExpected);
  if (value instanceof Token) return { __type: 'token', value: String(value) };
  if (value instanceof DisplayString) return { __type: 'displaystring', value: String(value) };
  if (value instanceof Date) return { __type: 'date', value: value.getTime() / 1_000 };
  if (value instanceof ArrayBuffer) return { __type: 'binary', value: toBase32(new Uint8Array(value)) };
  return value;
}

function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = (bits.match(/.{1,5}/g) ?? []).map((five) => Number.parseInt(five.padEnd(5, '0'), 2));
  const text = digits.map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[digit]).join('');
  return text.padEnd(Math.ceil(text.length / 8) * 8, '=');
}

/** Returns the value of a case. Lists that are empty there are parameters. */
function fromExpected(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? new Map() : value.map(fromExpected);
  const { __type, value: text } = Object(value);
  return __type === 'token' ? new Token(text) : value;
}

function isEqual(actual: unknown, expected: unknown): boolean {
  return JSON.stringify(actual) === JSON.stringify(expected);
}

/** Returns undefined when the function throws. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** Puts a member before those of a header, which must then be read, or refused, as a whole. */
function afterMember(member: string, lines: readonly string[]): string[] {
  return [member, ...lines.filter((line) => line.trim() !== '')];
}

/** Headers that are dictionaries: true when the one with these lines is read. */
const HEADERS: Record<string, (lines: readonly string[]) => boolean> = {
  'Signature-Input': (lines) => {
    const input = afterMember('own=("@authority");keyid="k"', lines);
    const request = requestWith({ 'signature-input': input, signature: 'own=:AA==:' });
    return parseCandidates(request)?.length === 1;
  },
  Signature: (lines) => {
    const input = 'own=("@authority");keyid="k"';
    const request = requestWith({ 'signature-input': input, signature: afterMember('own=:AA==:', lines) });
    return parseCandidates(request)?.length === 1;
  },
  'Signature-Agent': (lines) => {
    const request = requestWith({
      'signature-input': 'own=("@authority" "signature-agent";key="own");tag="web-bot-auth"',
      signature: 'own=:AA==:',
      'signature-agent': afterMember('own="https://bot.test"', lines),
    });
    return pickBotSignature(request) !== undefined;
  },
  'UCP-Agent': (lines) =>
    parseProfileHeader(afterMember('profile="https://bot.test"', lines).join(', ')) === 'https://bot.test',
};

interface BotRequest {
  key: Record<string, string>;
  created_ms: number;
  signature: string;
  signature_input: string;
  signature_agent?: string;
}

const BOT_FILES = [1, 2].map((version) => `web-bot-auth/web_bot_auth_architecture_v${version}.json`);

describe('test vectors that others publish', { skip: withoutVectors() }, () => {
  for (const [crv, file] of [
    ['P-256', 'ecdsa_secp256r1_sha256_p1363_test.json'],
    ['P-384', 'ecdsa_secp384r1_sha384_p1363_test.json'],
    ['Ed25519', 'ed25519_test.json'],
  ] as const)
    it(`verifies signatures over ${crv} as Wycheproof says`, () => {
      const { testGroups } = readVectors<{ testGroups: KeyGroup[] }>(`wycheproof/${file}`);
      for (const group of testGroups) {
        const [key] = readKeys([toJwk(group, crv)]);
        const verify = createVerifier(key ?? assert.fail()) ?? assert.fail('the key cannot be used');
        for (const { msg, sig, result } of group.tests)
          count(`${crv}, ${result}`, verify(toBytes(msg), Buffer.from(sig, 'hex')) === (result === 'valid'));
      }
    });

  it('verifies the signatures of webhooks as Wycheproof says of HMAC-SHA-256', () => {
    const { testGroups } = readVectors<{
      testGroups: { tagSize: number; tests: (Signed & { key: string; tag: string })[] }[];
    }>('wycheproof/hmac_sha256_test.json');
    for (const { tagSize, tests } of testGroups)
      for (const { key, msg, tag, result } of tests) {
        const signature = Buffer.from(tag, 'hex').toString('base64');
        const isValid = isSignedWith(toBytes(key), Buffer.from(msg, 'hex'), signature);
        count(`HMAC-SHA-256 of ${tagSize} bits, ${result}`, isValid === (result === 'valid'));
      }
  });

  it('reads structured fields, and writes them in their canonical form, as the HTTP working group says', () => {
    for (const file of FIELD_FILES) for (const field of readFields(file)) checkField(file, field);
  });

  function checkField(file: string, { raw = [], header_type, expected, must_fail, canonical = raw }: Field) {
    const value = attempt(() => READ[header_type](raw.join(', ')));
    if (must_fail) return count(`${file}: refused`, value === undefined);
    count(`${file}: read`, isEqual(toExpected(value), expected));
    // The library writes no date that it cannot read.
    if (file === 'date.json') return;
    const write = WRITE[header_type] as (value: unknown) => string;
    count(`${file}: written`, attempt(() => write(value)) === canonical.join(', '));
  }

  it('writes structured fields as the HTTP working group says, and refuses values that none can hold', () => {
    for (const file of WRITTEN_FILES)
      for (const { header_type, expected, must_fail, canonical = [] } of readFields(file)) {
        const write = WRITE[header_type] as (value: unknown) => string;
        const text = attempt(() => {
          const value = fromExpected(expected) as [unknown, unknown][];
          return write(header_type === 'dictionary' ? new Map(value) : value);
        });
        count(`${file}: written`, text === (must_fail ? undefined : canonical.join(', ')));
      }
  });

  for (const [header, isRead] of Object.entries(HEADERS))
    it(`reads or refuses ${header} as the HTTP working group says of dictionaries`, () => {
      for (const { file, raw = [], must_fail = false } of dictionaries())
        count(`${header}, ${file}`, isRead(raw) === !must_fail);
    });

  it('reads an older Signature-Agent as the HTTP working group says of strings', () => {
    const isRead = (agent: string) =>
      pickBotSignature(
        requestWith({
          'signature-input': 'own=("@authority" "signature-agent");tag="web-bot-auth"',
          signature: 'own=:AA==:',
          'signature-agent': agent,
        }),
      ) !== undefined;
    for (const agent of ['"https://bot.test"', ' "https://bot.test" ', '"https://bot.test";of=us'])
      assert.ok(isRead(agent), agent);
    for (const file of FIELD_FILES)
      for (const { raw = [], header_type, must_fail } of readFields(file))
        if (header_type === 'item' && must_fail) count(`Signature-Agent, ${file}`, !isRead(raw.join(', ')));
  });

  it('verifies requests of both drafts of Web Bot Auth', () => {
    for (const file of BOT_FILES)
      for (const { key, created_ms, ...headers } of readVectors<BotRequest[]>(file)) {
        const request = requestWith({
          'signature-input': headers.signature_input,
          signature: headers.signature,
          ...(headers.signature_agent && { 'signature-agent': headers.signature_agent }),
        });
        const [candidate = assert.fail()] = parseCandidates(request) ?? [];
        const keyId = computeThumbprint(key);
        const verdict = verifyCandidate(
          request,
          candidate,
          readKeys([key]),
          WEB_BOT_AUTH,
          created_ms + 60_000,
        );
        assert.deepEqual(verdict, { keyId }, file);
        const directory = 'https://signature-agent.test/.well-known/http-message-signatures-directory';
        assert.equal(pickBotSignature(request)?.keysUrl, headers.signature_agent && directory);
      }
  });

  it('finds the keys of an agent by the type of its Signature-Agent', () => {
    const vectors = readVectors<
      { header: string; entries: { label: string; uri: string; type: string }[] }[]
    >('web-bot-auth/web_bot_auth_signature_agent_v1.json');
    for (const { header, entries } of vectors)
      for (const { label, uri, type } of entries) {
        const request = requestWith({
          'signature-input': `${label}=("@authority" "signature-agent";key="${label}");tag="web-bot-auth"`,
          signature: `${label}=:AA==:`,
          'signature-agent': header,
        });
        count(`Signature-Agent of type ${type}`, pickBotSignature(request)?.keysUrl.startsWith(uri) === true);
      }
  });

  it('reads the keys within the cards of agents', () => {
    const cards = readVectors<{ card: { jwks?: { keys: { x: string }[] } } }[]>(
      'web-bot-auth/web_bot_auth_signature_agent_card_v1.json',
    );
    const keys = cards.flatMap(({ card }) => card.jwks?.keys ?? []);
    assert.ok(keys.length > 0);
    assert.deepEqual(
      readKeys(keys).map(({ x }) => x),
      keys.map(({ x }) => x),
    );
  });

  it('computes thumbprints of keys', () => {
    const vectors = readVectors<{ jwk: string; thumbprint: string }[]>('web-bot-auth/jwk-thumbprints.json');
    for (const { jwk, thumbprint } of vectors) assert.equal(computeThumbprint(JSON.parse(jwk)), thumbprint);
  });

  it('fails those alone that are listed with a reason', () => {
    assert.deepEqual(failures, DEVIATIONS);
  });
});
