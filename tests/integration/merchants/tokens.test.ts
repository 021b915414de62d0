import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type {
  CreateTokenResponse,
  ListOrganizationAuditEntriesResponse,
  ListStoreAuditEntriesResponse,
  ListTokensResponse,
} from '../../../client/index.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { DAY_MS } from '../../../src/commerce/time/time.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { withService } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { merchantOf, organizationOf, PASSWORD, signUp, withToken } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { storedRows } from '../../../testing/stored.ts';
import type { TestService } from '../../../testing/test-service.ts';

withService('an API token', (running) => {
  const owner = forSuite(() => signUp(running));

  const make = async (input: object) => {
    return bodyOf(201, await owner.post<CreateTokenResponse>('/tokens', input));
  };
  const list = async () => (await owner.get<ListTokensResponse>('/tokens')).body.items;
  const by = (token: string) => merchantOf(running, { authorization: `Bearer ${token}` });

  it('shows an access token once, and opens with it what is its account’s', async () => {
    const created = await make({ name: 'my script' });
    assert.match(created.token, /^uch_[\w-]{43}$/);
    const { token, ...details } = created;
    assert.deepEqual((await list())[0], details);
    assert.deepEqual([details.stores, details.last_used_at], [null, null]);
    const me = await by(token).get('/me');
    assert.deepEqual(me.body, { account: owner.account, via: 'token' });
    assert.deepEqual(me.headers.getSetCookie(), []);
  });

  it('opens stores of its account, to read only and for 90 days, unless it is made for more', async () => {
    assert.deepEqual((await make({ name: 'one store', stores: ['demo-shopify'] })).stores, ['demo-shopify']);
    const stranger = await signUp(running);
    for (const slug of ['demo-shopify', 'no-such-store']) {
      const refused = await stranger.post<ErrorBody>('/tokens', { name: 'not mine', stores: [slug] });
      assert.equal(refused.status, 400);
      assert.equal(refused.body.error, `stores must name stores of yours, not "${slug}".`);
    }
    assert.equal((await owner.post('/tokens', { name: 'none', stores: [] })).status, 400);
    const { scope, created_at: begin, expires_at: end } = await make({ name: 'least' });
    assert.equal(scope, 'read');
    const days = (Date.parse(end ?? '') - Date.parse(begin)) / (24 * 60 * 60_000);
    assert.equal(Math.round(days), 90);
    const lasting = await make({ name: 'lasting', scope: 'manage', expires_in_days: null });
    assert.deepEqual([lasting.scope, lasting.expires_at], ['manage', null]);
    assert.equal((await owner.post('/tokens', { name: 'odd', scope: 'write' })).status, 400);
  });

  it('names the token with its owner in the logs of the store and of the organization', async (t) => {
    const { token } = await make({ name: 'ci', scope: 'manage' });
    bodyOf(200, await by(token).post('/stores/demo-shopify/pause'));
    bodyOf(200, await owner.post('/stores/demo-shopify/resume'));
    const { items } = bodyOf(
      200,
      await owner.get<ListStoreAuditEntriesResponse>('/stores/demo-shopify/audit'),
    );
    const entries = items
      .slice(0, 2)
      .map((entry) => [entry.summary, entry.actor, entry.actor_token, entry.page]);
    assert.deepEqual(entries, [
      ['Store resumed', owner.account.email, null, '/stores/demo-shopify'],
      ['Store paused', owner.account.email, 'ci', '/stores/demo-shopify'],
    ]);
    const merchant = await signUp(running);
    const script = await withToken(running, merchant);
    const shop = await startWooCommerceShop();
    t.after(() => shop.close());
    const { credentials } = shop;
    bodyOf(201, await script.post('/stores', { platform: 'woocommerce', slug: 'by-script', credentials }));
    const path = `/organizations/${await organizationOf(merchant)}/audit`;
    const [entry] = bodyOf(200, await merchant.get<ListOrganizationAuditEntriesResponse>(path)).items;
    assert.deepEqual(
      [entry?.action, entry?.actor_token, entry?.store, entry?.page],
      ['store.connected', 'a script', 'by-script', '/stores/by-script'],
    );
  });

  it('shows when it was last used, to the minute', async () => {
    const { id, token } = await make({ name: 'in use' });
    const lastUse = async () => (await list()).find((each) => each.id === id)?.last_used_at ?? null;
    await by(token).get('/me');
    const first = await lastUse();
    assert.ok(first);
    await by(token).get('/me');
    assert.equal(await lastUse(), first);
    running.advance(60_000);
    await by(token).get('/me');
    assert.ok(((await lastUse()) ?? '') > first);
  });

  it('makes no new ones when it is for some stores', async () => {
    const { token } = await make({ name: 'narrow', stores: ['demo-shopify'], scope: 'manage' });
    const slugs = (await by(token).get<{ items: { slug: string }[] }>('/stores')).body.items;
    assert.deepEqual(pluck(slugs, 'slug'), ['demo-shopify']);
    const store = { platform: 'woocommerce', credentials: running.shop('demo-woocommerce').credentials };
    for (const [path, body] of [
      ['/stores', store],
      ['/stores/check', store],
      ['/pairing-codes', {}],
    ] as const) {
      const { status, body: answer } = await by(token).post<ErrorBody>(path, body);
      assert.deepEqual([status, answer.code], [403, 'forbidden'], path);
    }
  });

  it('prefers a token to a cookie, even a wrong token', async () => {
    const cookie = owner.cookie() ?? '';
    const both = merchantOf(running, { cookie, authorization: 'Bearer uch_wrong' });
    assert.equal((await both.get('/me')).status, 401);
    const proxied = merchantOf(running, { cookie, authorization: `Basic ${btoa('a:b')}` });
    assert.equal((await proxied.get('/me')).body.via, 'session');
  });

  it('opens nothing from the instant of its expiry', async () => {
    const { token, expires_at: end } = await make({ name: 'short-lived', expires_in_days: 1 });
    assert.ok(end);
    const left = Date.parse(end) - running.now();
    running.advance(left - 5_000);
    assert.equal((await by(token).get('/me')).status, 200);
    running.advance(5_000);
    assert.equal((await by(token).get('/me')).status, 401);
    assert.equal((await list()).find(({ name }) => name === 'short-lived')?.expires_at, end);
    for (const days of [0, 1.5, 100_000])
      assert.equal((await owner.post('/tokens', { name: 'odd', expires_in_days: days })).status, 400);
  });

  it('renews a token for the same stores, scope and lifetime, and opens them until it is revoked', async () => {
    const input = { name: 'rotated', stores: ['demo-shopify'], scope: 'manage', expires_in_days: 7 };
    const first = await make(input);
    running.advance(5 * DAY_MS);
    const path = `/tokens/${first.id}/renew`;
    const renewed = bodyOf(201, await owner.post<CreateTokenResponse>(path));
    assert.notEqual(renewed.token, first.token);
    const { name, stores, scope, created_at: begin, expires_at: end } = renewed;
    assert.deepEqual([name, stores, scope], ['rotated', ['demo-shopify'], 'manage']);
    assert.equal(Date.parse(end ?? '') - Date.parse(begin), 7 * DAY_MS);
    for (const { token } of [first, renewed]) {
      const { items } = bodyOf(200, await by(token).get<{ items: { slug: string }[] }>('/stores'));
      assert.deepEqual(pluck(items, 'slug'), ['demo-shopify']);
    }
    bodyOf(200, await owner.delete(`/tokens/${first.id}`));
    assert.deepEqual(
      [(await by(first.token).get('/me')).status, (await by(renewed.token).get('/me')).status],
      [401, 200],
    );
    assert.equal((await owner.delete(`/tokens/${first.id}`)).status, 404);
    assert.ok((await list()).every(({ id }) => id !== first.id));
    assert.equal((await owner.post(path)).status, 404);
  });

  it('outlives a change of the password, and a sign-out', async () => {
    const merchant = await signUp(running);
    const script = await withToken(running, merchant);
    const change = { current_password: PASSWORD, new_password: 'another good password' };
    await merchant.post('/password', change);
    await merchant.post('/sign-out');
    assert.equal((await script.get('/me')).status, 200);
  });

  it('lies nowhere in the clear, nor does a password or what a cookie carries', async () => {
    const { token } = await make({ name: 'secret' });
    await by(token).get('/me');
    const rows = await everythingStored(running);
    assert.ok(rows.includes(owner.account.email), 'this is where accounts are stored');
    const [, cookie = ''] = owner.cookie()?.split('=') ?? [];
    assert.ok(cookie.length > 40);
    for (const secret of [token, token.slice('uch_'.length), PASSWORD, cookie, decodeURIComponent(cookie)])
      assert.ok(!rows.includes(secret));
  });
});

/** All rows; of SQLite also all bytes of its files, where what was deleted may still lie. */
async function everythingStored({ databaseUrl }: TestService): Promise<string> {
  const rows = JSON.stringify(await storedRows(databaseUrl));
  if (!databaseUrl.startsWith('sqlite:')) return rows;
  const file = databaseUrl.slice('sqlite:'.length);
  const files = [file, `${file}-wal`].map((name) => readFile(name, 'latin1').catch(() => ''));
  return [rows, ...(await Promise.all(files))].join('');
}
