import { backoffMs } from '../commerce/backoff.ts';
import type { Mail, MailOptions, SendMail } from '../commerce/merchant/mail.ts';
import { DAY_MS, iso, MINUTE_MS } from '../commerce/time.ts';
import type { MailOutbox, QueuedMail } from '../storage/repositories/mail-outbox.ts';

interface MailWork {
  mailOutbox: MailOutbox;
  send: SendMail;
  now: () => number;
  newId: () => string;
  log: { warn(details: object, message: string): void; error(error: unknown, message: string): void };
}

export type MailSending = ReturnType<typeof sendMails>;

const POLL_INTERVAL_MS = 5_000;
const RETRY = { firstMs: 15_000, maxMs: 30 * MINUTE_MS };
/** Longer than one attempt can take. */
const LEASE_MS = 5 * MINUTE_MS;
const EXPIRY_MS = 3 * DAY_MS;

/**
 * Sends mails one after the other, round robin over organizations. A mail is repeated, with the same Message-ID, when the process ends between the server's
 * answer and its record.
 */
export function sendMails(work: MailWork) {
  const { mailOutbox, now, newId, log } = work;
  let sending: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function sendDue(): Promise<void> {
    sending = sending
      .then(() => sendAllDue(work, () => stopped))
      .catch((error) => log.error(error, 'Mails cannot be read'));
    return sending;
  }

  return {
    async enqueue(mail: Mail, options: MailOptions = {}): Promise<void> {
      const { key = newId(), expiresAt = iso(now() + EXPIRY_MS), organizationId } = options;
      await mailOutbox.add(key, mail, { now: iso(now()), expiresAt, organizationId });
      if (timer) void sendDue();
    },
    sendNow: (mail: Mail) => work.send({ ...mail, id: newId() }),
    /** Begins to poll for due mails, which another process may have added. */
    start(): void {
      timer ??= setInterval(() => void sendDue(), POLL_INTERVAL_MS).unref();
    },
    sendDue,
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await sending;
    },
  };
}

async function sendAllDue(work: MailWork, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const now = work.now();
    const mail = await work.mailOutbox.takeDue({
      now: iso(now),
      until: iso(now + LEASE_MS),
      latest: iso(now + RETRY.maxMs + LEASE_MS),
    });
    if (!mail || !(await settle(work, mail))) return;
  }
}

/** Returns false when the mail server fails: further mails wait for the next round. */
async function settle(work: MailWork, mail: QueuedMail): Promise<boolean> {
  const { mailOutbox, send, now, log } = work;
  const { id, attempts, expiresAt } = mail;
  const failure = expiresAt <= iso(now()) ? { reason: 'It has expired.', isFinal: true } : await send(mail);
  if (failure) log.warn({ mailId: id, attempts, reason: failure.reason }, WORDS[`${failure.isFinal}`]);
  const tried = { at: iso(now()), error: failure?.reason ?? null };
  if (!failure || failure.isFinal) await mailOutbox.finish(id, tried);
  else await mailOutbox.postpone(id, iso(now() + backoffMs(attempts, RETRY)), tried);
  return !failure || failure.isFinal;
}

const WORDS = { true: 'A mail was given up', false: 'A mail could not be sent and is tried again' };
