import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../../../src/settings/config.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase, withService } from '../../../testing/everywhere.ts';
import { merchantOf, organizationOf, PASSWORD, signUp } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { storedRows } from '../../../testing/stored.ts';
import { startTestService } from '../../../testing/test-service.ts';

type SignedUp = { account: { id: string } };

const DAY_MS = 24 * 60 * 60_000;

withService('an account', (running) => {
  it('gets the stores without an owner when it is the first, and no later one does', async () => {
    const visitor = merchantOf(running);
    const empty = await visitor.get('/installation');
    assert.deepEqual([empty.body.first_run, empty.body.sign_up], [true, 'open']);
    assert.equal(empty.body.base_url, running.baseUrl);
    const first = await signUp(running);
    await signUp(running);
    const owners = (await running.service.stores.list()).map(({ organizationId }) => organizationId);
    const organization = await organizationOf(first);
    assert.deepEqual(owners, [organization, organization]);
    assert.equal((await running.service.stores.find('demo-shopify'))?.organizationId, organization);
    assert.equal((await visitor.get('/installation')).body.first_run, false);
  });

  it('signs up, out and in', async () => {
    const merchant = await signUp(running, { email: 'Ann@Shop.Example', name: ' Ann ' });
    assert.deepEqual([merchant.account.email, merchant.account.name], ['ann@shop.example', 'Ann']);
    assert.deepEqual((await merchant.get('/me')).body, { account: merchant.account, via: 'session' });
    const cookie = merchant.cookie() ?? '';
    assert.equal((await merchant.post('/sign-out')).status, 200);
    assert.equal((await merchant.get('/me')).status, 401);
    assert.equal((await merchantOf(running, { cookie }).get('/me')).status, 401, 'the session is over');
    const answer = await merchant.post('/sign-in', { email: 'ANN@shop.example', password: PASSWORD });
    assert.deepEqual([answer.status, answer.body], [200, { account: merchant.account }]);
    assert.notEqual(merchant.cookie(), cookie, 'each sign-in has a session of its own');
    assert.equal((await merchant.get('/me')).status, 200);
  });

  it('reads whether it is signed in, and as which account, without a refusal', async () => {
    const merchant = await signUp(running);
    const accountOf = async (who: { get: typeof merchant.get }) => {
      const { status, body, headers } = await who.get('/session');
      return { status, body, cookies: headers.getSetCookie() };
    };
    const own = await accountOf(merchant);
    assert.deepEqual([own.status, own.body], [200, { account: merchant.account }]);
    const cookie = merchant.cookie() ?? '';
    await merchant.post('/sign-out');
    const strangers = [
      merchantOf(running),
      merchantOf(running, { cookie }),
      merchantOf(running, { cookie: `${cookie}x` }),
      merchantOf(running, { authorization: 'Bearer uch_nothing' }),
    ];
    for (const stranger of strangers)
      assert.deepEqual(await accountOf(stranger), { status: 200, body: { account: null }, cookies: [] });
  });

  it('creates one account for each e-mail address, whatever its case and however many sign up at once', async () => {
    const form = { name: 'Twin', password: PASSWORD };
    const addresses = ['twin@shop.example', 'TWIN@shop.example', 'Twin@Shop.Example'];
    const answers = await Promise.all(
      addresses.map((email) => merchantOf(running).post<SignedUp>('/sign-up', { ...form, email })),
    );
    assert.deepEqual(pluck(answers, 'status'), [201, 201, 201]);
    assert.equal(new Set(answers.map(({ body }) => body.account.id)).size, 1, 'the same password signs in');
    const late = merchantOf(running);
    const refused = await late.post<ErrorBody>('/sign-up', {
      ...form,
      email: 'twin@shop.example',
      password: 'another good password',
    });
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
    assert.equal(late.cookie(), undefined);
  });

  it('gets an error that names the wrong member of the form', async () => {
    const { post } = merchantOf(running);
    const right = { name: 'Ann', email: 'ann.b@shop.example', password: PASSWORD };
    const wrongs: [object, string, RegExp][] = [
      [{ ...right, password: 'short' }, 'password', /at least 10/],
      [{ ...right, password: 'x'.repeat(129) }, 'password', /128/],
      [{ ...right, email: 'nobody' }, 'email', /e-mail address/],
      [{ ...right, name: ' ' }, 'name', /empty/],
      [{ ...right, name: 'Ann\u0000' }, 'name', /control characters/],
      [{ email: right.email, password: PASSWORD }, 'name', /a string/],
    ];
    for (const [form, path, words] of wrongs) {
      const body = bodyOf(400, await post<ErrorBody>('/sign-up', form));
      assert.deepEqual(pluck(body.details, 'path'), [path]);
      assert.match(body.error, words);
    }
  });

  it('sets a cookie that no script reads and no foreign page’s request carries', async () => {
    const answer = await merchantOf(running).post('/sign-up', {
      name: 'Ann',
      email: 'cookie@shop.example',
      password: PASSWORD,
    });
    const [device = '', line = '', ...others] = answer.headers.getSetCookie();
    assert.deepEqual(others, []);
    const setCookie =
      /^ucp-host\.device=[\w-]+\.[\w-]+; Max-Age=31536000; Path=\/api\/merchant; HttpOnly; SameSite=Lax$/;
    assert.match(device, setCookie);
    assert.match(line, /^ucp-host\.session_token=/);
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=604800'])
      assert.ok(line.includes(`; ${flag}`), line);
    assert.doesNotMatch(line, /Secure|Domain/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  it('acts for its own pages and for scripts, never for a foreign page', async () => {
    const merchant = await signUp(running);
    const token = { name: 'made by a page' };
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: running.baseUrl, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of foreign) {
      const { status, body } = await merchant.post<ErrorBody>('/tokens', token, headers);
      assert.deepEqual([status, body.code], [403, 'forbidden'], JSON.stringify(headers));
    }
    const own: Record<string, string>[] = [
      {},
      { origin: running.baseUrl },
      { origin: running.baseUrl, 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of own)
      assert.equal((await merchant.post('/tokens', token, headers)).status, 201, JSON.stringify(headers));
    const read = await merchant.get('/me', { origin: 'https://evil.example' });
    assert.equal(read.headers.get('access-control-allow-origin'), null);
  });

  it('changes its password, which ends every other session', async () => {
    const merchant = await signUp(running);
    const { email } = merchant.account;
    const elsewhere = merchantOf(running);
    await elsewhere.post('/sign-in', { email, password: PASSWORD });
    const before = merchant.cookie() ?? '';
    const input = { new_password: 'another good password' };
    const wrong = await merchant.post<ErrorBody>('/password', {
      current_password: 'not my password',
      ...input,
    });
    assert.equal(wrong.status, 400);
    assert.deepEqual(pluck(wrong.body.details, 'path'), ['current_password']);
    assert.equal((await elsewhere.get('/me')).status, 200);
    const short = await merchant.post<ErrorBody>('/password', {
      current_password: PASSWORD,
      new_password: 'short',
    });
    assert.match(short.body.error, /new_password must have at least 10/);

    const changed = await merchant.post('/password', { current_password: PASSWORD, ...input });
    assert.deepEqual([changed.status, changed.body], [200, {}]);
    assert.equal((await merchant.get('/me')).status, 200);
    assert.equal((await elsewhere.get('/me')).status, 401);
    assert.equal((await merchantOf(running, { cookie: before }).get('/me')).status, 401);
    assert.equal((await elsewhere.post('/sign-in', { email, password: PASSWORD })).status, 401);
    assert.equal((await elsewhere.post('/sign-in', { email, password: input.new_password })).status, 200);
  });

  it('stays signed in while it is used once a week, and is signed out after a week without use', async () => {
    const merchant = await signUp(running);
    for (let day = 0; day < 18; day += 6) {
      running.advance(6 * DAY_MS);
      await running.settle();
      const { status, headers } = await merchant.get('/me');
      assert.equal(status, 200);
      assert.match(headers.get('set-cookie') ?? '', /^ucp-host\.session_token=[\w-]{43}; Max-Age=604800; /);
    }
    assert.equal((await merchant.get('/me')).headers.get('set-cookie'), null, 'it was extended a moment ago');
    running.advance(7 * DAY_MS);
    assert.equal((await merchant.get('/me')).status, 401);
    await running.settle();
    assert.equal((await merchant.get('/me')).status, 401);
  });

  it('refuses a session token that is read from the database', async () => {
    const merchant = await signUp(running);
    const rows = (await storedRows(running.databaseUrl)).account_sessions ?? [];
    const hashes = rows.map((row) => JSON.parse(String(row)).token_hash);
    const cookie = merchant.cookie() ?? '';
    assert.ok(hashes.length > 0 && !hashes.some((hash) => cookie.includes(hash)));
    const name = cookie.split('=')[0];
    for (const hash of hashes)
      assert.equal((await merchantOf(running, { cookie: `${name}=${hash}` }).get('/me')).status, 401);
  });
});

onEveryDatabase('the first account', (database) => {
  it('makes exactly one of several simultaneous sign-ups the first account', async () => {
    await using running = await startTestService({ database });
    const merchants = await Promise.all([1, 2, 3, 4].map(() => signUp(running)));
    const organizations = await Promise.all(merchants.map((merchant) => organizationOf(merchant)));
    const owners = new Set((await running.service.stores.list()).map(({ organizationId }) => organizationId));
    assert.equal(owners.size, 1);
    const [owner] = owners;
    assert.ok(organizations.some((id) => id === owner));
  });

  it('refuses every account but the first when sign-up is for the first, also of several at once', async () => {
    await using running = await startTestService({ database, settings: { SIGN_UP: 'first' } });
    const ask = (email: string) =>
      merchantOf(running).post<ErrorBody>('/sign-up', { name: 'Ann', email, password: PASSWORD });
    const answers = await Promise.all([1, 2, 3, 4].map((number) => ask(`ann${number}@shop.example`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403, 403, 403]);
    const late = await ask('late@shop.example');
    assert.deepEqual([late.status, late.body.code], [403, 'forbidden']);
    const { body } = await merchantOf(running).get('/installation');
    assert.deepEqual([body.first_run, body.sign_up], [false, 'closed']);
  });

  for (const policy of ['first', 'open'] as const)
    it(`keeps the installation from strangers after the last account was removed when sign-up is ${policy}`, async () => {
      await using running = await startTestService({ database, settings: { SIGN_UP: policy } });
      const owner = await signUp(running);
      for (const slug of ['demo-shopify', 'demo-woocommerce'])
        bodyOf(200, await owner.delete(`/stores/${slug}`, { confirm: slug }));
      const left = await commandLine(running.databaseUrl, ['users', 'remove', owner.account.email, '--yes']);
      assert.equal(left.code, 0, left.out);
      const stranger = merchantOf(running);
      const { body } = await stranger.get('/installation');
      assert.deepEqual([body.first_run, body.sign_up], [false, policy === 'open' ? 'open' : 'closed']);
      const form = { name: 'Stranger', email: 'stranger@evil.example', password: PASSWORD };
      assert.equal((await stranger.post('/sign-up', form)).status, policy === 'open' ? 201 : 403);
    });

  it('limits sign-up in production to the first account unless SIGN_UP says otherwise', () => {
    const production = { NODE_ENV: 'production', SECRET_KEY: 'sixteen characters' };
    assert.equal(readConfig(production).signUp, 'first');
    assert.equal(readConfig({ ...production, SIGN_UP: 'open' }).signUp, 'open');
    assert.equal(readConfig({}).signUp, 'open');
  });

  it('cannot be made from outside where sign-up is closed', async () => {
    await using running = await startTestService({ database, settings: { SIGN_UP: 'closed' } });
    const visitor = merchantOf(running);
    const { body } = await visitor.get('/installation');
    assert.deepEqual([body.first_run, body.sign_up], [true, 'closed']);
    const form = { name: 'Ann', email: 'ann@shop.example', password: PASSWORD };
    assert.equal((await visitor.post('/sign-up', form)).status, 403);
  });
});
