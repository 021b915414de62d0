import assert from 'node:assert/strict';
import { createPublicKey, randomUUID, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { parseDictionary } from 'structured-headers';
import { readAgentPlatformProfile } from '../../src/protocols/ucp/negotiation/agent-platform-profile.ts';
import { UCP_SIGNATURES } from '../../src/protocols/ucp/negotiation/trust.ts';
import { buildSignatureBase, type CoveredComponents } from '../../src/signatures/base.ts';
import { computeThumbprint } from '../../src/signatures/keys.ts';
import type { RequestToVerify } from '../../src/signatures/message.ts';
import { signPost, signResponse } from '../../src/signatures/sign-message.ts';
import { verifyRequest } from '../../src/signatures/verify.ts';
import {
  digestOf,
  ed25519Key,
  holds,
  type PlatformKeys,
  p256Key,
  type SigningOptions,
  startAgentPlatform,
} from '../../testing/agent-platform.ts';
import { RFC_KEYS } from '../fixtures/rfc-9421-keys.ts';

const BODY = '{"hello": "world"}';
const NOW = Date.parse('2026-11-21T12:00:00Z');

/** Components that a signature of a request with a body must cover. */
const SIGNED_COMPONENTS = [
  '@method',
  '@authority',
  '@path',
  '@query',
  'content-digest',
  'content-type',
  'ucp-agent',
  'idempotency-key',
] as const;

const URL_OF_ALL = 'https://shop.example/ucp/checkout-sessions?x=1';

/** A request that a platform signed, as it arrives here. */
async function arriving(key: PlatformKeys, options: SigningOptions = {}): Promise<RequestToVerify> {
  const platform = await startAgentPlatform();
  const request = { method: 'POST', url: URL_OF_ALL, body: BODY, idempotencyKey: randomUUID() };
  const paramValues = { created: new Date(NOW), ...options.paramValues };
  const headers = await platform.sign(request, { ...options, key, paramValues });
  await platform.close();
  return {
    kind: 'request',
    method: 'POST',
    scheme: 'https',
    authority: 'Shop.Example:443',
    target: '/ucp/checkout-sessions?x=1',
    headers,
    body: Buffer.from(BODY),
  };
}

function verdict(request: RequestToVerify, keys: object[], now = NOW): string {
  const document = { ucp: { version: '2026-08-25', capabilities: {} }, keys };
  const profile = readAgentPlatformProfile('https://p.example/', document) ?? assert.fail('no profile');
  const result = verifyRequest(request, profile.keys, UCP_SIGNATURES, now);
  return 'error' in result ? result.error : 'holds';
}

describe('a signed request', () => {
  const key = p256Key();

  for (const [name, used] of Object.entries({ 'ECDSA P-256': key, Ed25519: ed25519Key() }))
    it(`accepts a request that an independent library signed with ${name}`, async () => {
      assert.equal(verdict(await arriving(used), [p256Key().jwk, used.jwk]), 'holds');
    });

  it('holds without `created`: its idempotency key keeps it from being played again [SIG-6]', async () => {
    assert.equal(verdict(await arriving(key, { params: ['keyid'] }), [key.jwk], NOW + 9_000_000), 'holds');
  });

  const changes: Record<string, (request: RequestToVerify) => RequestToVerify> = {
    'another method': (request) => ({ ...request, method: 'PUT' }),
    'another host': (request) => ({ ...request, authority: 'other.example' }),
    'another path': (request) => ({ ...request, target: '/ucp/carts?x=1' }),
    'another query': (request) => ({ ...request, target: '/ucp/checkout-sessions?x=2' }),
    'a query that was not there': (request) => ({ ...request, target: '/ucp/checkout-sessions' }),
    'another idempotency key': (request) => ({
      ...request,
      headers: { ...request.headers, 'idempotency-key': randomUUID() },
    }),
    'another agent': (request) => ({
      ...request,
      headers: { ...request.headers, 'ucp-agent': 'profile="https://other.example/"' },
    }),
    'a digest of another body': (request) => ({
      ...request,
      body: Buffer.from('{}'),
      headers: { ...request.headers, 'content-digest': digestOf('{}') },
    }),
    'no Signature-Input that can be read': (request) => ({
      ...request,
      headers: { ...request.headers, 'signature-input': '((' },
    }),
  };
  for (const [name, change] of Object.entries(changes))
    it(`rejects a signed request with ${name}`, async () => {
      assert.equal(verdict(change(await arriving(key)), [key.jwk]), 'signature_invalid');
    });

  it('refuses a signed request with another body under its digest', async () => {
    assert.equal(
      verdict({ ...(await arriving(key)), body: Buffer.from('{}') }, [key.jwk]),
      'digest_mismatch',
    );
  });

  for (const left of SIGNED_COMPONENTS)
    it(`rejects a signed request whose signature leaves out ${left} [SIG-2]`, async () => {
      const fields = SIGNED_COMPONENTS.filter((name) => name !== left);
      assert.equal(verdict(await arriving(key, { fields }), [key.jwk]), 'signature_invalid');
    });

  it('rejects a signed request whose signature covers only a part of a header', async () => {
    const fields = [
      '@method',
      '@authority',
      '@path',
      '@query',
      'content-digest',
      'content-type',
      'idempotency-key',
      '"ucp-agent";key="profile"',
    ];
    assert.equal(verdict(await arriving(key, { fields }), [key.jwk]), 'signature_invalid');
  });

  it('checks a signature’s creation against the clock, with a minute to spare [SIG-6]', async () => {
    const request = await arriving(key);
    assert.equal(verdict(request, [key.jwk], NOW - 50_000), 'holds');
    assert.equal(verdict(request, [key.jwk], NOW - 70_000), 'signature_invalid');
    assert.equal(verdict(request, [key.jwk], NOW + 5 * 60_000), 'holds');
    assert.equal(verdict(request, [key.jwk], NOW + 7 * 60_000), 'signature_invalid');
  });

  it('accepts a signature until the expiry that it states [SIG-6]', async () => {
    const paramValues = { expires: new Date(NOW + 3_600_000) };
    const request = await arriving(key, { paramValues, params: ['created', 'expires', 'keyid'] });
    assert.equal(verdict(request, [key.jwk], NOW + 3_600_000), 'holds');
    assert.equal(verdict(request, [key.jwk], NOW + 3_700_000), 'signature_invalid');
  });

  it('names a key that the profile does not have, or not for this [SIG-5]', async () => {
    const request = await arriving(key);
    assert.equal(verdict(request, [p256Key().jwk]), 'key_not_found');
    assert.equal(verdict(request, [{ ...key.jwk, use: 'enc' }]), 'key_not_found');
    assert.equal(verdict(request, [{ ...key.jwk, key_ops: ['sign'] }]), 'key_not_found');
  });

  it('names a key of an algorithm that is not known here, beside which others are good', async () => {
    const strange = { kid: key.kid, kty: 'AKP', alg: 'ML-DSA-44', pub: 'AA' };
    assert.equal(verdict(await arriving(key), [strange]), 'algorithm_unsupported');
    assert.equal(
      verdict(await arriving(key), [{ kid: 'other', kty: 'AKP' }, { broken: true }, key.jwk]),
      'holds',
    );
  });

  it('rejects a signature in DER instead of raw r and s [SIG-3]', async () => {
    const request = await arriving(key);
    const covered = parseDictionary(request.headers['signature-input'] ?? '').get(
      'sig1',
    ) as CoveredComponents;
    const text = buildSignatureBase(request, covered) ?? assert.fail();
    const der = sign('sha256', Buffer.from(text), key.privateKey).toString('base64');
    const changed = { ...request, headers: { ...request.headers, signature: `sig1=:${der}:` } };
    assert.equal(verdict(changed, [key.jwk]), 'signature_invalid');
  });

  it('reads each header of a signed message once, however many of its members the signature covers', () => {
    const reads: string[] = [];
    const names = Array.from({ length: 500 }, (_, index) => `k${index}`);
    const headers = {
      get members() {
        reads.push('members');
        return names.join(', ');
      },
    };
    const covered: CoveredComponents = [names.map((key) => ['members', new Map([['key', key]])]), new Map()];
    const text = buildSignatureBase({ kind: 'response', status: 200, headers }, covered);
    assert.equal(text?.split('\n').length, names.length + 1);
    assert.deepEqual(reads, ['members']);
  });

  it('rejects a signature for a foreign purpose, and for Web Bot Auth with a key id other than the thumbprint', async () => {
    const params = ['created', 'keyid', 'tag'];
    const foreign = await arriving(key, { params, paramValues: { tag: 'other' } });
    assert.equal(verdict(foreign, [key.jwk]), 'signature_invalid');
    const bot = await arriving(key, { params, paramValues: { tag: 'web-bot-auth' } });
    assert.equal(verdict(bot, [key.jwk]), 'signature_invalid');
    const keyWithId = { ...key, kid: computeThumbprint(key.jwk as never) };
    const good = await arriving(keyWithId, { params, paramValues: { tag: 'web-bot-auth' } });
    assert.equal(verdict(good, [{ ...key.jwk, kid: keyWithId.kid }]), 'holds');
  });

  it('needs one signature that holds, of several [SIG-4]', async () => {
    const other = p256Key();
    const { headers, ...request } = await arriving(key);
    const inputs = String(headers['signature-input']);
    const both = {
      ...headers,
      'signature-input': `${inputs.replace('sig1=', 'sig0=').replace(key.kid, other.kid)}, ${inputs}`,
      signature: `${String(headers.signature).replace('sig1=', 'sig0=')}, ${headers.signature}`,
    };
    assert.equal(verdict({ ...request, headers: both }, [other.jwk, key.jwk]), 'holds');
    assert.equal(verdict({ ...request, headers: both }, [other.jwk]), 'signature_invalid');
  });

  it('reports a missing signature when one of its two headers is absent', async () => {
    const { headers, ...request } = await arriving(key);
    const { signature, ...others } = headers;
    assert.equal(verdict({ ...request, headers: others }, [key.jwk]), 'signature_missing');
  });
});

/**
 * The specification's example of a signed JSON-RPC message, made whole and signed with the key of RFC 9421, B.1.3, by an
 * implementation that is none of ours (the public conformance suite's).
 */
const MESSAGE = {
  url: '/ucp/mcp',
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"complete_checkout","arguments":{"meta":{"ucp-agent":{"profile":"https://platform.example/.well-known/ucp"},"idempotency-key":"550e8400-e29b-41d4-a716-446655440000"},"id":"chk_123","checkout":{"payment":{"instruments":[]}}}}}',
  headers: {
    'content-type': 'application/json',
    'ucp-agent': 'profile="https://platform.example/.well-known/ucp"',
    'idempotency-key': '550e8400-e29b-41d4-a716-446655440000',
    'content-digest': 'sha-256=:SC/tlLr12uuHyzEg2/IAxlT+JXgEdNopNxP8xPeMa1g=:',
    'signature-input':
      'sig1=("@method" "@authority" "@path" "content-digest" "content-type" "ucp-agent" "idempotency-key");keyid="test-key-ecc-p256"',
    signature:
      'sig1=:yc2Bk1wrOsaeiF83el1F1JCBx+Qqs0RC97jcsHjgFAVgMj05l0NkvgZdaG58OvgE+RaX6MyMxbcTZkW7gRd+eg==:',
  },
};

