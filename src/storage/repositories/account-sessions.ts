import type { Database } from '../engine/database.ts';
import { type Recorded, record, recorded } from './audit.ts';
import { changedRows, hasChanged } from './row-counts.ts';

/** Session of a browser. */
export interface AccountSession {
  id: string;
  userAgent: string;
  createdAt: string;
  /** To some minutes; null before the first use. */
  lastUsedAt: string | null;
}

/** Sessions that better-auth begins and finds. */
export function accountSessions(database: Database) {
  return {
    /** Lists sessions that have not expired, newest first. */
    async ofAccount(accountId: string, now: string): Promise<AccountSession[]> {
      const rows = await database
        .selectFrom('account_sessions')
        .select(['id', 'user_agent', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .where('account_id', '=', accountId)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ user_agent, ...row }) => ({ ...row, userAgent: user_agent ?? '' }));
    },

    async used(id: string, now: string): Promise<void> {
      await database
        .updateTable('account_sessions')
        .set({ last_used_at: now })
        .where('id', '=', id)
        .execute();
    },

    /** Returns false when the account has no such session. */
    end: (accountId: string, id: string, entry: Recorded): Promise<boolean> =>
      recorded(database, entry, (connection) => endSession(connection, accountId, id)),

    /** Ends a session that signs itself out, without an entry. */
    async signOut(accountId: string, id: string): Promise<void> {
      await endSession(database, accountId, id);
    },

    /** Ends all sessions of the account but one. Returns how many there were. */
    endOthers: (accountId: string, keptId: string, entryOf: (count: number) => Recorded): Promise<number> =>
      database.transaction().execute(async (connection) => {
        const others = connection.deleteFrom('account_sessions').where('account_id', '=', accountId);
        const count = await changedRows(others.where('id', '!=', keptId));
        await record(connection, entryOf(count));
        return count;
      }),
  };
}

function endSession(database: Database, accountId: string, id: string): Promise<boolean> {
  const own = database.deleteFrom('account_sessions').where('account_id', '=', accountId);
  return hasChanged(own.where('id', '=', id));
}
