import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import type { ChangeEmailResponse } from '../../../client/index.ts';
import { HOUR_MS } from '../../../src/commerce/time/time.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import {
  type Merchant,
  merchantOf,
  PASSWORD,
  signUp,
  signUpByMail,
  tokenIn,
  withToken,
} from '../../../testing/merchant.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

onEveryDatabase('the name and e-mail address of an account', (database) => {
  const server = forSuite(() => startMailServer());
  const silent = forSuite(() => startTestService({ database, platforms: [], settings: { SIGN_UP: 'open' } }));
  /** The same installation from the time on at which it sends mail. */
  const running = forSuite(() => {
    const settings = { ...server.settings, SIGN_UP: 'open' };
    return startTestService({ database, platforms: [], databaseUrl: silent.databaseUrl, settings });
  });
  let counter = 0;
  beforeEach(() => {
    server.mails = [];
    for (const service of [silent, running]) service.advance(HOUR_MS);
  });

  const newAddress = () => {
    counter += 1;
    return `new-${counter}@shop.example`;
  };
  const signIn = async (service: TestService, email: string): Promise<Merchant> => {
    const merchant = merchantOf(service);
    bodyOf(200, await merchant.post('/sign-in', { email, password: PASSWORD }));
    return merchant;
  };
  const change = (merchant: Merchant, email: string, current_password = PASSWORD) =>
    merchant.post<ChangeEmailResponse & ErrorBody>('/account/email', { email, current_password });
  const open = (merchant: Merchant, token: string) =>
    merchant.post<ChangeEmailResponse & ErrorBody>('/account/email/change', { token });
  const isConfirmed = async (merchant: Merchant) =>
    (await merchant.get('/account/sign-in-methods')).body.email_confirmed;

  /** Returns the token of the last link that this address was mailed. */
  async function readToken(to: string): Promise<string> {
    await running.service.backgroundWork.drain();
    const text = server.mails.findLast((mail) => mail.to === to)?.text ?? assert.fail(`no mail to ${to}`);
    return tokenIn(/http\S+change-email#\S+/.exec(text)?.[0] ?? assert.fail(text));
  }

  it('changes the name, which the next audit entry carries', async () => {
    const { account, ...merchant } = await signUp(silent);
    const answer = await merchant.put('/account', { name: '  Ann Smith ' });
    assert.partialDeepStrictEqual(bodyOf(200, answer), { account: { id: account.id, name: 'Ann Smith' } });
    assert.partialDeepStrictEqual((await merchant.get('/me')).body, { account: { name: 'Ann Smith' } });
    for (const name of ['', 'x'.repeat(101), 'https://spam.example'])
      assert.equal(
        (await merchant.put<ErrorBody>('/account', { name })).body.details?.[0]?.path,
        'name',
        name,
      );
  });

  it('changes the address after a link to the present one and a link to the new one', async () => {
    const { account, ...merchant } = await signUpByMail(running, server);
    const [elsewhere, script] = [await signIn(running, account.email), await withToken(running, merchant)];
    const email = newAddress();
    const answer = bodyOf(200, await change(merchant, email.toUpperCase()));
    assert.deepEqual([answer.mailed_to, answer.account.email], [account.email, account.email]);
    const approval = await readToken(account.email);
    assert.ok(!server.mails.some(({ to }) => to === email), 'nothing goes to the new address yet');
    assert.equal((await open(merchantOf(running), approval)).status, 401);
    assert.equal((await open(script, approval)).status, 403);
    assert.equal((await open(await signUp(silent), approval)).status, 400);
    const approved = bodyOf(200, await open(merchant, approval));
    assert.deepEqual([approved.mailed_to, approved.account.email], [email, account.email]);
    const confirmation = await readToken(email);
    const answers = await Promise.all([1, 2, 3].map(() => open(merchant, confirmation)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400]);
    const changed = answers.find(({ status }) => status === 200)?.body;
    assert.deepEqual([changed?.mailed_to, changed?.account.email], [null, email]);
    assert.equal(await isConfirmed(merchant), true);
    assert.equal((await elsewhere.get('/me')).status, 401, 'other sessions end');
    assert.equal((await script.get('/me')).status, 200, 'tokens go on');
    assert.equal((await open(merchant, approval)).status, 400, 'older links open nothing');
    await signIn(running, email);
    const former = { email: account.email, password: PASSWORD };
    assert.equal((await merchantOf(running).post('/sign-in', former)).status, 401);
  });

  it('asks an address that was never confirmed for no approval, and ends what came before its first proof', async () => {
    const { account } = await signUp(silent);
    const merchant = await signIn(running, account.email);
    const script = await withToken(running, merchant);
    const email = newAddress();
    assert.equal(bodyOf(200, await change(merchant, email)).mailed_to, email);
    bodyOf(200, await open(merchant, await readToken(email)));
    assert.equal(await isConfirmed(merchant), true);
    assert.equal((await script.get('/me')).status, 401);
  });

  it('changes the address at once, unconfirmed, where the service sends no e-mail', async () => {
    const { account, ...merchant } = await signUp(silent);
    const elsewhere = await signIn(silent, account.email);
    const email = newAddress();
    const answer = bodyOf(200, await change(merchant, email));
    assert.deepEqual([answer.mailed_to, answer.account.email], [null, email]);
    assert.equal(await isConfirmed(merchant), false);
    assert.equal((await elsewhere.get('/me')).status, 401);
    assert.equal((await merchant.get('/me')).status, 200);
    await signIn(silent, email);
  });

  it('refuses a wrong password, the same address, and that of another account', async () => {
    const { account, ...merchant } = await signUp(silent);
    const other = await signUp(silent);
    const wrong = await change(merchant, newAddress(), 'not the password');
    assert.deepEqual([wrong.status, wrong.body.details?.[0]?.path], [400, 'current_password']);
    const same = await change(merchant, account.email.toUpperCase());
    assert.deepEqual([same.status, same.body.details?.[0]?.path], [400, 'email']);
    const refused = await change(merchant, other.account.email);
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
    assert.equal((await merchant.get('/me')).status, 200, 'nothing was changed');
  });

  it('names the address of another account to the person only who reads its mailbox', async () => {
    const [merchant, other] = [await signUpByMail(running, server), await signUpByMail(running, server)];
    assert.equal((await change(merchant, other.account.email)).status, 200);
    bodyOf(200, await open(merchant, await readToken(merchant.account.email)));
    const refused = await open(merchant, await readToken(other.account.email));
    assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  });

  it('forgets a change whose links have expired, and limits its mails', async () => {
    const merchant = await signUpByMail(running, server);
    bodyOf(200, await change(merchant, newAddress()));
    const approval = await readToken(merchant.account.email);
    for (let time = 0; time < 2; time += 1) bodyOf(200, await change(merchant, newAddress()));
    assert.equal((await change(merchant, newAddress())).status, 429);
    running.advance(HOUR_MS);
    assert.equal((await open(merchant, approval)).status, 400);
  });
});
