import type {
  Mailer,
  MailOptions,
  MessageKind,
  SendMail,
  ServiceMessage,
} from '../commerce/merchant/mail.ts';
import type { Store } from '../commerce/store/store.ts';
import { computeBackoffMs } from '../commerce/time/backoff.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../commerce/time/time.ts';
import type { DueMessage, ServiceMessages } from '../storage/repositories/jobs/service-messages.ts';
import type { SitePairing } from '../store-platforms/pairing.ts';
import type { WorkOfLane } from './runner.ts';

interface MessageWork {
  serviceMessages: ServiceMessages;
  sendMail: SendMail | undefined;
  pairing(platform: string): SitePairing;
  now: () => number;
  newId: () => string;
  log: { warn(details: object, message: string): void };
}

export type MessageSending = ReturnType<typeof sendMessages>;

interface Pace {
  retry: Parameters<typeof computeBackoffMs>[1];
  expiryMs: number;
  concurrency: number;
}

const PACES: Record<MessageKind, Pace> = {
  mail: { retry: { firstMs: 15_000, maxMs: 30 * MINUTE_MS }, expiryMs: 3 * DAY_MS, concurrency: 1 },
  /** A site that does not answer until it expires is gone, and its keys with it. */
  unpair: { retry: { firstMs: MINUTE_MS, maxMs: 12 * HOUR_MS }, expiryMs: 7 * DAY_MS, concurrency: 4 },
};
/** Longer than one attempt can take. */
const LEASE_MS = 5 * MINUTE_MS;

/** Sends messages, those of each kind round robin over organizations; at least once, a repeated mail with the same Message-ID. */
export function sendMessages(work: MessageWork) {
  const { serviceMessages, sendMail, now, newId } = work;
  const kinds: MessageKind[] = sendMail ? ['mail', 'unpair'] : ['unpair'];

  async function enqueue(message: ServiceMessage, options: MailOptions = {}): Promise<void> {
    const { expiryMs } = PACES[message.kind];
    const { key = newId(), expiresAt = toIso(now() + expiryMs), organizationId } = options;
    await serviceMessages.add(key, message, { now: toIso(now()), expiresAt, organizationId });
  }

  const mailer: Mailer | undefined = sendMail && {
    enqueue: (mail, options) => enqueue({ kind: 'mail', content: mail }, options),
    sendNow: (mail) => sendMail({ ...mail, id: newId() }),
  };

  return {
    mailer,
    async notifyUnpaired({ platform, organizationId }: Store, credentials: unknown): Promise<void> {
      const content = { platform, credentials };
      await enqueue({ kind: 'unpair', content }, { organizationId: organizationId ?? undefined });
    },
    lanes: kinds.map((kind): WorkOfLane => {
      return { concurrency: PACES[kind].concurrency, restMs: 0, runNext: () => sendNext(work, kind) };
    }),
    /** Makes messages due that a wrong clock has postponed. */
    async recallLate(): Promise<void> {
      for (const kind of kinds) {
        const latest = toIso(now() + PACES[kind].retry.maxMs + LEASE_MS);
        await serviceMessages.recallLate(kind, { now: toIso(now()), latest });
      }
    },
  };
}

/** Returns false when none is due, or the server of all mails fails: further ones wait for the next poll. */
async function sendNext(work: MessageWork, kind: MessageKind): Promise<boolean> {
  const { serviceMessages, now, log } = work;
  const message = await serviceMessages.takeDue(kind, { now: toIso(now()), until: toIso(now() + LEASE_MS) });
  if (!message) return false;
  const { id, attempts, expiresAt } = message;
  const hasExpired = expiresAt <= toIso(now());
  const failure = hasExpired ? { reason: 'It has expired.', isFinal: true } : await send(work, message);
  const tried = { at: toIso(now()), error: failure?.reason ?? null };
  const details = { messageId: id, kind, attempts, reason: failure?.reason };
  if (!failure || failure.isFinal) {
    if (failure) log.warn(details, 'A message was given up');
    await serviceMessages.finish(id, tried);
    return true;
  }
  log.warn(details, 'A message could not be sent and is tried again');
  await serviceMessages.postpone(id, toIso(now() + computeBackoffMs(attempts, PACES[kind].retry)), tried);
  return kind !== 'mail';
}

/** Sends a message once. A site's failure has no words of its own: the message of its error may name the site. */
async function send({ sendMail, pairing, newId }: MessageWork, message: DueMessage) {
  if (message.kind === 'mail') return sendMail?.({ ...message.content, id: message.id });
  const { platform, credentials } = message.content;
  try {
    await pairing(platform).unpair(credentials, { requestId: newId(), fresh: true });
    return undefined;
  } catch {
    return { reason: 'The site did not confirm it.', isFinal: false };
  }
}
