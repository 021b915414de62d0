import type { Mail, MailState } from '../../commerce/merchant/mail.ts';
import type { Database } from '../engine/database.ts';
import { TABLES } from '../tables/tables.ts';
import { bound, type Sealed } from './bound.ts';
import { type LeaseInstants, takeDueRows } from './due-rows.ts';

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
  await database
    .insertInto('mail_outbox')
    .values({
      ...TABLES.mail_outbox.toRow({ id, organizationId, content: mail, expiresAt }, sealing),
      attempts: 0,
      next_attempt_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
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
  await database
    .updateTable('mail_outbox')
    .set({ next_attempt_at: until, tried_at: at, error })
    .where('id', '=', id)
    .where('next_attempt_at', 'is not', null)
    .execute();
}

/** Deletes the content of a mail that was sent or given up; its id stays, so that it is not added again. */
async function finish({ database }: Sealed, id: string, { at, error }: Tried): Promise<void> {
  await database
    .updateTable('mail_outbox')
    .set({ content: null, next_attempt_at: null, tried_at: at, error })
    .where('id', '=', id)
    .execute();
}

/** Returns the states of mails by their ids; those of more than a week ago have none. */
async function statesOf({ database }: Sealed, ids: readonly string[]): Promise<Map<string, MailState>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('mail_outbox')
    .select(['id', 'next_attempt_at', 'error'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, stateOf(row)]));
}

/** Counts the mails that wait, and those that were sent or given up since an instant. */
async function summary({ database }: Sealed, since: string): Promise<MailSummary> {
  const waiting = await database
    .selectFrom('mail_outbox')
    .select(({ fn }) => [
      fn.countAll().as('mails'),
      fn.min('created_at').as('oldest'),
      fn.min('next_attempt_at').as('next'),
    ])
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const settled = await database
    .selectFrom('mail_outbox')
    .select(({ fn }) => [fn.countAll().as('mails'), fn.count('error').as('failed')])
    .where('next_attempt_at', 'is', null)
    .where('tried_at', '>=', since)
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
  const failure = await database
    .selectFrom('mail_outbox')
    .select(['tried_at', 'error'])
    .where('tried_at', 'is not', null)
    .where('error', 'is not', null)
    .orderBy('tried_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return failure?.tried_at && failure.error ? { at: failure.tried_at, reason: failure.error } : null;
}

/** Deletes mails that were added before this instant, and were sent or given up. */
async function forget({ database }: Sealed, before: string): Promise<void> {
  await database
    .deleteFrom('mail_outbox')
    .where('created_at', '<', before)
    .where('next_attempt_at', 'is', null)
    .execute();
}

function stateOf({
  next_attempt_at: next,
  error,
}: {
  next_attempt_at: string | null;
  error: string | null;
}): MailState {
  if (next !== null) return 'queued';
  return error === null ? 'sent' : 'failed';
}
