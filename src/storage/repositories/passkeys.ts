import type { Database } from '../engine/database.ts';
import { type Recorded, recorded } from './audit.ts';
import { hasChanged } from './row-counts.ts';

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  /** Null before the first sign-in. */
  lastUsedAt: string | null;
}

/** Passkeys that better-auth registers and verifies. */
export function passkeys(database: Database) {
  return {
    /** Newest first. */
    async ofAccount(accountId: string): Promise<Passkey[]> {
      const rows = await database
        .selectFrom('passkeys')
        .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => ({ ...row, name: row.name ?? '', createdAt: row.createdAt ?? '' }));
    },

    /** Returns false for one that was removed in the meantime. */
    used: (credentialId: string, now: string): Promise<boolean> =>
      hasChanged(
        database.updateTable('passkeys').set({ last_used_at: now }).where('credential_id', '=', credentialId),
      ),

    /** Returns false when the account has no such passkey. */
    remove: (accountId: string, id: string, entry: Recorded): Promise<boolean> =>
      recorded(database, entry, (connection) =>
        hasChanged(
          connection.deleteFrom('passkeys').where('account_id', '=', accountId).where('id', '=', id),
        ),
      ),
  };
}
