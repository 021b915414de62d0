import type { TokenScope } from '../../commerce/roles.ts';
import type { Database, Row } from '../engine/database.ts';
import { tokenHash } from '../engine/token-hash.ts';
import { hasChanged } from './row-counts.ts';

export interface ApiToken {
  id: string;
  accountId: string;
  name: string;
  /** Undefined: all stores of the account. */
  onlyStores: readonly string[] | undefined;
  scope: TokenScope;
  /** ISO; null: never. */
  expiresAt: string | null;
  createdAt: string;
  lastUsedAt: string | null;
}

/** Stores hashes only: a token is shown once, when it is created. */
export function apiTokens(database: Database) {
  return {
    async insert(token: ApiToken, secret: string): Promise<void> {
      await database
        .insertInto('api_tokens')
        .values({
          id: token.id,
          account_id: token.accountId,
          name: token.name,
          token_hash: tokenHash(secret),
          store_ids: token.onlyStores ? JSON.stringify(token.onlyStores) : null,
          scope: token.scope,
          expires_at: token.expiresAt,
          created_at: token.createdAt,
          last_used_at: null,
        })
        .execute();
    },

    async find(secret: string): Promise<ApiToken | undefined> {
      const query = database.selectFrom('api_tokens').selectAll().where('token_hash', '=', tokenHash(secret));
      const row = await query.executeTakeFirst();
      return row && fromRow(row);
    },

    /** Newest first. */
    async ofAccount(accountId: string): Promise<ApiToken[]> {
      const query = database.selectFrom('api_tokens').selectAll().where('account_id', '=', accountId);
      return (await query.orderBy('created_at', 'desc').orderBy('id').execute()).map(fromRow);
    },

    async used(id: string, now: string): Promise<void> {
      await database.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
    },

    /** Returns false when the account has no such token. */
    remove: (accountId: string, id: string): Promise<boolean> =>
      hasChanged(database.deleteFrom('api_tokens').where('account_id', '=', accountId).where('id', '=', id)),
  };
}

function fromRow(row: Row<'api_tokens'>): ApiToken {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    onlyStores: row.store_ids === null ? undefined : JSON.parse(row.store_ids),
    scope: row.scope as TokenScope,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
