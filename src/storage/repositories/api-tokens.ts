import type { TokenScope } from '../../commerce/roles.ts';
import { asColumns, inDomain, type InDomain } from '../../commerce/snake-case.ts';
import type { Database, Row } from '../engine/database.ts';
import { tokenHash } from '../engine/token-hash.ts';
import { allOf, firstOf } from './read-rows.ts';
import { hasChanged } from './row-counts.ts';

export interface ApiToken extends Omit<InDomain<Row<'api_tokens'>>, 'tokenHash' | 'storeIds' | 'scope'> {
  /** Undefined: all stores of the account. */
  onlyStores: readonly string[] | undefined;
  scope: TokenScope;
}

/** Stores hashes only: a token is shown once, when it is created. */
export function apiTokens(database: Database) {
  const all = database.selectFrom('api_tokens').selectAll();
  return {
    async insert({ onlyStores, ...token }: ApiToken, secret: string): Promise<void> {
      const store_ids = onlyStores ? JSON.stringify(onlyStores) : null;
      const row = { ...asColumns(token), store_ids, token_hash: tokenHash(secret) };
      await database.insertInto('api_tokens').values(row).execute();
    },

    find: (secret: string): Promise<ApiToken | undefined> =>
      firstOf(all.where('token_hash', '=', tokenHash(secret)), fromRow),

    /** Newest first. */
    ofAccount: (accountId: string): Promise<ApiToken[]> =>
      allOf(all.where('account_id', '=', accountId).orderBy('created_at', 'desc').orderBy('id'), fromRow),

    async used(id: string, now: string): Promise<void> {
      await database.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
    },

    /** Returns false when the account has no such token. */
    remove: (accountId: string, id: string): Promise<boolean> =>
      hasChanged(database.deleteFrom('api_tokens').where('account_id', '=', accountId).where('id', '=', id)),
  };
}

function fromRow({ token_hash, store_ids, ...row }: Row<'api_tokens'>): ApiToken {
  const onlyStores = store_ids === null ? undefined : JSON.parse(store_ids);
  return { ...inDomain(row), onlyStores, scope: row.scope as TokenScope };
}
