import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MINUTE_MS } from '../../../src/commerce/time/time.ts';
import type { Answer, ErrorBody } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { type Merchant, merchantOf, PASSWORD, signUp } from '../../../testing/merchant.ts';
import { passkeyDevice } from '../../../testing/passkey-device.ts';
import { pluck } from '../../../testing/pluck.ts';
import { storedRows } from '../../../testing/stored.ts';
import { startTestService } from '../../../testing/test-service.ts';

interface Challenge {
  options: { challenge: string; userVerification?: string; excludeCredentials?: { id: string }[] };
}
type Device = ReturnType<typeof passkeyDevice>;
type Use = Parameters<Device['use']>[1];

onEveryDatabase('a passkey', (database) => {
  const running = forSuite(() => startTestService({ database, platforms: [] }));
  const device = (options?: Parameters<typeof passkeyDevice>[1]) => passkeyDevice(running.baseUrl, options);

  function bodyOf<Body>(status: number, answer: Answer<Body>): Body {
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    return answer.body;
  }

  async function beginAdding(merchant: Merchant): Promise<Challenge['options']> {
    const asking = merchant.post<Challenge>('/account/passkeys/begin', { current_password: PASSWORD });
    return bodyOf(200, await asking).options;
  }

  const add = (merchant: Merchant, response: object) =>
    merchant.post<ErrorBody>('/account/passkeys', { name: 'Work laptop', response });

  /** Signs up a merchant whose device has a passkey of the account. */
  async function withPasskey(options?: Parameters<typeof passkeyDevice>[1]) {
    const merchant = await signUp(running);
    const own = device(options);
    bodyOf(201, await add(merchant, own.make(await beginAdding(merchant))));
    return { merchant, own };
  }

  async function beginSignIn(browser: Merchant): Promise<Challenge['options']> {
    return bodyOf(200, await browser.post<Challenge>('/passkey-sign-in')).options;
  }

  const finish = (browser: Merchant, response: object) =>
    browser.post<ErrorBody & { account: { id: string } }>('/passkey-sign-in/finish', { response });

  async function signIn(own: Device, use?: Use) {
    const browser = merchantOf(running);
    return finish(browser, own.use(await beginSignIn(browser), use));
  }

  const passkeysOf = async (merchant: Merchant) => {
    const { body } = await merchant.get<{
      passkeys: { id: string; name: string; last_used_at: string | null }[];
    }>('/account/sign-in-methods');
    return body.passkeys;
  };

  const refused = ({ status, body }: Answer<ErrorBody>) => {
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(body.error, /^The passkey was not accepted/);
  };

  it('adds a passkey with an entry in the audit log, and signs in with it', async () => {
    const { merchant, own } = await withPasskey();
    const browser = merchantOf(running);
    const challenge = await beginSignIn(browser);
    assert.equal(challenge.userVerification, 'required');
    const { account } = bodyOf(200, await finish(browser, own.use(challenge)));
    assert.equal(account.id, merchant.account.id);
    assert.equal((await browser.get('/me')).status, 200);
    const [passkey] = await passkeysOf(merchant);
    assert.equal(passkey?.name, 'Work laptop');
    assert.ok(Date.parse(passkey?.last_used_at ?? '') <= running.now());
    const entries = ((await storedRows(running.databaseUrl)).audit_entries ?? []).map(String);
    assert.equal(
      entries.filter((row) => row.includes('passkey_added') && row.includes(account.id)).length,
      1,
    );
    const { excludeCredentials } = await beginAdding(merchant);
    assert.deepEqual(pluck(excludeCredentials ?? [], 'id'), [own.use(challenge).id]);
  });

  it('signs in again and again on a device that does not count', async () => {
    const { own } = await withPasskey({ counts: false });
    for (let time = 0; time < 3; time += 1) bodyOf(200, await signIn(own));
  });

  it('begins one session of ten concurrent answers to one challenge, and none by a later one', async () => {
    const { own } = await withPasskey();
    const browser = merchantOf(running);
    const challenge = await beginSignIn(browser);
    const cookie = browser.cookie() ?? '';
    const response = own.use(challenge);
    const raced = Array.from({ length: 10 }, () => finish(merchantOf(running, { cookie }), response));
    const statuses = (await Promise.all(raced)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 400)]);
    refused(await finish(merchantOf(running, { cookie }), own.use(challenge)));
  });

  it('refuses a passkey in a browser other than the one that was asked, and after five minutes', async () => {
    const { own } = await withPasskey();
    refused(await finish(merchantOf(running), own.use(await beginSignIn(merchantOf(running)))));
    const late = merchantOf(running);
    const challenge = await beginSignIn(late);
    running.advance(5 * MINUTE_MS);
    refused(await finish(late, own.use(challenge)));
  });

  it('refuses a passkey with a stale counter, of another page, without its person or with a foreign signature', async () => {
    const { own } = await withPasskey();
    bodyOf(200, await signIn(own, { counter: 7 }));
    refused(await signIn(own, { counter: 7 }));
    refused(await signIn(own, { counter: 3 }));
    refused(await signIn(own, { origin: 'https://evil.example' }));
    refused(await signIn(own, { isVerified: false }));
    const browser = merchantOf(running);
    const challenge = await beginSignIn(browser);
    refused(await finish(browser, { ...device().use(challenge), id: own.use(challenge).id }));
    bodyOf(200, await signIn(own, { counter: 20 }));
  });

  it('refuses a malformed passkey answer, never with a 500', async () => {
    const { own } = await withPasskey();
    const whole = own.use(await beginSignIn(merchantOf(running)));
    for (const response of [
      {},
      { ...whole.response, clientDataJSON: '' },
      { ...whole.response, clientDataJSON: Buffer.from('null').toString('base64url') },
      { ...whole.response, authenticatorData: 'AA' },
      { ...whole.response, signature: 7, userHandle: {} },
    ]) {
      const browser = merchantOf(running);
      await beginSignIn(browser);
      assert.equal((await finish(browser, { ...whole, response })).status, 400, JSON.stringify(response));
    }
    const merchant = await signUp(running);
    for (const attestationObject of ['', 'AA', 'o2NmbXRkbm9uZQ', 7]) {
      const passkey = device().make(await beginAdding(merchant));
      const response = { ...passkey.response, attestationObject };
      assert.equal((await add(merchant, { ...passkey, response })).status, 400, String(attestationObject));
    }
  });

  it('refuses to add a passkey of another account, or by an answer to another or an answered challenge', async () => {
    const [merchant, other] = [await signUp(running), await signUp(running)];
    const challenge = await beginAdding(other);
    const begun = (other.cookie() ?? '').split('; ').at(-1);
    const own = (merchant.cookie() ?? '').split('; ')[0];
    const mixed = merchantOf(running, { cookie: `${own}; ${begun}` });
    refused(await add(mixed, device().make(challenge)));
    refused(await add(merchant, device().make(await beginSignIn(merchant))));
    const answered = await beginAdding(merchant);
    bodyOf(201, await add(merchant, device().make(answered)));
    refused(await add(merchant, device().make(answered)));
    assert.equal((await passkeysOf(merchant)).length, 1);
    const { own: foreign } = await withPasskey();
    refused(await add(other, foreign.make(await beginAdding(other))));
    assert.deepEqual(await passkeysOf(other), []);
  });

  it('signs in no more once it is removed, also when it was asked for before', async () => {
    const { merchant, own } = await withPasskey();
    const browser = merchantOf(running);
    const challenge = await beginSignIn(browser);
    const [passkey = assert.fail('it is listed')] = await passkeysOf(merchant);
    bodyOf(200, await merchant.delete(`/account/passkeys/${passkey.id}`));
    refused(await finish(browser, own.use(challenge)));
    refused(await signIn(own));
  });

  it('refuses to add a passkey by a session that has ended', async () => {
    const merchant = await signUp(running);
    const challenge = await beginAdding(merchant);
    const elsewhere = merchantOf(running);
    await elsewhere.post('/sign-in', { email: merchant.account.email, password: PASSWORD });
    bodyOf(200, await elsewhere.post('/account/sessions/end-others'));
    assert.equal((await add(merchant, device().make(challenge))).status, 401);
    assert.deepEqual(await passkeysOf(elsewhere), []);
  });

  it('limits an account to twenty passkeys, also in raced additions that began before', async () => {
    const { merchant } = await withPasskey();
    const begun: { browser: Merchant; response: object }[] = [];
    for (let passkeys = 1; passkeys < 23; passkeys += 1) {
      const response = device().make(await beginAdding(merchant));
      begun.push({ browser: merchantOf(running, { cookie: merchant.cookie() ?? '' }), response });
    }
    const answers = await Promise.all(begun.map(({ browser, response }) => add(browser, response)));
    const refusals = answers.filter(({ status }) => status !== 201);
    assert.deepEqual(pluck(refusals, 'status'), [409, 409, 409]);
    assert.match(refusals[0]?.body.error ?? '', /^An account has at most 20 passkeys/);
    assert.equal((await passkeysOf(merchant)).length, 20);
    const again = await merchant.post('/account/passkeys/begin', { current_password: PASSWORD });
    assert.equal(again.status, 409);
  });
});
