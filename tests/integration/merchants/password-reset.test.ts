import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { HOUR_MS } from '../../../src/commerce/time/time.ts';
import { ANSWER_MS } from '../../../src/merchant/identity/password-reset.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { type Merchant, merchantOf, PASSWORD, signUp, signUpByMail } from '../../../testing/merchant.ts';
import { storedRows } from '../../../testing/stored.ts';
import { startTestService } from '../../../testing/test-service.ts';

const NEW_PASSWORD = 'an even longer password';

onEveryDatabase('a password reset', (database) => {
  const server = forSuite(() => startMailServer());
  const waits: number[] = [];
  const overrides = { wait: async (ms: number) => waits.push(ms) };
  const running = forSuite(() =>
    startTestService({ database, platforms: [], settings: server.settings, overrides }),
  );
  before(() => signUp(running));
  beforeEach(() => {
    server.mails = [];
    running.advance(2 * HOUR_MS);
  });

  const person = async () => {
    const account = await signUpByMail(running, server);
    server.mails = [];
    return account;
  };
  const ask = (email: string) => merchantOf(running).post<ErrorBody>('/password-reset', { email });
  const confirm = (token: string, new_password = NEW_PASSWORD) =>
    merchantOf(running).post<ErrorBody>('/password-reset/confirm', { token, new_password });
  const signIn = async (email: string, password: string) =>
    (await merchantOf(running).post('/sign-in', { email, password })).status;

  /** Returns the token of the link in the last mail. */
  async function mailedToken(): Promise<string> {
    await running.service.backgroundWork.drain();
    const [, token] = /\/console\/reset-password#([\w-]+)$/m.exec(server.mails.at(-1)?.text ?? '') ?? [];
    return token ?? assert.fail('no link was mailed');
  }

  it('sets the password by a mailed link, once, and ends all sessions', async () => {
    const merchant = await person();
    const { email } = merchant.account;
    assert.deepEqual((await ask(email.toUpperCase())).body, {});
    const token = await mailedToken();
    assert.equal(server.mails[0]?.to, email);
    assert.ok(server.mails[0]?.text.includes(`${running.baseUrl}/console/reset-password#${token}`));
    assert.ok(
      !JSON.stringify(await storedRows(running.databaseUrl)).includes(token),
      'only its hash is stored',
    );
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400]);
    const spent = answers.find(({ status }) => status === 400);
    assert.deepEqual(spent?.body.details, [{ path: 'token', message: 'was used before or has expired' }]);
    assert.equal((await merchant.get('/me')).status, 401);
    assert.deepEqual([await signIn(email, PASSWORD), await signIn(email, NEW_PASSWORD)], [401, 200]);
  });

  it('leaves no session of the old password, whatever sign-ins are under way', async () => {
    const { email } = (await person()).account;
    await ask(email);
    const token = await mailedToken();
    let isReset = false;
    const sessions: Merchant[] = [];
    const signingIn = async () => {
      while (!isReset) {
        const session = merchantOf(running);
        await session.post('/sign-in', { email, password: PASSWORD });
        sessions.push(session);
      }
    };
    const under = [signingIn(), signingIn(), signingIn()];
    while (sessions.length < 6) await new Promise(setImmediate);
    bodyOf(200, await confirm(token));
    isReset = true;
    await Promise.all(under);
    for (const session of sessions) assert.equal((await session.get('/me')).status, 401);
  });

  it('makes its browser known, so that the owner gets in while strangers have locked the account', async () => {
    const { email } = (await person()).account;
    await ask(email);
    const token = await mailedToken();
    for (let time = 0; time < 5; time += 1) await signIn(email, 'a wrong password');
    assert.equal(await signIn(email, PASSWORD), 429);
    const [line = ''] = (await confirm(token)).headers.getSetCookie();
    const session = merchantOf(running, { cookie: line.split(';')[0] ?? '' });
    bodyOf(200, await session.post('/sign-in', { email, password: NEW_PASSWORD }));
  });

  it('answers the same for an address without an account, and mails nothing', async () => {
    const { email } = (await person()).account;
    const answerOf = async (address: string) => {
      waits.length = 0;
      const { status, body } = await ask(address);
      return { status, body, waits: [...waits] };
    };
    const answer = await answerOf(email);
    assert.deepEqual(answer.waits, [ANSWER_MS]);
    assert.deepEqual(await answerOf('who@shop.example'), answer);
    await running.service.backgroundWork.drain();
    assert.equal(server.mails.length, 1);
  });

  it('refuses a link that has expired, and earlier links once the password is reset', async () => {
    const { email } = (await person()).account;
    await ask(email);
    const expired = await mailedToken();
    running.advance(HOUR_MS);
    assert.equal((await confirm(expired)).status, 400);
    await ask(email);
    const first = await mailedToken();
    await ask(email);
    assert.equal((await confirm(await mailedToken())).status, 200);
    assert.equal((await confirm(first)).status, 400);
    assert.equal(await signIn(email, NEW_PASSWORD), 200);
  });

  it('limits password resets of an address, whether it has an account or not', async () => {
    for (const email of [(await person()).account.email, 'nobody@shop.example']) {
      for (let time = 0; time < 3; time += 1) assert.equal((await ask(email)).status, 200);
      assert.equal((await ask(email)).status, 429);
    }
  });

  it('offers operators a reset link to hand over when no mail is sent, and says so', async () => {
    await using silent = await startTestService({
      database,
      platforms: [],
      databaseUrl: running.databaseUrl,
    });
    const { email } = (await signUp(silent)).account;
    assert.equal((await merchantOf(silent).get('/installation')).body.mail, false);
    const refused = bodyOf(403, await merchantOf(silent).post<ErrorBody>('/password-reset', { email }));
    assert.match(refused.error, /operator/);
    const command = ['users', 'reset-link', email, '--json'];
    const { out } = await commandLine(running.databaseUrl, command, '', { BASE_URL: silent.baseUrl });
    const { url } = JSON.parse(out) as { url: string };
    assert.ok(url.startsWith(`${silent.baseUrl}/console/reset-password#`), url);
    assert.equal((await confirm(url.split('#')[1] ?? '')).status, 200);
    assert.equal(await signIn(email, NEW_PASSWORD), 200);
  });
});
