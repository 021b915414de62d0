import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { it } from 'node:test';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { expectLogged } from '../../../testing/log-of-tests.ts';
import { startLyingProvider } from '../../../testing/lying-provider.ts';
import { merchantOf, type TestAccount } from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';

type Answers = Parameters<Awaited<ReturnType<typeof startLyingProvider>>['answer']>[1];

const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs with the text of the provider's public key, as if it were a shared secret. */
async function signedByPublicKey(issuer: string, token: string): Promise<string> {
  const { keys } = (await (await fetch(`${issuer}/keys`)).json()) as { keys: [JsonWebKey] };
  const pem = createPublicKey({ key: keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const text = `${part({ alg: 'HS256', kid: 'one' })}.${token.split('.')[1]}`;
  return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
}

onEveryDatabase('an identity provider', (database) => {
  const provider = forSuite(() => startLyingProvider());
  const start = () => startTestService({ database, platforms: [], settings: provider.settings });
  const running = forSuite(start);

  async function signIn(answers: Answers, service = running) {
    const merchant = merchantOf(service);
    const { url } = bodyOf(200, await merchant.post<{ url: string }>('/single-sign-on'));
    const state = provider.answer(url, answers);
    const finished = merchant.post<ErrorBody & { account: TestAccount }>('/single-sign-on/finish', {
      code: 'a code',
      state,
    });
    return { url: new URL(url), ...(await finished) };
  }

  it('accepts claims that the provider’s key has signed, and asks with PKCE and its secret', async () => {
    const { status, body, url } = await signIn({});
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.account.email, 'ann@corp.example');
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
    const { authorization, form } = provider.lastRequest();
    assert.equal(authorization, `Basic ${Buffer.from('us:the+secret').toString('base64')}`);
    assert.match(form?.get('code_verifier') ?? '', /^[\w-]{43}$/);
    assert.equal(form?.get('client_secret'), null);
    const several = { aud: ['other', 'us'], azp: 'us' };
    assert.equal((await signIn({ claims: several })).status, 200);
  });

  it('asks the provider for the profile when the token has no address, and accepts it for the same person only', async () => {
    const claims = { email: undefined };
    assert.equal((await signIn({ claims })).status, 200);
    expectLogged(/did not complete a sign-in/);
    assert.equal((await signIn({ claims, userInfo: { sub: 'bob' } })).status, 503);
  });

  const lies: Record<string, Answers> = {
    'another issuer': { claims: { iss: 'https://other.example' } },
    'another audience': { claims: { aud: 'other' } },
    'several audiences and no authorized party': { claims: { aud: ['us', 'other'] } },
    'another authorized party': { claims: { aud: ['us', 'other'], azp: 'other' } },
    'an authorized party beside our audience alone': { claims: { azp: 'other' } },
    'an end that has passed': { claims: { exp: Math.floor(Date.now() / 1_000) - 61 } },
    'no end': { claims: { exp: undefined } },
    'another nonce': { claims: { nonce: 'other' } },
    'no nonce': { claims: { nonce: undefined } },
    'an empty subject': { claims: { sub: '' } },
    'a subject that is no text': { claims: { sub: 7 } },
    'a foreign signature': { key: other },
    'an unknown key': { header: { kid: 'two' } },
    'another algorithm than the key’s': { header: { alg: 'ES256' } },
    'no algorithm': { header: { alg: 'none' } },
    'no signature': { header: { alg: 'none' }, forge: (token) => token.replace(/[^.]*$/, '') },
    'changed claims': {
      forge: (token) => token.replace(/\.[^.]*\./, `.${part({ sub: 'bob', email: 'bob@corp.example' })}.`),
    },
    'no token at all': { forge: () => 'no token' },
    'an empty token': { forge: () => '' },
    'an answer that is no JSON': { tokens: '<html>' },
    'an endless answer': { tokens: ' '.repeat(2 * 1024 * 1024) },
    'a refused code': { tokens: '{"error":"invalid_grant"}', status: 400 },
    'an error of its own': { tokens: '{}', status: 500 },
  };
  for (const [lie, answers] of Object.entries(lies))
    it(`refuses a sign-in from an identity provider with ${lie}`, async () => {
      expectLogged(/did not complete a sign-in/);
      const { status, body } = await signIn(answers);
      assert.equal(status, 503, JSON.stringify(body));
      assert.match(body.error, /^The identity provider did not complete the sign-in/);
    });

  it('refuses a token that uses the provider’s public key as a shared secret', async () => {
    expectLogged(/did not complete a sign-in/);
    const claims = part({ sub: 'ann' });
    const forged = await signedByPublicKey(provider.issuer, `.${claims}.`);
    assert.equal((await signIn({ forge: () => forged })).status, 503);
  });

  it('refuses an identity provider that calls itself by another name', async () => {
    expectLogged(/did not complete a sign-in/);
    await using fresh = await start();
    provider.configure({ issuer: 'https://other.example' });
    assert.equal((await merchantOf(fresh).post('/single-sign-on')).status, 503);
    provider.configure({});
    assert.equal((await merchantOf(fresh).post('/single-sign-on')).status, 200, 'a failed read is repeated');
  });

  it('gets the secret in the body where it takes it only there', async () => {
    await using fresh = await start();
    provider.configure({ token_endpoint_auth_methods_supported: ['client_secret_post'] });
    assert.equal((await signIn({}, fresh)).status, 200);
    const { authorization, form } = provider.lastRequest();
    assert.deepEqual([authorization, form?.get('client_secret')], [undefined, 'the secret']);
  });
});
