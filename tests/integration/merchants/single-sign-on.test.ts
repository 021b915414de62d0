import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MINUTE_MS } from '../../../src/commerce/time/time.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signInAtProvider, startIdentityProvider } from '../../../testing/identity-provider.ts';
import { expectLogged } from '../../../testing/log-of-tests.ts';
import {
  type Merchant,
  merchantOf,
  organizationOf,
  PASSWORD,
  signUp,
  type TestAccount,
  tokenIn,
} from '../../../testing/merchant.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

type Finished = ErrorBody & { account: TestAccount };

onEveryDatabase('single sign-on', (database) => {
  const provider = forSuite(() => startIdentityProvider({ claimsInToken: database.name === 'SQLite' }));
  const running = forSuite(() => startTestService({ database, platforms: [], settings: provider.settings }));
  before(async () => {
    provider.allow(running.baseUrl);
  });

  const begin = async (merchant: Merchant, path = '/single-sign-on', form?: object) => {
    const body = bodyOf(200, await merchant.post<{ url: string }>(path, form));
    return body.url;
  };
  const finish = (merchant: Merchant, parameters: URLSearchParams) =>
    merchant.post<Finished>('/single-sign-on/finish', Object.fromEntries(parameters));
  const signIn = async (login: string, merchant = merchantOf(running)) =>
    finish(merchant, await signInAtProvider(await begin(merchant), login));

  it('makes an account for a verified address, and finds it again when the address changes', async () => {
    provider.persons.set('ann', { email: 'Ann@corp.example', email_verified: true, name: 'Ann' });
    assert.equal((await merchantOf(running).get('/installation')).body.single_sign_on, 'Test login');
    const merchant = merchantOf(running);
    const answer = await signIn('ann', merchant);
    assert.deepEqual([answer.status, answer.body.account?.email], [200, 'ann@corp.example']);
    assert.equal((await merchant.get('/me')).status, 200);
    provider.persons.set('ann', { email: 'ann.new@corp.example', email_verified: true });
    assert.equal((await signIn('ann')).body.account.id, answer.body.account.id);
    const { body } = await merchant.get('/account/sign-in-methods');
    assert.deepEqual(body.single_sign_on, { label: 'Test login', connected: true });
    assert.equal(body.has_password, false);
    assert.equal((await merchant.delete('/account/single-sign-on')).status, 409, 'the only way in');
  });

  it('lets an account without a password set one, once of two attempts at the same time', async () => {
    provider.persons.set('sara', { email: 'sara@corp.example', email_verified: true, name: 'Sara' });
    const sara = merchantOf(running);
    await signIn('sara', sara);
    const again = merchantOf(running);
    await signIn('sara', again);
    const answers = await Promise.all([
      sara.post('/password', { new_password: PASSWORD }),
      again.post('/password', { new_password: `${PASSWORD} of another` }),
    ]);
    const statuses = answers.map(({ status }) => status).toSorted();
    assert.equal(statuses[0], 200);
    assert.ok([401, 409, 400].includes(statuses[1] ?? 0), `${statuses}`);
    const password = answers[0]?.status === 200 ? PASSWORD : `${PASSWORD} of another`;
    const signedIn = merchantOf(running);
    bodyOf(200, await signedIn.post('/sign-in', { email: 'sara@corp.example', password }));
    const repeated = await signedIn.post<ErrorBody>('/password', { new_password: 'yet another password' });
    assert.equal(repeated.status, 400);
    assert.equal(repeated.body.error, 'current_password is required.');
    assert.equal((await signedIn.get('/account/sign-in-methods')).body.has_password, true);
    bodyOf(200, await signedIn.delete('/account/single-sign-on'));
  });

  it('connects an account of the address only when it signs in itself, so that no stranger waits in it', async () => {
    const merchant = await signUp(running);
    const { email, id } = merchant.account;
    provider.persons.set('carl', { email, email_verified: true });
    const refused = await signIn('carl');
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
    const parameters = await signInAtProvider(await begin(merchant, '/account/single-sign-on'), 'carl');
    const connected = await finish(merchant, parameters);
    assert.deepEqual([connected.status, connected.body.account?.id], [200, id]);
    assert.equal((await signIn('carl')).body.account.id, id);
    assert.equal((await merchant.delete('/account/single-sign-on')).status, 200);
    assert.equal((await signIn('carl')).body.account.id, id, 'the address is verified now');
  });

  it('signs no second person of the provider in to the account of an address that the first had before', async () => {
    provider.persons.set('olaf', { email: 'sales@corp.example', email_verified: true, name: 'Olaf' });
    const olaf = await signIn('olaf');
    provider.persons.delete('olaf');
    provider.persons.set('petra', { email: 'sales@corp.example', email_verified: true, name: 'Petra' });
    const petra = merchantOf(running);
    const refused = await signIn('petra', petra);
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
    assert.equal((await petra.get('/me')).status, 401);
    provider.persons.set('olaf', { email: 'olaf@corp.example', email_verified: true });
    assert.equal((await signIn('olaf')).body.account.id, olaf.body.account.id);
  });

  it('connects one person of the provider with an account, the last one that connects', async () => {
    const merchant = await signUp(running);
    const { email, id } = merchant.account;
    for (const login of ['first', 'second']) {
      provider.persons.set(login, { email, email_verified: true });
      const parameters = await signInAtProvider(await begin(merchant, '/account/single-sign-on'), login);
      assert.equal((await finish(merchant, parameters)).body.account.id, id);
    }
    assert.equal((await signIn('second')).body.account.id, id);
    assert.equal((await signIn('first')).status, 409);
  });

  it('connects one of two persons with the same address who sign in at once', async () => {
    const merchant = await signUp(running);
    const { email } = merchant.account;
    provider.persons.set('zero', { email, email_verified: true });
    const own = await signInAtProvider(await begin(merchant, '/account/single-sign-on'), 'zero');
    bodyOf(200, await finish(merchant, own));
    bodyOf(200, await merchant.delete('/account/single-sign-on'));
    const browsers = await Promise.all(
      ['one', 'two'].map(async (login) => {
        provider.persons.set(login, { email, email_verified: true });
        const browser = merchantOf(running);
        return { browser, parameters: await signInAtProvider(await begin(browser), login) };
      }),
    );
    const answers = await Promise.all(browsers.map(({ browser, parameters }) => finish(browser, parameters)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  });

  it('connects no identity of another address, and none for another session', async () => {
    const [merchant, stranger] = [await signUp(running), await signUp(running)];
    provider.persons.set('dora', { email: 'dora@corp.example', email_verified: true });
    const parameters = await signInAtProvider(await begin(merchant, '/account/single-sign-on'), 'dora');
    assert.equal((await finish(stranger, parameters)).status, 400);
    assert.equal((await finish(merchant, parameters)).status, 409);
  });

  it('completes single sign-on only in the browser that began it, once, and within ten minutes', async () => {
    expectLogged(/did not complete a sign-in/);
    provider.persons.set('eve', { email: 'eve@corp.example', email_verified: true });
    const merchant = merchantOf(running);
    const parameters = await signInAtProvider(await begin(merchant), 'eve');
    const stranger = merchantOf(running);
    assert.deepEqual((await finish(stranger, parameters)).body.details?.[0]?.path, 'state');
    await begin(stranger);
    assert.equal((await finish(stranger, parameters)).status, 400, 'another sign-in’s state');
    const cookie = merchant.cookie() ?? '';
    assert.equal((await finish(merchant, parameters)).status, 200);
    const again = await finish(merchantOf(running, { cookie }), parameters);
    assert.equal(again.status, 503, 'the provider refuses a used code');
    const late = merchantOf(running);
    const lateParameters = await signInAtProvider(await begin(late), 'eve');
    running.advance(10 * MINUTE_MS);
    assert.equal((await finish(late, lateParameters)).status, 400);
  });

  it('makes no account where sign-up is closed, unless the provider may sign up', async (t) => {
    provider.persons.set('fred', { email: 'fred@corp.example', email_verified: true });
    const start = async (OIDC_SIGN_UP: string) => {
      const settings = { ...provider.settings, SIGN_UP: 'closed', OIDC_SIGN_UP, BASE_URL: running.baseUrl };
      const service = await startTestService({
        database,
        platforms: [],
        databaseUrl: running.databaseUrl,
        settings,
      });
      t.after(() => service.close());
      const merchant = merchantOf({ baseUrl: `http://127.0.0.1:${portOf(service)}` });
      return finish(merchant, await signInAtProvider(await begin(merchant), 'fred'));
    };
    assert.equal((await start('off')).status, 403);
    assert.equal((await start('on')).status, 200);
  });

  describe('single sign-on of an invited person', () => {
    let team: string;
    const owner = forSuite(() => signUp(running));
    before(async () => {
      // Past the limit of sign-ons of a network.
      running.advance(15 * MINUTE_MS);
      team = `/organizations/${await organizationOf(owner)}`;
    });
    const invite = async (email: string) => {
      const { body } = await owner.post<{ link: string }>(`${team}/invitations`, { email, role: 'analyst' });
      return tokenIn(body.link);
    };
    const join = async (login: string, invitation: string, merchant = merchantOf(running)) =>
      finish(
        merchant,
        await signInAtProvider(await begin(merchant, '/single-sign-on', { invitation }), login),
      );
    const emails = async () => {
      const { body } = await owner.get<{ items: { email: string; role: string }[] }>(`${team}/members`);
      return body.items.map(({ email, role }) => `${email} ${role}`);
    };

    it('makes an account of the verified address that is a member, also where sign-up is closed', async () => {
      provider.persons.set('gina', { email: 'Gina@corp.example', email_verified: true });
      const invitation = await invite('gina@corp.example');
      const settings = { ...provider.settings, SIGN_UP: 'closed', BASE_URL: running.baseUrl };
      await using closed = await startTestService({
        database,
        platforms: [],
        databaseUrl: running.databaseUrl,
        settings,
      });
      const gina = merchantOf({ baseUrl: `http://127.0.0.1:${portOf(closed)}` });
      const answer = await join('gina', invitation, gina);
      assert.deepEqual([answer.status, answer.body.account?.email], [200, 'gina@corp.example']);
      assert.ok((await emails()).includes('gina@corp.example analyst'));
      const { body } = await gina.get<{ items: object[] }>('/organizations');
      assert.equal(body.items.length, 1, 'none of its own');
      const again = await merchantOf(running).post<ErrorBody>('/single-sign-on', { invitation });
      assert.equal(again.status, 404, 'used up');
    });

    it('joins with the account of the identity, and once when two browsers finish together', async () => {
      provider.persons.set('hugo', { email: 'hugo@corp.example', email_verified: true });
      const member = await signIn('hugo');
      const invitation = await invite('hugo@corp.example');
      const browsers = await Promise.all(
        [1, 2].map(async () => {
          const merchant = merchantOf(running);
          const url = await begin(merchant, '/single-sign-on', { invitation });
          return { merchant, parameters: await signInAtProvider(url, 'hugo') };
        }),
      );
      const answers = await Promise.all(browsers.map((each) => finish(each.merchant, each.parameters)));
      const joined = answers.filter(({ status }) => status === 200);
      assert.ok(joined.length >= 1);
      for (const { body } of joined) assert.equal(body.account.id, member.body.account.id);
      for (const { status } of answers) assert.ok([200, 404].includes(status), String(status));
      assert.equal((await emails()).filter((each) => each === 'hugo@corp.example analyst').length, 1);
    });

    it('refuses another address than the invited one, an unverified one, and an unproved account', async () => {
      provider.persons.set('ida', { email: 'ida@corp.example', email_verified: true });
      provider.persons.set('jan', { email: 'invited@corp.example', email_verified: false });
      const invitation = await invite('invited@corp.example');
      const before = await emails();
      const merchant = merchantOf(running);
      const refused = await join('ida', invitation, merchant);
      assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
      assert.match(refused.body.error, /invited@corp\.example.+ida@corp\.example/);
      assert.equal((await merchant.get('/me')).status, 401, 'nobody is signed in');
      assert.equal((await join('jan', invitation)).status, 403);
      const squatter = await signUp(running);
      provider.persons.set('kai', { email: squatter.account.email, email_verified: true });
      assert.equal((await join('kai', await invite(squatter.account.email))).status, 409);
      provider.persons.set('lea', { email: 'lea@corp.example', email_verified: true });
      assert.equal((await signIn('lea')).status, 200);
      provider.persons.set('lea', { email: 'lea.new@corp.example', email_verified: true });
      assert.equal((await join('lea', await invite('lea.new@corp.example'))).status, 409);
      assert.deepEqual(await emails(), before);
    });
  });

  it('says in words that the provider does not answer', async () => {
    expectLogged(/did not complete a sign-in/);
    const settings = { ...provider.settings, OIDC_ISSUER: 'http://127.0.0.1:1' };
    await using service = await startTestService({ database, platforms: [], settings });
    const refused = bodyOf(503, await merchantOf(service).post<ErrorBody>('/single-sign-on'));
    assert.match(refused.error, /^The identity provider does not answer as it should/);
    bodyOf(401, await merchantOf(service).post('/sign-in', { email: 'a@b.example', password: PASSWORD }));
  });

  it('logs for the operator that the provider does not accept the secret', async () => {
    expectLogged(/check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/);
    const settings = { ...provider.settings, OIDC_CLIENT_SECRET: 'another secret' };
    await using service = await startTestService({ database, platforms: [], settings });
    provider.allow(service.baseUrl);
    provider.persons.set('ola', { email: 'ola@corp.example', email_verified: true });
    const merchant = merchantOf(service);
    const parameters = await signInAtProvider(await begin(merchant), 'ola');
    bodyOf(503, await finish(merchant, parameters));
  });
});

function portOf({ service }: TestService): number {
  const address = service.server.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

it('single sign-on needs all of its settings', () => {
  const read = (settings: Record<string, string>) => () => readConfig(settings);
  const OIDC_ISSUER = 'https://login.example.com';
  assert.throws(read({ OIDC_ISSUER }), /OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are required/);
  assert.throws(read({ OIDC_ISSUER: 'login.example.com' }), /OIDC_ISSUER is/);
  assert.equal(read({})().singleSignOn, undefined);
});
