import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { HOUR_MS, toIso } from '../../../src/commerce/time/time.ts';
import { createSmtpSender } from '../../../src/outbound/smtp.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { openWithoutMigrating } from '../../../src/storage/engine/database.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { pluck } from '../../../testing/pluck.ts';
import { certificateFor } from '../../../testing/test-authority.ts';
import { serviceOn, startTestService } from '../../../testing/test-service.ts';

const MAIL = { to: 'ann@shop.example', subject: 'A subject', text: 'Grüße!\nhttps://ucp.example/a' };

onEveryDatabase('mails', (database) => {
  const server = forSuite(() => startMailServer());
  const running = forSuite(() => startTestService({ database, platforms: [], settings: server.settings }));
  beforeEach(() => {
    server.mails = [];
    server.refuse = () => undefined;
    server.isCutOff = false;
  });

  const enqueue = (...args: Parameters<NonNullable<typeof running.service.context.mailer>['enqueue']>) =>
    running.service.context.mailer?.enqueue(...args) ?? assert.fail('there is no mailer');
  const sendDue = () => running.service.backgroundWork.drain();

  /** Contents that are stored, sealed ones as they are. */
  async function stored(): Promise<(string | null)[]> {
    await using tables = await openWithoutMigrating(running.databaseUrl);
    const rows = await tables.selectFrom('service_messages').selectAll().execute();
    return rows.map(({ content }) => content);
  }

  it('arrive as plain text from the configured sender, and their text is deleted', async () => {
    await enqueue(MAIL);
    const [waiting] = await stored();
    assert.ok(waiting && !waiting.includes('ann@shop.example'), 'the address is sealed');
    await sendDue();
    const [mail] = server.mails;
    assert.deepEqual(
      { ...mail, text: mail?.text.trim(), messageId: '' },
      { ...MAIL, from: '"Shops" <ucp@example.com>', messageId: '', isSecure: false },
    );
    assert.match(mail?.messageId ?? '', /^<[\w-]+@example\.com>$/);
    assert.deepEqual(await stored(), [null]);
  });

  it('sends a mail once when it is added twice with the same key, also after the first was sent', async () => {
    await Promise.all([enqueue(MAIL, { key: 'alert/1' }), enqueue(MAIL, { key: 'alert/1' })]);
    await sendDue();
    await enqueue(MAIL, { key: 'alert/1' });
    await sendDue();
    assert.equal(server.mails.length, 1);
  });

  it('sends each mail once when several processes send at the same time', async (t) => {
    const other = await serviceOn(running.databaseUrl, { now: running.now }, server.settings);
    t.after(() => other.close());
    for (let number = 0; number < 6; number += 1) await enqueue({ ...MAIL, subject: `${number}` });
    await Promise.all([sendDue(), other.backgroundWork.drain()]);
    assert.deepEqual(server.mails.map(({ subject }) => subject).toSorted(), [...'012345']);
  });

  it('lists queued, sent and failed mails by the operator’s mail status command', async () => {
    const status = async () => {
      const { code, out } = await commandLine(
        running.databaseUrl,
        ['mail', 'status', '--json'],
        '',
        server.settings,
      );
      assert.equal(code, 0, out);
      return JSON.parse(out);
    };
    const { mails } = running.service.context;
    const before = await status();
    server.refuse = () => 451;
    await enqueue(MAIL, { key: 'one' });
    assert.deepEqual([...(await mails.findStates(['one', 'none']))], [['one', 'queued']]);
    await sendDue();
    const waiting = await status();
    assert.equal(waiting.queued, before.queued + 1);
    assert.match(waiting.last_failure.reason, /451/);
    assert.ok(!waiting.last_failure.reason.includes('@'), 'it has no address');
    server.refuse = () => undefined;
    running.advance(HOUR_MS);
    await sendDue();
    assert.deepEqual([...(await mails.findStates(['one']))], [['one', 'sent']]);
    server.refuse = () => 550;
    await enqueue(MAIL, { key: 'two' });
    await sendDue();
    assert.deepEqual([...(await mails.findStates(['two']))], [['two', 'failed']]);
    const after = await status();
    assert.deepEqual(
      [after.queued, after.sent_in_a_day, after.failed_in_a_day],
      [before.queued, before.sent_in_a_day + 1, before.failed_in_a_day + 1],
    );
  });

  it('sends a test mail by a command, which prints what the mail server says', async () => {
    const test = (settings: Record<string, string>) =>
      commandLine(running.databaseUrl, ['mail', 'test', 'ann@shop.example'], '', settings);
    const run = await test(server.settings);
    assert.equal(run.code, 0, run.out);
    assert.match(server.mails[0]?.text ?? '', /^Sent by ucp-host at /m);
    server.refuse = () => 550;
    const refused = await test(server.settings);
    assert.equal(refused.code, 1);
    assert.match(refused.out, /The mail server did not take the mail: EENVELOPE 550/);
    const unset = await test({});
    assert.equal(unset.code, 1);
    assert.match(unset.out, /Set SMTP_URL and MAIL_FROM/);
  });

  it('retries a mail with the same Message-ID when the server refuses for the moment or is cut off', async () => {
    server.refuse = () => 451;
    await enqueue(MAIL);
    await sendDue();
    server.refuse = () => undefined;
    server.isCutOff = true;
    running.advance(HOUR_MS);
    await sendDue();
    server.isCutOff = false;
    await sendDue();
    assert.equal(server.mails.length, 1, 'the second try waits');
    running.advance(HOUR_MS);
    await sendDue();
    const [one, other] = server.mails;
    assert.equal(server.mails.length, 2);
    assert.equal(one?.messageId, other?.messageId);
  });

  it('gives up a mail whose recipient the server refuses, and still sends others', async () => {
    server.refuse = (address) => (address === 'gone@shop.example' ? 550 : undefined);
    await enqueue({ ...MAIL, to: 'gone@shop.example' });
    await enqueue(MAIL);
    await sendDue();
    assert.deepEqual(pluck(server.mails, 'to'), ['ann@shop.example']);
    server.refuse = () => undefined;
    running.advance(HOUR_MS);
    await sendDue();
    assert.equal(server.mails.length, 1);
  });

  it('drops a mail after it has expired', async () => {
    await enqueue(MAIL, { expiresAt: toIso(running.now() + HOUR_MS) });
    running.advance(2 * HOUR_MS);
    await sendDue();
    assert.deepEqual(server.mails, []);
  });

  it('fail with a reason that names no address and no password', async () => {
    server.refuse = () => 550;
    const send = createSmtpSender({ url: server.settings.SMTP_URL, from: server.settings.MAIL_FROM });
    assert.deepEqual(await send({ ...MAIL, id: 'one' }), {
      reason: 'EENVELOPE 550 no ‹address› here',
      isFinal: true,
    });
    const wrong = server.settings.SMTP_URL.replace('smtp-password', 'hidden');
    const failure = await createSmtpSender({ url: wrong, from: server.settings.MAIL_FROM })({
      ...MAIL,
      id: 'one',
    });
    assert.deepEqual(failure, { reason: 'EAUTH 535 wrong password', isFinal: false });
  });

  it('fail with words for an operator who expects TLS where the server does not begin with it', async () => {
    const url = server.settings.SMTP_URL.replace('smtp:', 'smtps:');
    const failure = await createSmtpSender({ url, from: server.settings.MAIL_FROM })({ ...MAIL, id: 'one' });
    assert.match(
      failure?.reason ?? '',
      /^ESOCKET The server does not begin with TLS at this port: write smtp:/,
    );
  });

  it('sends mails from a running service without waiting for a request', async (t) => {
    const serving = await serviceOn(running.databaseUrl, { now: running.now }, server.settings);
    await serving.listen();
    t.after(() => serving.close());
    await serving.context.mailer?.enqueue({ ...MAIL, subject: 'at once' });
    while (server.mails.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(server.mails[0]?.subject, 'at once');
  });
});

describe('mails to a server that offers STARTTLS', () => {
  let server: MailServer;
  let authority: string;
  const trusted = getCACertificates('default');
  before(async () => {
    const certificate = await certificateFor(['mail.example']);
    authority = certificate.authority;
    server = await startMailServer(certificate);
  });
  after(async () => {
    setDefaultCACertificates(trusted);
    await server.close();
  });
  const send = (url = server.settings.SMTP_URL) =>
    createSmtpSender({ url, from: server.settings.MAIL_FROM })({ ...MAIL, id: 'one' });

  it('sends no mail and no password while the mail server’s certificate is not trusted', async () => {
    const failure = await send();
    assert.match(failure?.reason ?? '', /certificate/);
    assert.equal(failure?.isFinal, false);
    assert.deepEqual(server.mails, []);
  });

  it('go over TLS after a sign-in with the password, and fail with a wrong one', async () => {
    setDefaultCACertificates([...trusted, authority]);
    assert.equal(await send(), undefined);
    assert.deepEqual(pluck(server.mails, 'to', 'isSecure'), [[MAIL.to, true]]);
    const wrong = await send(server.settings.SMTP_URL.replace('smtp-password', 'hidden'));
    assert.deepEqual(wrong, { reason: 'EAUTH 535 wrong password', isFinal: false });
  });
});

it('mail settings name what is wrong without the password', () => {
  const read = (settings: Record<string, string>) => () =>
    readConfig({ SECRET_KEY: 'x'.repeat(16), ...settings });
  assert.throws(read({ SMTP_URL: 'smtp://mail.example' }), /MAIL_FROM is required with SMTP_URL/);
  assert.throws(read({ SMTP_URL: 'http://me:hidden@mail.example' }), /SMTP_URL is "http:\/\/me:••••@mail/);
  for (const MAIL_FROM of ['ucp', 'Shops <ucp>', 'a@b.example\r\nBcc: c@d.example'])
    assert.throws(read({ SMTP_URL: 'smtp://mail.example', MAIL_FROM }), /MAIL_FROM is/);
  for (const password of ['hid/den', 'hid?den', 'hid#den', 'hid%den'])
    assert.throws(
      read({ SMTP_URL: `smtp://me:${password}@mail.example:587`, MAIL_FROM: 'ucp@example.com' }),
      /SMTP_URL is "smtp:\/\/me:••••@mail\.example:587"; [^\n]+ # % of the password as %40/,
    );
  const url = 'smtps://me:secret@mail.example:465';
  assert.deepEqual(read({ SMTP_URL: url, MAIL_FROM: 'Shops <ucp@example.com>' })().mail, {
    url,
    from: 'Shops <ucp@example.com>',
  });
});