describe('a signed JSON-RPC message', () => {
  const key = RFC_KEYS.ecdsa;
  const arrived = (change: Partial<typeof MESSAGE> = {}): RequestToVerify => {
    const { url, body, headers } = { ...MESSAGE, ...change };
    const addressed = { method: 'POST', scheme: 'https', authority: 'business.example.com' } as const;
    return { kind: 'request', ...addressed, target: url, headers, body: Buffer.from(body) };
  };
  const altered = MESSAGE.body.replace('chk_123', 'chk_124');

  it('holds by the key of its platform, today and later: its idempotency key is signed too [SIG-7]', () => {
    assert.equal(verdict(arrived(), [key]), 'holds');
    assert.equal(verdict(arrived(), [key], NOW + 9_000_000), 'holds');
  });

  it('rejects a signature for another message, with its digest or with the old one [SIG-7]', () => {
    assert.equal(verdict(arrived({ body: altered }), [key]), 'digest_mismatch');
    const headers = { ...MESSAGE.headers, 'content-digest': digestOf(altered) };
    assert.equal(verdict(arrived({ body: altered, headers }), [key]), 'signature_invalid');
  });

  for (const [name, value] of Object.entries({
    'ucp-agent': 'profile="https://other.example/.well-known/ucp"',
    'idempotency-key': '550e8400-e29b-41d4-a716-446655440001',
    'content-type': 'text/plain',
  }))
    it(`rejects a signature with another ${name} [SIG-7]`, () => {
      const headers = { ...MESSAGE.headers, [name]: value };
      assert.equal(verdict(arrived({ headers }), [key]), 'signature_invalid');
    });

  it('rejects a signature at another address, or by another key of that name [SIG-7]', () => {
    assert.equal(verdict(arrived({ url: '/ucp/other/mcp' }), [key]), 'signature_invalid');
    assert.equal(verdict(arrived({ url: '/ucp/mcp?x=1' }), [key]), 'signature_invalid');
    const { jwk } = p256Key('test-key-ecc-p256');
    assert.equal(verdict(arrived(), [jwk]), 'signature_invalid');
    assert.equal(verdict(arrived(), [{ ...key, kid: 'other' }]), 'key_not_found');
  });
});

