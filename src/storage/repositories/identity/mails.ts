import type { MailState } from '../../../commerce/merchant/mail.ts';
import type { Database } from '../../engine/database.ts';
import { bindFunctions } from '../rows/bound.ts';
import { matchRows } from '../rows/rows.ts';

/** States of mails, for the people who wait for them and for the operator. */
export const createMailRepository = (database: Database) =>
  bindFunctions(database, { findStates, summarize });

/** Returns the states of mails by their ids; mails older than a week have none. */
async function findStates(database: Database, ids: readonly string[]): Promise<Map<string, MailState>> {
  if (ids.length === 0) return new Map();
  const messages = matchRows(database, 'service_messages', { kind: 'mail', id: ['in', ids] });
  const mails = await messages.listOf(['id', 'nextAttemptAt', 'error']);
  const stateOf = ({ nextAttemptAt, error }: (typeof mails)[number]): MailState =>
    nextAttemptAt !== null ? 'queued' : error === null ? 'sent' : 'failed';
  return new Map(mails.map((mail) => [mail.id, stateOf(mail)]));
}

/** Counts the waiting mails, and the mails sent or given up since an instant, with the last failure of the last week. */
async function summarize(database: Database, since: string) {
  const mails = matchRows(database, 'service_messages', { kind: 'mail' }).query();
  const waiting = await mails
    .where('nextAttemptAt', 'is not', null)
    .select(({ fn }) => [fn.countAll<number>().as('mails'), fn.min('createdAt').as('oldest')])
    .select(({ fn }) => fn.min('nextAttemptAt').as('next'))
    .executeTakeFirstOrThrow();
  const settled = await mails
    .where('nextAttemptAt', 'is', null)
    .where('triedAt', '>=', since)
    .select(({ fn }) => [fn.countAll<number>().as('mails'), fn.count<number>('error').as('failed')])
    .executeTakeFirstOrThrow();
  const { failed } = settled;
  return {
    queued: waiting.mails,
    /** Null when none waits. */
    queuedSince: waiting.oldest as string | null,
    nextAttemptAt: waiting.next,
    sent: settled.mails - failed,
    failed,
    lastFailure: await findLastFailure(database),
  };
}

async function findLastFailure(database: Database) {
  const failed = { kind: 'mail', triedAt: ['is not', null], error: ['is not', null] } as const;
  const failures = matchRows(database, 'service_messages', failed);
  const last = await failures.read(['triedAt', 'error'], 'triedAt desc');
  return last?.triedAt && last.error ? { at: last.triedAt, reason: last.error } : null;
}
