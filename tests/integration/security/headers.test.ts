import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databases } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';

const [sqlite] = databases;
const database = sqlite ?? assert.fail('no database');

/** One request for each kind of answer, including a refusal before routing. */
const PLACES = [
  '/',
  '/console/',
  '/console/assets/none.js',
  '/docs',
  '/guides',
  '/guides/policy',
  '/openapi.json',
  '/api/merchant/installation',
  '/api/merchant/stores',
  '/api/connector/status',
  '/api/ucp/demo-shopify',
  '/api/ucp/demo-shopify/catalog/search?q=mug',
  '/api/ucp/nobody',
  '/ucp/demo-shopify/buy/damaged',
  '/ucp/demo-shopify/buy/problem/damaged',
  '/ucp/demo-shopify/buy/%',
  '/webhooks/demo-shopify',
  '/%',
  '/nowhere',
];

describe('every answer', () => {
  const running = forSuite(() => startTestService({ database }));
  const secure = forSuite(() =>
    startTestService({ database, settings: { BASE_URL: 'https://ucp.example' } }),
  );
  /** Listening address behind the TLS proxy. */
  const behindProxy = () => {
    const [address] = secure.service.server.addresses();
    return `http://127.0.0.1:${typeof address === 'object' ? address.port : ''}`;
  };

  for (const place of PLACES)
    it(`${place} forbids content sniffing, frames and foreign referrers`, async () => {
      const { headers } = await fetch(running.baseUrl + place, { redirect: 'manual' });
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.match(
        headers.get('content-security-policy') ?? '',
        /default-src 'none'.*frame-ancestors 'none'/,
      );
      assert.match(headers.get('referrer-policy') ?? '', /^(no-referrer|same-origin)$/);
      assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/);
      assert.equal(headers.get('strict-transport-security'), null, 'it is reached by http');
    });

  it('sends HSTS only when the service is reached by https', async () => {
    for (const place of PLACES) {
      const { headers } = await fetch(behindProxy() + place, { redirect: 'manual' });
      assert.match(headers.get('strict-transport-security') ?? '', /max-age=\d{7,}/, place);
    }
  });

  it('lets only scripts of this host run, on the console, the reference and the guides', async () => {
    const policyOf = async (place: string) =>
      (await fetch(running.baseUrl + place)).headers.get('content-security-policy') ?? '';
    assert.doesNotMatch(await policyOf('/ucp/demo-shopify/buy/problem/damaged'), /script-src/);
    for (const place of ['/docs', '/guides', '/console/'])
      assert.match(await policyOf(place), /script-src 'self'(;|$).*connect-src 'self'(;|$)/);
    for (const place of ['/docs', '/guides', '/console/', '/ucp/demo-shopify/buy/problem/damaged'])
      assert.doesNotMatch(await policyOf(place), /unsafe-eval|\*/);
  });

  it('sets a cookie only for who signs in, and one that no script reads', async () => {
    for (const place of PLACES) {
      const { headers } = await fetch(running.baseUrl + place, { redirect: 'manual' });
      assert.deepEqual(headers.getSetCookie(), [], place);
    }
    const merchant = await signUp({ baseUrl: behindProxy() });
    assert.match(merchant.cookie() ?? '', /^__Secure-ucp-host\.session_token=/);
    assert.equal((await merchant.get('/me')).status, 200);
    const answer = await merchant.post('/sign-in', {
      email: merchant.account.email,
      password: 'a long enough password',
    });
    const cookies = answer.headers.getSetCookie();
    assert.ok(cookies.length > 0);
    for (const cookie of cookies)
      for (const flag of [/; HttpOnly/i, /; Secure/i, /; SameSite=(Lax|Strict)/i, /; Path=\//i])
        assert.match(cookie.replace(/=[^;]+/, '=…'), flag);
  });
});