describe('a message that this service signs', () => {
  const key = p256Key();
  const published = { kid: key.kid, ...createPublicKey(key.privateKey).export({ format: 'jwk' }) };

  it('signs responses that an independent library accepts [SIG-15]', async () => {
    const contentType = 'application/json; charset=utf-8';
    const headers = signResponse({ status: 200, contentType, body: BODY }, key, Date.now());
    assert.equal(headers['content-digest'], digestOf(BODY));
    const message = { status: 200, headers: { 'content-type': contentType, ...headers } };
    const required = ['@status', 'content-digest', 'content-type'];
    assert.equal(await holds(message, [published], required), true);
    assert.equal(await holds({ ...message, status: 201 }, [published], required), false);
  });

  it('holds as a webhook, with all that is sent [SIG-15]', async () => {
    const url = 'https://agent.example/hooks?for=orders';
    const headers = signPost({ url, headers: { 'webhook-id': 'msg_1' }, body: BODY }, key, Date.now());
    const required = [
      '@method',
      '@authority',
      '@path',
      '@query',
      'webhook-id',
      'content-digest',
      'content-type',
    ];
    assert.equal(await holds({ method: 'POST', url, headers }, [published], required), true);
    assert.equal(
      await holds(
        { method: 'POST', url: 'https://other.example/hooks?for=orders', headers },
        [published],
        required,
      ),
      false,
    );
  });
});
