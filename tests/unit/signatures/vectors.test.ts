import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDictionary } from 'structured-headers';
import { pickBotSignature, WEB_BOT_AUTH } from '../../../src/agent-platforms/identify-agent.ts';
import { buildSignatureBase, type CoveredComponents } from '../../../src/signatures/base.ts';
import { computeThumbprint, createVerifier, type PublicKey, readKeys } from '../../../src/signatures/keys.ts';
import type { Message, RequestToVerify } from '../../../src/signatures/message.ts';
import { verifyCandidate } from '../../../src/signatures/verify.ts';
import { RFC_KEYS } from '../../fixtures/rfc-9421-keys.ts';
import { BOT_VECTORS } from '../../fixtures/web-bot-auth-vectors.ts';

/** RFC 9421, B.2: the request. */
const REQUEST: RequestToVerify = {
  kind: 'request',
  method: 'POST',
  scheme: 'https',
  authority: 'example.com',
  target: '/foo?param=Value&Pet=dog',
  headers: {
    date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'content-type': 'application/json',
    'content-digest':
      'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
    'content-length': '18',
  },
  body: Buffer.from('{"hello": "world"}'),
};

/** RFC 9421, B.2 without B.2.5, whose secret both sides share: no agent and no platform signs like that. */
const VECTORS: { name: string; key: PublicKey; message: Message; input: string; signature: string }[] = [
  {
    name: 'B.2.1, nothing covered, with RSA-PSS',
    key: RFC_KEYS.rsa,
    message: REQUEST,
    input: 'sig=();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"',
    signature:
      'd2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==',
  },
  {
    name: 'B.2.2, some components and a query parameter, with RSA-PSS',
    key: RFC_KEYS.rsa,
    message: REQUEST,
    input:
      'sig=("@authority" "content-digest" "@query-param";name="Pet");created=1618884473;keyid="test-key-rsa-pss";tag="header-example"',
    signature:
      'LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+ECxCmT8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8NV7+4UKkjqpcAoFqWFQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw==',
  },
  {
    name: 'B.2.3, everything covered, with RSA-PSS',
    key: RFC_KEYS.rsa,
    message: REQUEST,
    input:
      'sig=("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"',
    signature:
      'bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==',
  },
  {
    name: 'B.2.4, a response with ECDSA over P-256',
    key: RFC_KEYS.ecdsa,
    message: {
      kind: 'response',
      status: 200,
      headers: {
        'content-type': 'application/json',
        'content-digest':
          'sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
        'content-length': '23',
      },
    },
    input:
      'sig=("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    signature: 'wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==',
  },
  {
    name: 'B.2.6, a request with Ed25519',
    key: RFC_KEYS.ed25519,
    message: REQUEST,
    input:
      'sig=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    signature: 'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
  },
];

describe('the test vectors of RFC 9421', () => {
  for (const { name, key, message, input, signature } of VECTORS)
    it(`hold: ${name} [SIG-1]`, () => {
      const covered = parseDictionary(input).get('sig') as CoveredComponents;
      const text = buildSignatureBase(message, covered) ?? assert.fail('a component is missing');
      const [published] = readKeys([key]);
      const verify = createVerifier(published ?? assert.fail()) ?? assert.fail('the key cannot be used');
      assert.ok(verify(text, Buffer.from(signature, 'base64')));
      assert.ok(!verify(`${text} `, Buffer.from(signature, 'base64')));
    });

  it('computes the thumbprints of keys that the drafts of Web Bot Auth work out', () => {
    assert.equal(computeThumbprint(RFC_KEYS.ed25519), 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U');
    assert.equal(computeThumbprint(RFC_KEYS.rsa), 'oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA');
  });
});

describe('query parameters in a signature', () => {
  const baseOf = (target: string, name: string) =>
    buildSignatureBase({ ...REQUEST, target }, [[['@query-param', new Map([['name', name]])]], new Map()]);

  it('encodes query parameters as RFC 9421 does (2.2.8)', () => {
    const target =
      '/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something';
    assert.match(baseOf(target, 'var') ?? '', /: this%20is%20a%20big%0Amultiline%20value\n/);
    assert.match(baseOf(target, 'bar') ?? '', /: with%20plus%20whitespace\n/);
    assert.match(baseOf(target, 'fa%C3%A7ade%22%3A%20') ?? '', /: something\n/);
  });

  it('cannot be covered when they are absent or repeated', () => {
    assert.equal(baseOf('/foo?a=1', 'b'), undefined);
    assert.equal(baseOf('/foo?a=1&a=2', 'a'), undefined);
    assert.equal(baseOf('/foo', 'a'), undefined);
  });
});

describe('the test vectors of Web Bot Auth', () => {
  const BOT_KEYS = readKeys([RFC_KEYS.ed25519, RFC_KEYS.rsa]);
  const CREATED_MS = 1_735_689_600_000;

  function arriving({ headers }: (typeof BOT_VECTORS)[number], change: Partial<RequestToVerify> = {}) {
    const target = '/path/to/resource';
    return { ...REQUEST, method: 'GET', target, body: undefined, headers, ...change };
  }

  function verdict(request: RequestToVerify, nowMs = CREATED_MS + 60_000) {
    const { candidate } = pickBotSignature(request) ?? assert.fail('no signature of that kind');
    const result = verifyCandidate(request, candidate, BOT_KEYS, WEB_BOT_AUTH, nowMs);
    return 'error' in result ? result.error : 'holds';
  }

  for (const vector of BOT_VECTORS) {
    it(`hold, but not at another host, after a day, or for another agent: ${vector.name}`, () => {
      const request = arriving(vector);
      assert.equal(
        pickBotSignature(request)?.keysUrl,
        'https://signature-agent.test/.well-known/http-message-signatures-directory',
      );
      assert.equal(verdict(request), 'holds');
      assert.equal(verdict(arriving(vector, { authority: 'other.example' })), 'signature_invalid');
      assert.equal(verdict(arriving(vector), CREATED_MS + 25 * 3_600_000), 'signature_invalid');
      const agent = String(vector.headers['signature-agent']).replace('signature-agent.test', 'other.test');
      assert.equal(
        verdict(arriving(vector, { headers: { ...vector.headers, 'signature-agent': agent } })),
        'signature_invalid',
      );
    });
  }

  it('name no agent without the header, and by a member that the signature does not cover', () => {
    const [{ headers } = assert.fail()] = BOT_VECTORS;
    const request = arriving({ name: '', headers });
    const { 'signature-agent': _, ...without } = headers;
    assert.equal(pickBotSignature({ ...request, headers: without }), undefined);
    const other = { ...headers, 'signature-agent': 'sig2="https://other.test"' };
    assert.equal(pickBotSignature({ ...request, headers: other }), undefined);
  });

  it('derives the address of keys from a member’s type: a directory of an origin, or a set of keys', () => {
    const [{ headers } = assert.fail()] = BOT_VECTORS;
    const urlOf = (agent: string) =>
      pickBotSignature(arriving({ name: '', headers: { ...headers, 'signature-agent': agent } }))?.keysUrl;
    assert.equal(
      urlOf('agent2="https://bot.test/keys.json?of=us";type=jwks_uri'),
      'https://bot.test/keys.json?of=us',
    );
    assert.match(
      urlOf('agent2="https://bot.test";type=directory') ?? '',
      /^https:\/\/bot\.test\/\.well-known\//,
    );
    for (const refused of [
      'agent2="https://bot.test/card";type=cimd',
      'agent2="https://bot.test/elsewhere"',
      'agent2="no address"',
      'agent2=token',
    ])
      assert.equal(urlOf(refused), undefined, refused);
  });
});
