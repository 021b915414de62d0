import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { DAY_MS } from '../../../src/commerce/time/time.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import {
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

interface Invited {
  link: string | null;
  mailed: boolean;
}

onEveryDatabase('an invitation where a mail server is set', (database) => {
  const mail = forSuite(() => startMailServer());
  const running = forSuite(() =>
    startTestService({ database, platforms: [], settings: { ...mail.settings, SIGN_UP: 'open' } }),
  );
  /** First account of the installation, whose address is not proved. */
  const first = forSuite(() => signUp(running, { email: 'first@host.example' }));
  const owner = forSuite(async () => {
    await first.get('/me');
    return signUpByMail(running, mail, { name: 'Olga Owner' });
  });
  beforeEach(() => {
    mail.mails = [];
    running.advance(DAY_MS / 8);
  });

  const inviteFrom = async (merchant: Merchant, email: string) => {
    const path = `/organizations/${await organizationOf(merchant)}/invitations`;
    return bodyOf(201, await merchant.post<Invited>(path, { email, role: 'analyst' }));
  };
  /** Mails of several teams are not sent in the sequence of their invitations. */
  async function mailTo(email: string, { account } = owner) {
    await running.service.backgroundWork.drain();
    const isFrom = ({ to, text }: (typeof mail.mails)[number]) =>
      to === email && text.includes(account.email);
    const last = mail.mails.findLast(isFrom) ?? assert.fail('no mail was sent');
    return { ...last, token: tokenIn(/http\S+invitation#\S+/.exec(last.text)?.[0] ?? '') };
  }
  /** Uses up the mails of a day, and returns the token of the link that is shown then. */
  async function unmailedToken(merchant: Merchant, email: string): Promise<string> {
    let invitation = await inviteFrom(merchant, email);
    while (invitation.mailed) invitation = await inviteFrom(merchant, email);
    return tokenIn(invitation.link ?? assert.fail('no link is shown'));
  }
  const read = async (token: string) =>
    bodyOf(200, await merchantOf(running).post('/invitations/read', { token })).has_account;
  const join = (token: string, merchant = merchantOf(running)) =>
    merchant.post<ErrorBody & { account: TestAccount }>('/invitations/sign-up', {
      token,
      name: 'Mia',
      password: PASSWORD,
    });
  const isConfirmed = async (merchant: Merchant) =>
    (await merchant.get('/account/sign-in-methods')).body.email_confirmed;

  it('mails an invitation’s link, which the inviter is not shown and which proves the address', async () => {
    assert.deepEqual((await inviteFrom(owner, 'Mia@agency.example')).link, null);
    const { token } = await mailTo('mia@agency.example');
    assert.equal(await read(token), false);
    const mia = merchantOf(running);
    assert.equal(bodyOf(201, await join(token, mia)).account.email, 'mia@agency.example');
    assert.equal(await isConfirmed(mia), true);
    assert.equal((await join(token)).status, 404);
  });

  it('mails invitations with a fixed subject and without links or hidden characters of names', async () => {
    const long = 'Security team: sign in at evil.test/login or billing@evil.test, within one hour';
    const stranger = await signUpByMail(running, mail, { name: long });
    const path = `/organizations/${await organizationOf(stranger)}`;
    await stranger.put(path, { name: 'Shop.example/pay \u00AD\u200Bnow' });
    await inviteFrom(stranger, 'nils@agency.example');
    const { subject, text } = await mailTo('nils@agency.example', stranger);
    assert.equal(subject, `You are invited to a team on ${new URL(running.baseUrl).host}`);
    assert.match(text, /^The team calls itself: Shop example pay now$/m);
    assert.match(text, /^Its stores: /m);
    assert.match(text, /^Sent by ucp-host at /m);
    assert.match(text, /^The person's name there: Security team: sign in at evil test logi$/m);
  });

  it('refuses an organization name that holds a link or reverses the text’s direction', async () => {
    const path = `/organizations/${await organizationOf(owner)}`;
    for (const name of ['https://evil.test', 'see www.evil.test', 'a\u202Eb', 'a\u2066b', 'a\nb']) {
      const refused = bodyOf(400, await owner.put<ErrorBody>(path, { name }));
      assert.deepEqual(pluck(refused.details, 'path'), ['name']);
    }
  });

  it('mails an address five invitations a day for an organization, and creates further ones without a mail', async () => {
    const email = 'oscar@agency.example';
    const outcomes: boolean[] = [];
    for (let time = 0; time < 7; time += 1) outcomes.push((await inviteFrom(owner, email)).mailed);
    assert.deepEqual(outcomes, [true, true, true, true, true, false, false]);
    await running.service.backgroundWork.drain();
    assert.equal(mail.mails.filter(({ to }) => to === email).length, 5);
    const second = await owner.post<{ organization: { id: string } }>('/organizations', { name: 'Second' });
    const path = `/organizations/${second.body.organization.id}/invitations`;
    const elsewhere = bodyOf(201, await owner.post<Invited>(path, { email, role: 'analyst' }));
    assert.equal(elsewhere.mailed, false, 'a person sends no more through several organizations');
  });

  it('mails an invitation of one team however often others have invited the address', async () => {
    const email = 'paula@agency.example';
    const stranger = await signUpByMail(running, mail);
    await unmailedToken(stranger, email);
    assert.equal((await inviteFrom(owner, email)).mailed, true);
    assert.equal((await join((await mailTo(email)).token)).status, 201);
  });

  it('makes no account, and reveals none, when it was not mailed', async () => {
    const member = await signUpByMail(running, mail, { email: 'quinn@agency.example' });
    for (const email of ['quinn@agency.example', 'rosa@agency.example']) {
      const token = await unmailedToken(owner, email);
      assert.equal(await read(token), null);
      assert.equal((await join(token)).status, 403);
    }
    const token = await unmailedToken(owner, 'quinn@agency.example');
    bodyOf(200, await member.post('/invitations/accept', { token }));
  });

  it('accepts an invitation for an account of an unproved address with the mailed link only, which proves it', async () => {
    const stranger = await signUpByMail(running, mail);
    const token = await unmailedToken(stranger, 'first@host.example');
    const refused = bodyOf(409, await first.post<ErrorBody>('/invitations/accept', { token }));
    assert.match(refused.error, /Confirm it/);
    const [script, elsewhere] = [await withToken(running, first), merchantOf(running)];
    await elsewhere.post('/sign-in', { email: 'first@host.example', password: PASSWORD });
    await inviteFrom(owner, 'first@host.example');
    const mailed = await mailTo('first@host.example');
    assert.equal(await read(mailed.token), true);
    bodyOf(200, await first.post('/invitations/accept', { token: mailed.token }));
    assert.equal(await isConfirmed(first), true);
    for (const other of [script, elsewhere]) assert.equal((await other.get('/me')).status, 401);
  });
});
