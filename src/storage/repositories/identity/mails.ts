import type { MailState } from '../../../commerce/merchant/mail.ts';
import type { Database } from '../../engine/database.ts';
import { bindFunctions } from '../rows/bound.ts';

/** States of mails, for the people who wait for them and for the operator. */
export const createMailRepository = (database: Database) =>
  bindFunctions(database, { findStates, summarize });

const selectMails = (database: Database) =>
  database.selectFrom('service_messages').where('kind', '=', 'mail');

/** Returns the states of mails by their ids; mails older than a week have none. */
async function findStates(database: Database, ids: readonly string[]): Promise<Map<string, MailState>> {
  if (ids.length === 0) return new Map();
  const mails = await selectMails(database)
    .select(['id', 'nextAttemptAt', 'error'])
    .where('id', 'in', ids)
    .execute();
  const stateOf = ({ nextAttemptAt, error }: (typeof mails)[number]): MailState =>
    nextAttemptAt !== null ? 'queued' : error === null ? 'sent' : 'failed';
  return new Map(mails.map((mail) => [mail.id, stateOf(mail)]));
}

/** Counts the waiting mails, and the mails sent or given up since an instant, with the last failure of the last week. */
async function summarize(database: Database, since: string) {
  const mails = selectMails(database);
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
  const last = await selectMails(database)
    .select(['triedAt', 'error'])
    .where('triedAt', 'is not', null)
    .where('error', 'is not', null)
    .orderBy('triedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.triedAt && last.error ? { at: last.triedAt, reason: last.error } : null;
}
