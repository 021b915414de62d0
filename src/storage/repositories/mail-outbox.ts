import type { Mail } from '../../commerce/merchant/mail.ts';
import type { Database } from '../engine/database.ts';
import type { Sealing } from '../engine/sealing.ts';
import { TABLES } from '../tables/tables.ts';
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

export type MailOutbox = ReturnType<typeof mailOutbox>;

/** Mails that wait for the mail server; addresses and texts are sealed, and deleted once they are sent. */
export function mailOutbox(database: Database, sealing: Sealing) {
  return {
    /** Does nothing for an id that was added before. */
    async add(id: string, mail: Mail, { now, expiresAt, organizationId = id }: NewMail): Promise<void> {
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
    },

    /** Leases a due mail of the organization that waits longest. */
    async takeDue(instants: LeaseInstants): Promise<QueuedMail | undefined> {
      const [row] = await takeDueRows(database, 'mail_outbox', { ...instants, limit: 1 });
      if (!row) return undefined;
      const { id, attempts, expiresAt, content } = TABLES.mail_outbox.opened(row, sealing);
      return content === null ? undefined : { id, attempts, expiresAt, ...content };
    },

    async postpone(id: string, until: string): Promise<void> {
      await database
        .updateTable('mail_outbox')
        .set({ next_attempt_at: until })
        .where('id', '=', id)
        .where('next_attempt_at', 'is not', null)
        .execute();
    },

    /** Deletes the content of a mail that was sent or given up; its id stays, so that it is not added again. */
    async finish(id: string): Promise<void> {
      await database
        .updateTable('mail_outbox')
        .set({ content: null, next_attempt_at: null })
        .where('id', '=', id)
        .execute();
    },

    /** Deletes mails that were added before this instant, and were sent or given up. */
    async forget(before: string): Promise<void> {
      await database
        .deleteFrom('mail_outbox')
        .where('created_at', '<', before)
        .where('next_attempt_at', 'is', null)
        .execute();
    },
  };
}
