import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { DAY_MS } from '../../../src/commerce/time/time.ts';
import type { ErrorBody } from '../../../testing/agent.ts';
import { cuttingOff } from '../../../testing/cut-off.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import {
  merchantOf,
  PASSWORD,
  signUp,
  signUpByMail,
  type TestAccount,
  tokenIn,
} from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { storedRows } from '../../../testing/stored.ts';
import { startTestService } from '../../../testing/test-service.ts';

onEveryDatabase('a sign-up where a mail server is set', (database) => {
  const server = forSuite(() => startMailServer());
  const running = forSuite(() =>
    startTestService({ database, platforms: [], settings: { ...server.settings, SIGN_UP: 'open' } }),
  );
  const owner = forSuite(() => signUp(running, { email: 'olga@shop.example' }));
  beforeEach(() => {
    server.mails = [];
    running.advance(DAY_MS);
  });

  const ask = (email: string) => merchantOf(running).post<ErrorBody>('/sign-up/link', { email });
  const confirm = (token: string, password = PASSWORD, merchant = merchantOf(running)) =>
    merchant.post<ErrorBody & { account: TestAccount }>('/sign-up/confirm', { token, name: 'Ann', password });
  const signIn = async (email: string, password = PASSWORD) =>
    (await merchantOf(running).post('/sign-in', { email, password })).status;

  /** Returns the last mail, and the token of its link. */
  async function lastMail() {
    await running.service.backgroundWork.drain();
    const mail = server.mails.at(-1) ?? assert.fail('no mail was sent');
    const [link = ''] = /http\S+#\S+/.exec(mail.text) ?? [];
    return { ...mail, link, token: tokenIn(link) };
  }

  it('gives the first account of an installation at once, and others by a mailed link only', async () => {
    assert.equal((await owner.get('/me')).status, 200);
    const form = { name: 'Ann', password: PASSWORD };
    const refusals = [];
    for (const email of ['ann@shop.example', 'olga@shop.example'])
      refusals.push(await merchantOf(running).post<ErrorBody>('/sign-up', { ...form, email }));
    assert.deepEqual(pluck(refusals, 'status'), [403, 403]);
    assert.equal(refusals[0]?.body.error, refusals[1]?.body.error, 'known or not');
    assert.match(refusals[0]?.body.error ?? '', /sign-up\/link/);
  });

  it('makes a confirmed account by the link, once, and stores only the hash of its token', async () => {
    assert.deepEqual((await ask('Ann@shop.example')).body, {});
    const { link, token, to } = await lastMail();
    assert.deepEqual([to, link], ['ann@shop.example', `${running.baseUrl}/console/confirm#${token}`]);
    assert.equal(await signIn('ann@shop.example'), 401, 'there is no account before');
    const rows = JSON.stringify(await storedRows(running.databaseUrl));
    assert.ok(!rows.includes(token));
    const short = await confirm(token, 'short');
    assert.deepEqual([short.status, short.body.details?.[0]?.path], [400, 'password']);
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400, 400]);
    assert.equal(await signIn('ann@shop.example'), 200);
    const { accounts = [] } = await storedRows(running.databaseUrl);
    const account = accounts
      .map((row) => JSON.parse(String(row)))
      .find(({ email }) => email === 'ann@shop.example');
    assert.equal(account?.email_verified, 1);
  });

  it('answers the same for a known address, whose mail leads to sign-in and to a new password', async () => {
    const bea = await signUpByMail(running, server, { email: 'bea@shop.example' });
    const [member, unknown] = [await ask('bea@shop.example'), await ask('new@shop.example')];
    assert.deepEqual([member.status, member.body], [unknown.status, unknown.body]);
    await running.service.backgroundWork.drain();
    const mail = server.mails.findLast(({ to }) => to === 'bea@shop.example');
    assert.match(mail?.text ?? '', /\/console\/sign-in$/m);
    const [link = ''] = /http\S+reset-password#\S+/.exec(mail?.text ?? '') ?? [];
    assert.equal((await confirm(tokenIn(link))).status, 400, 'a reset link makes no account');
    const reset = { token: tokenIn(link), new_password: 'an even longer password' };
    assert.equal((await merchantOf(running).post('/password-reset/confirm', reset)).status, 200);
    assert.equal((await bea.get('/me')).status, 401);
    assert.equal(await signIn('bea@shop.example', reset.new_password), 200);
  });

  it('mails an address three times an hour, known or not', async () => {
    for (const email of ['olga@shop.example', 'nobody@shop.example']) {
      for (let time = 0; time < 3; time += 1) assert.equal((await ask(email)).status, 200);
      assert.equal((await ask(email)).status, 429);
    }
  });

  it('refuses a link after a day, and one of two links when the other was used', async () => {
    await ask('cid@shop.example');
    const { token: expired } = await lastMail();
    running.advance(DAY_MS);
    assert.equal((await confirm(expired)).status, 400);
    await ask('cid@shop.example');
    const { token: first } = await lastMail();
    await ask('cid@shop.example');
    assert.equal((await confirm((await lastMail()).token)).status, 201);
    assert.equal((await confirm(first, 'a password of somebody else')).status, 409);
    assert.equal(await signIn('cid@shop.example'), 200);
  });

  it('spends its link only with the account that it makes, when that is cut off', async () => {
    await ask('dan@shop.example');
    const { token } = await lastMail();
    const cut = await cuttingOff(
      running.databaseUrl,
      'insert on organizations',
      "new.name = 'Ann''s stores'",
    );
    await cut.off();
    assert.equal((await confirm(token)).status, 500);
    await cut.on();
    await cut.close();
    assert.equal((await confirm(token)).status, 201);
    assert.equal((await confirm(token)).status, 400);
  });

  it('refuses sign-up by mail when sign-up is closed, also by links that were mailed before', async () => {
    await ask('eve@shop.example');
    const { token } = await lastMail();
    const settings = { ...server.settings, SIGN_UP: 'closed' };
    await using closed = await startTestService({
      database,
      platforms: [],
      databaseUrl: running.databaseUrl,
      settings,
    });
    const answers = [
      await merchantOf(closed).post('/sign-up/link', { email: 'eve@shop.example' }),
      await merchantOf(closed).post('/sign-up/confirm', { token, name: 'Eve', password: PASSWORD }),
    ];
    assert.deepEqual(pluck(answers, 'status'), [403, 403]);
  });

  it('refuses sign-up by mail when no mail is sent', async () => {
    await using silent = await startTestService({ database, platforms: [], settings: { SIGN_UP: 'open' } });
    const refused = await merchantOf(silent).post<ErrorBody>('/sign-up/link', { email: 'a@shop.example' });
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  });
});
