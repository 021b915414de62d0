import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { HOUR_MS } from '../../../src/commerce/time/time.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { cuttingOff } from '../../../testing/cut-off.ts';
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
import { startTestService } from '../../../testing/test-service.ts';

onEveryDatabase('the confirmation of an e-mail address', (database) => {
  const mail = forSuite(() => startMailServer());
  const silent = forSuite(() => startTestService({ database, platforms: [], settings: { SIGN_UP: 'open' } }));
  /** The same installation from the time on at which it sends mail. */
  const running = forSuite(() => {
    const settings = { ...mail.settings, SIGN_UP: 'open' };
    return startTestService({ database, platforms: [], databaseUrl: silent.databaseUrl, settings });
  });
  beforeEach(() => {
    for (const service of [silent, running]) service.advance(HOUR_MS);
  });

  const unproved = async () => {
    const { account } = await signUp(silent);
    const merchant = await signedIn(account.email);
    return { ...merchant, account };
  };
  const signedIn = async (email: string): Promise<Merchant> => {
    const merchant = merchantOf(running);
    bodyOf(200, await merchant.post('/sign-in', { email, password: PASSWORD }));
    return merchant;
  };
  async function mailedToken(merchant: Merchant): Promise<string> {
    bodyOf(200, await merchant.post('/account/email/link'));
    await running.service.backgroundWork.drain();
    return tokenIn(/http\S+confirm-email#\S+/.exec(mail.mails.at(-1)?.text ?? '')?.[0] ?? '');
  }
  const confirm = (merchant: Merchant, token: string) =>
    merchant.post<ErrorBody>('/account/email/confirm', { token });
  const isConfirmed = async (merchant: Merchant) =>
    (await merchant.get('/account/sign-in-methods')).body.email_confirmed;

  it('works once, in a session of the account, and ends what else could act for it', async () => {
    const merchant = await unproved();
    const [elsewhere, script] = [await signedIn(merchant.account.email), await withToken(running, merchant)];
    const stranger = await unproved();
    const token = await mailedToken(merchant);
    assert.equal(await isConfirmed(merchant), false);
    assert.equal((await confirm(merchantOf(running), token)).status, 401);
    assert.equal((await confirm(script, token)).status, 403);
    assert.equal((await confirm(stranger, token)).status, 400);
    const statuses = (await Promise.all([1, 2, 3].map(() => confirm(merchant, token)))).map(
      ({ status }) => status,
    );
    assert.deepEqual(statuses.toSorted(), [200, 400, 400]);
    assert.equal(await isConfirmed(merchant), true);
    for (const other of [elsewhere, script]) assert.equal((await other.get('/me')).status, 401);
    assert.equal((await merchant.post('/account/email/link')).status, 409);
  });

  it('keeps a team together when its owner resets the password later', async () => {
    const owner = await unproved();
    const input = { name: 'Agency' };
    const answer = await owner.post<{ organization: { id: string } }>('/organizations', input);
    const { id } = answer.body.organization;
    const member = await signUpByMail(running, mail);
    const developer = { email: member.account.email, role: 'developer' };
    bodyOf(201, await owner.post(`/organizations/${id}/invitations`, developer));
    await running.service.backgroundWork.drain();
    const text = mail.mails.findLast(({ to }) => to === member.account.email)?.text ?? '';
    const invitation = tokenIn(/http\S+invitation#\S+/.exec(text)?.[0] ?? '');
    bodyOf(200, await member.post('/invitations/accept', { token: invitation }));
    bodyOf(200, await confirm(owner, await mailedToken(owner)));
    bodyOf(200, await merchantOf(running).post('/password-reset', { email: owner.account.email }));
    await running.service.backgroundWork.drain();
    const [, token = ''] = /reset-password#(\S+)/.exec(mail.mails.at(-1)?.text ?? '') ?? [];
    const reset = { token, new_password: 'an even longer password' };
    bodyOf(200, await merchantOf(running).post('/password-reset/confirm', reset));
    const { items } = (await member.get<{ items: object[] }>(`/organizations/${id}/members`)).body;
    assert.equal(items.length, 2);
  });

  it('confirms an address wholly or not at all when cut off, and keeps the link valid', async () => {
    const merchant = await unproved();
    const script = await withToken(running, merchant);
    const token = await mailedToken(merchant);
    const action = "new.action = 'account.address_confirmed'";
    const cut = await cuttingOff(running.databaseUrl, 'insert on audit_entries', action);
    await cut.off();
    assert.equal((await confirm(merchant, token)).status, 500);
    await cut.on();
    await cut.close();
    assert.deepEqual([await isConfirmed(merchant), (await script.get('/me')).status], [false, 200]);
    bodyOf(200, await confirm(merchant, token));
    assert.equal((await script.get('/me')).status, 401);
  });

  it('limits confirmation links to an hour and a few each hour, and refuses them without a mail server', async () => {
    const merchant = await unproved();
    const token = await mailedToken(merchant);
    for (let time = 0; time < 2; time += 1) bodyOf(200, await merchant.post('/account/email/link'));
    assert.equal((await merchant.post('/account/email/link')).status, 429);
    running.advance(HOUR_MS);
    assert.equal((await confirm(merchant, token)).status, 400);
    assert.equal((await (await signUp(silent)).post('/account/email/link')).status, 403);
  });
});
