import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { computeCode } from '../../../src/accounts/totp.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { cuttingOff } from '../../../testing/cut-off.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signInAtProvider, startIdentityProvider } from '../../../testing/identity-provider.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import {
  joinAs,
  type Merchant,
  merchantOf,
  organizationOf,
  PASSWORD,
  signUp,
  signUpByMail,
  type TestAccount,
  tokenIn,
  withToken,
} from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { startTestService } from '../../../testing/test-service.ts';

type Organization = { id: string; name: string; role: string };
type Store = { slug: string };

const OWN_PASSWORD = 'a password of her own';

/** The classes of attacks are those of Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022. */
onEveryDatabase('an account that a stranger made with the address of another person', (database) => {
  const mail = forSuite(() => startMailServer());
  const provider = forSuite(() => startIdentityProvider());
  const silent = forSuite(() =>
    startTestService({ database, settings: { ...provider.settings, SIGN_UP: 'open' } }),
  );
  /** The same installation from the time on at which it sends mail. */
  const running = forSuite(() => {
    const settings = { ...provider.settings, ...mail.settings, SIGN_UP: 'open' };
    return startTestService({ database, databaseUrl: silent.databaseUrl, settings });
  });
  before(async () => {
    provider.allow(running.baseUrl);
    await signUp(silent, { email: 'operator@host.example' });
  });

  let number = 0;
  const freshAddress = () => {
    number += 1;
    return `vera${number}@shop.example`;
  };
  /** The stranger's account of the victim's address, from when the service sent no mail. */
  const squat = (email = freshAddress()) => signUp(silent, { email, name: 'Mallory' });
  /** Signs the stranger in where mail is sent by now. */
  async function onMailHost(email: string): Promise<Merchant> {
    const merchant = merchantOf(running);
    bodyOf(200, await merchant.post('/sign-in', { email, password: PASSWORD }));
    return merchant;
  }
  const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

  async function mailedResetToken(email: string): Promise<string> {
    bodyOf(200, await merchantOf(running).post('/password-reset', { email }));
    await running.service.backgroundWork.drain();
    const text = mail.mails.findLast(({ to }) => to === email)?.text ?? '';
    return /reset-password#([\w-]+)/.exec(text)?.[1] ?? assert.fail(`no link in ${text}`);
  }
  const reset = (token: string) =>
    merchantOf(running).post<ErrorBody>('/password-reset/confirm', { token, new_password: OWN_PASSWORD });
  /** The victim proves the address by a mailed link, and signs in with a password of hers. */
  async function prove(email: string): Promise<Merchant & { account: TestAccount }> {
    bodyOf(200, await reset(await mailedResetToken(email)));
    return signIn(email);
  }
  async function signIn(email: string): Promise<Merchant & { account: TestAccount }> {
    const owner = merchantOf(running);
    const form = { email, password: OWN_PASSWORD };
    const { account } = bodyOf(200, await owner.post<{ account: TestAccount }>('/sign-in', form));
    return { ...owner, account: account ?? assert.fail('a code is asked for') };
  }
  const organizations = async (merchant: Merchant) =>
    (await merchant.get<{ items: Organization[] }>('/organizations')).body.items;
  async function signOn(login: string, path = '/single-sign-on', merchant = merchantOf(running)) {
    const { url } = bodyOf(200, await merchant.post<{ url: string }>(path));
    const parameters = Object.fromEntries(await signInAtProvider(url, login));
    return merchant.post<ErrorBody & { account: TestAccount }>('/single-sign-on/finish', parameters);
  }

  describe('an account in a classic-federated merge', () => {
    it('keeps a squatted account apart from the identity that the provider has verified', async () => {
      const mallory = await squat();
      const { email, id } = mallory.account;
      provider.persons.set(email, { email, email_verified: true });
      const refused = await signOn(email);
      assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
      const vera = await prove(email);
      assert.notEqual(vera.account.id, id);
      assert.equal((await signOn(email)).body.account.id, vera.account.id);
      assert.equal(await statusOf(mallory.get('/me')), 401);
      const old = { email, password: PASSWORD };
      assert.equal(await statusOf(merchantOf(running).post('/sign-in', old)), 401);
    });
  });

  describe('an address with an unexpired session', () => {
    it('ends sessions and tokens at the first proof of the address', async () => {
      const mallory = await squat();
      const script = await withToken(silent, mallory);
      const readings = () => Promise.all([mallory, script].map((each) => statusOf(each.get('/me'))));
      assert.deepEqual(await readings(), [200, 200]);
      const vera = await prove(mallory.account.email);
      assert.deepEqual(await readings(), [401, 401]);
      assert.deepEqual((await vera.get<{ items: object[] }>('/tokens')).body.items, []);
      const { body } = await vera.get<{ items: { current: boolean }[] }>('/account/sessions');
      assert.deepEqual(pluck(body.items, 'current'), [true]);
    });

    it('leaves nothing that requests under way at the proof would add', async () => {
      const mallory = await squat();
      const { email } = mallory.account;
      const token = await mailedResetToken(email);
      let proved = false;
      const added: string[] = [];
      const adding = async (add: () => Promise<void>) => {
        while (!proved) await add();
      };
      const sessions: Merchant[] = [];
      const attackers = [
        adding(async () => {
          const { body } = await mallory.post<{ token?: string }>('/tokens', { name: 'a script' });
          if (body.token !== undefined) added.push(body.token);
        }),
        adding(async () => {
          const session = merchantOf(silent);
          await session.post('/sign-in', { email, password: PASSWORD });
          sessions.push(session);
        }),
        adding(async () => {
          await mallory.post('/organizations', { name: 'Trojan' });
        }),
      ];
      while (added.length < 3 || sessions.length < 3) await new Promise(setImmediate);
      bodyOf(200, await reset(token));
      proved = true;
      await Promise.all(attackers);
      const vera = await signIn(email);
      for (const secret of added)
        assert.equal(
          await statusOf(merchantOf(running, { authorization: `Bearer ${secret}` }).get('/me')),
          401,
        );
      for (const session of sessions) assert.equal(await statusOf(session.get('/me')), 401);
      assert.deepEqual((await vera.get<{ items: object[] }>('/tokens')).body.items, []);
      assert.ok((await organizations(vera)).every(({ role }) => role === 'owner'));
    });
  });

  describe('an account with a trojan identifier', () => {
    it('ends authenticator apps, recovery codes, passkeys and identities at the first proof', async () => {
      const mallory = await squat();
      const { email, id } = mallory.account;
      const form = { current_password: PASSWORD };
      const { secret } = bodyOf(200, await mallory.post<{ secret: string }>('/account/second-factor', form));
      const code = computeCode(secret, Math.floor(silent.now() / 30_000));
      bodyOf(200, await mallory.post('/account/second-factor/confirm', { code }));
      const login = `mallory of ${email}`;
      await using tables = await openDatabase(silent.databaseUrl);
      const at = new Date().toISOString();
      const identity = { issuer: provider.issuer, subject: login, accountId: id, createdAt: at };
      await tables.insertInto('account_identities').values(identity).execute();
      const passkey = {
        id,
        accountId: id,
        name: 'trojan',
        credentialId: id,
        publicKey: 'key',
        counter: 0,
      };
      await tables
        .insertInto('passkeys')
        .values({ ...passkey, createdAt: at })
        .execute();
      provider.persons.set(login, { email: 'mallory@evil.example', email_verified: true });

      const vera = await prove(email);
      const { body } = await vera.get('/account/sign-in-methods');
      assert.deepEqual(body.second_factor, { enabled: false, recovery_codes_left: 0 });
      assert.deepEqual([body.passkeys, body.has_password], [[], true]);
      assert.deepEqual(body.single_sign_on, { label: 'Test login', connected: false });
      assert.notEqual((await signOn(login)).body.account?.id, vera.account.id);
    });

    it('leaves every team that was joined before, and connects stores in an organization of its own', async () => {
      const mallory = await squat();
      const { email } = mallory.account;
      const team = await signUpByMail(running, mail, { name: 'Victim Shop Ltd' });
      const invitation = { email, role: 'developer' };
      const path = `/organizations/${await organizationOf(team)}/invitations`;
      const silentTeam = merchantOf(silent, { cookie: team.cookie() ?? '' });
      const { link } = bodyOf(201, await silentTeam.post<{ link: string }>(path, invitation));
      bodyOf(200, await mallory.post('/invitations/accept', { token: tokenIn(link) }));
      const input = { name: 'Vera Ltd' };
      const answer = bodyOf(201, await mallory.post<{ organization: Organization }>('/organizations', input));
      const own = `/organizations/${answer.organization.id}`;
      const accomplice = await signUp(silent);
      const coOwner = { email: accomplice.account.email, role: 'owner' };
      const invited = bodyOf(201, await mallory.post<{ link: string }>(`${own}/invitations`, coOwner));
      bodyOf(200, await accomplice.post('/invitations/accept', { token: tokenIn(invited.link) }));

      const vera = await prove(email);
      assert.deepEqual(pluck(await organizations(vera), 'role'), ['owner']);
      const { credentials } = running.shop('demo-woocommerce');
      const slug = `store-of-${number}`;
      const store = { platform: 'woocommerce', credentials, slug };
      bodyOf(201, await vera.post('/stores', store));
      for (const other of [team, accomplice]) {
        const { body } = await other.get<{ items: Store[] }>('/stores');
        assert.ok(!body.items.some((item) => item.slug === slug));
      }
      const log = `/organizations/${await organizationOf(team)}/audit`;
      const { items } = (await team.get<{ items: { action: string }[] }>(log)).body;
      assert.equal(items[0]?.action, 'member.left');
    });

    it('keeps an organization that has no other owner, without its other members', async () => {
      const owner = await squat();
      const admin = await signUp(silent);
      await joinAs('admin', owner, admin);
      const { credentials } = running.shop('demo-woocommerce');
      const slug = `kept-by-${number}`;
      bodyOf(201, await owner.post('/stores', { platform: 'woocommerce', credentials, slug }));
      const vera = await prove(owner.account.email);
      assert.equal(await statusOf(vera.get(`/stores/${slug}`)), 200);
      assert.equal(await statusOf(admin.get(`/stores/${slug}`)), 404);
    });
  });

  describe('an account with an unexpired e-mail change', () => {
    it('finishes nothing that was begun before the first proof', async () => {
      const mallory = await squat();
      const { email } = mallory.account;
      const there = await onMailHost(email);
      const older = await mailedResetToken(email);
      bodyOf(200, await there.post('/account/email/link'));
      await running.service.backgroundWork.drain();
      const confirmation = tokenIn(/http\S+confirm-email#\S+/.exec(mail.mails.at(-1)?.text ?? '')?.[0] ?? '');
      const elsewhere = { email: freshAddress(), current_password: PASSWORD };
      bodyOf(200, await there.post('/account/email', elsewhere));
      await running.service.backgroundWork.drain();
      const change = tokenIn(/http\S+change-email#\S+/.exec(mail.mails.at(-1)?.text ?? '')?.[0] ?? '');
      const accomplice = await signUpByMail(running, mail);
      const team = `/organizations/${await organizationOf(mallory)}/invitations`;
      const invited = { email: accomplice.account.email, role: 'owner' };
      const { link } = bodyOf(201, await mallory.post<{ link: string }>(team, invited));
      const form = { current_password: PASSWORD };
      const app = bodyOf(200, await mallory.post<{ secret: string }>('/account/second-factor', form));
      const pairing = bodyOf(201, await mallory.post<{ id: string }>('/pairing-codes', {}));
      provider.persons.set(email, { email, email_verified: true });
      const { url } = bodyOf(200, await there.post<{ url: string }>('/account/single-sign-on'));
      const answer = Object.fromEntries(await signInAtProvider(url, email));

      const vera = await prove(email);
      const code = computeCode(app.secret, Math.floor(running.now() / 30_000));
      const late = [
        [400, reset(older)],
        [401, there.post('/account/second-factor/confirm', { code })],
        [401, there.post('/account/email/confirm', { token: confirmation })],
        [400, vera.post('/account/email/confirm', { token: confirmation })],
        [401, there.post('/account/email/change', { token: change })],
        [400, vera.post('/account/email/change', { token: change })],
        [404, accomplice.post('/invitations/accept', { token: tokenIn(link) })],
        [400, there.post('/single-sign-on/finish', answer)],
        [404, vera.get(`/pairing-codes/${pairing.id}`)],
      ] as const;
      for (const [status, answered] of late) assert.equal(await statusOf(answered), status);
      assert.equal(await statusOf(vera.get('/me')), 200);
    });
  });

  describe('single sign-on at a non-verifying identity provider', () => {
    it('believes no address that the provider has not verified, or that only looks like it', async () => {
      const email = `kelvin${number}@shop.example`;
      const owner = await signUpByMail(running, mail, { email });
      const lying = [
        { email, email_verified: false },
        { email },
        {},
        { email: email.replace('k', '\u212A'), email_verified: true },
      ];
      for (const person of lying) {
        provider.persons.set('liar', person);
        assert.equal((await signOn('liar')).status, 403);
        assert.equal((await signOn('liar', '/account/single-sign-on', owner)).status, 403);
      }
    });
  });

  it('begins anew wholly or not at all, when the proof is cut off, and the link stays valid', async () => {
    const mallory = await squat();
    const { email } = mallory.account;
    const token = await mailedResetToken(email);
    const cut = await cuttingOff(
      running.databaseUrl,
      'insert on audit_entries',
      "new.action = 'account.restarted'",
    );
    await cut.off();
    assert.equal((await reset(token)).status, 500);
    await cut.on();
    await cut.close();
    assert.equal(await statusOf(mallory.get('/me')), 200);
    assert.equal(await statusOf(mallory.get('/tokens')), 200);
    bodyOf(200, await reset(token));
    assert.equal(await statusOf(mallory.get('/me')), 401);
    await signIn(email);
  });

  it('keeps everything of an account whose address was proved before', async () => {
    const vera = await signUpByMail(running, mail, { email: freshAddress() });
    const script = await withToken(running, vera);
    const again = await prove(vera.account.email);
    assert.equal(again.account.id, vera.account.id);
    assert.deepEqual([await statusOf(vera.get('/me')), await statusOf(script.get('/me'))], [401, 200]);
  });
});
