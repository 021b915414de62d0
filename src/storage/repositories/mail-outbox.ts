import type { Mail, MailState } from '../../commerce/merchant/mail.ts';
import type { Database } from '../engine/database.ts';
import { TABLES, type TableRecord } from '../tables/tables.ts';
import { bound, type Sealed } from './bound.ts';
import { type LeaseInstants, takeDueRows } from './due-rows.ts';
import { insertNew, rowsOf } from './rows.ts';

export interface QueuedMail extends Mail {
  id: string;
  attempts: number;
  expiresAt: string;
}

interface NewMail extends Record<'now' | 'expiresAt', string> {
  /** A mail without an organization counts for itself. */
  organizationId?: string | undefined;
}

/** Outcome of an attempt; no error when the mail server took the mail. */
interface Tried {
  at: string;
  error: string | null;
}

interface MailSummary {
  queued: number;
  /** Null when none waits. */
  queuedSince: string | null;
  nextAttemptAt: string | null;
  sent: number;
  failed: number;
  /** Last failure of the last week. */
  lastFailure: { at: string; reason: string } | null;
}

export type MailOutbox = ReturnType<typeof mailOutbox>;

/** Mails that wait for the mail server; addresses and texts are sealed, and deleted once they are sent. */
export const mailOutbox = (context: Sealed) =>
  bound(context, { add, takeDue, postpone, finish, statesOf, summary, forget });

/** Does nothing for an id that was added before. */
async function add(
  { database, sealing }: Sealed,
  id: string,
  mail: Mail,
  { now, expiresAt, organizationId = id }: NewMail,
): Promise<void> {
  const row = {
    id,
    organizationId,
    content: mail,
    expiresAt,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  };
  await insertNew(database, 'mail_outbox', row, sealing);
}

/** Leases a due mail of the organization that waits longest. */
async function takeDue(
  { database, sealing }: Sealed,
  instants: LeaseInstants,
): Promise<QueuedMail | undefined> {
  const [row] = await takeDueRows(database, 'mail_outbox', { ...instants, limit: 1 });
  if (!row) return undefined;
  const { id, attempts, expiresAt, content } = TABLES.mail_outbox.opened(row, sealing);
  return content === null ? undefined : { id, attempts, expiresAt, ...content };
}

async function postpone(
  { database }: Sealed,
  id: string,
  until: string,
  { at, error }: Tried,
): Promise<void> {
  const waiting = rowsOf(database, 'mail_outbox', { id, nextAttemptAt: ['is not', null] });
  await waiting.update({ nextAttemptAt: until, triedAt: at, error });
}

/** Deletes the content of a mail that was sent or given up; its id stays, so that it is not added again. */
async function finish({ database }: Sealed, id: string, { at, error }: Tried): Promise<void> {
  const change = { content: null, nextAttemptAt: null, triedAt: at, error };
  await rowsOf(database, 'mail_outbox', { id }).update(change);
}

/** Returns the states of mails by their ids; those of more than a week ago have none. */
async function statesOf({ database }: Sealed, ids: readonly string[]): Promise<Map<string, MailState>> {
  if (ids.length === 0) return new Map();
  const mails = await rowsOf(database, 'mail_outbox', { id: ['in', ids] }).listOf([
    'id',
    'nextAttemptAt',
    'error',
  ]);
  return new Map(mails.map((mail) => [mail.id, stateOf(mail)]));
}

/** Counts the mails that wait, and those that were sent or given up since an instant. */
async function summary({ database }: Sealed, since: string): Promise<MailSummary> {
  const waiting = await rowsOf(database, 'mail_outbox', { nextAttemptAt: ['is not', null] })
    .query()
    .select(({ fn }) => [
      fn.countAll().as('mails'),
      fn.min('created_at').as('oldest'),
      fn.min('next_attempt_at').as('next'),
    ])
    .executeTakeFirstOrThrow();
  const settled = await rowsOf(database, 'mail_outbox', { nextAttemptAt: null, triedAt: ['>=', since] })
    .query()
    .select(({ fn }) => [fn.countAll().as('mails'), fn.count('error').as('failed')])
    .executeTakeFirstOrThrow();
  const failed = Number(settled.failed);
  return {
    queued: Number(waiting.mails),
    queuedSince: waiting.oldest,
    nextAttemptAt: waiting.next,
    sent: Number(settled.mails) - failed,
    failed,
    lastFailure: await lastFailure(database),
  };
}

async function lastFailure(database: Database): Promise<MailSummary['lastFailure']> {
  const failures = rowsOf(database, 'mail_outbox', { triedAt: ['is not', null], error: ['is not', null] });
  const last = await failures.read(['triedAt', 'error'], 'triedAt desc');
  return last?.triedAt && last.error ? { at: last.triedAt, reason: last.error } : null;
}

/** Deletes mails that were added before this instant, and were sent or given up. */
async function forget({ database }: Sealed, before: string): Promise<void> {
  await rowsOf(database, 'mail_outbox', { createdAt: ['<', before], nextAttemptAt: null }).delete();
}

function stateOf({
  nextAttemptAt,
  error,
}: Pick<TableRecord<'mail_outbox'>, 'nextAttemptAt' | 'error'>): MailState {
  if (nextAttemptAt !== null) return 'queued';
  return error === null ? 'sent' : 'failed';
}
