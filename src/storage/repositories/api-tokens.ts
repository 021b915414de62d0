import type { LimitRules } from '../../commerce/merchant/organization-limits.ts';
import type { Database, Row } from '../engine/database.ts';
import { tokenHash } from '../engine/token-hash.ts';
import { TABLES, type TableRecord } from '../tables/tables.ts';
import { lockAccount } from './account-rows.ts';
import { type Recorded, recorded } from './audit.ts';
import { type Limited, limitsOf } from './organization-limits.ts';
import { allOf, firstOf } from './read-rows.ts';
import { countRows, hasChanged } from './row-counts.ts';

export interface ApiToken extends Omit<TableRecord<'api_tokens'>, 'storeIds'> {
  /** Undefined: all stores of the account. */
  onlyStores: readonly string[] | undefined;
}

/** Stores hashes only: a token is shown once, when it is created. */
export function apiTokens({ database, limits }: Limited) {
  const all = database.selectFrom('api_tokens').selectAll();
  return {
    /** Throws `limited` for an account that has as many as the most generous of its organizations allows. */
    async insert({ onlyStores, ...token }: ApiToken, secret: string, entry: Recorded): Promise<void> {
      const columns = TABLES.api_tokens.toRow({ ...token, storeIds: onlyStores ?? null });
      const row = { ...columns, token_hash: tokenHash(secret) };
      await recorded(database, entry, async (connection) => {
        await requireRoomOfAccount(connection, limits, token);
        return connection.insertInto('api_tokens').values(row).execute();
      });
    },

    find: (secret: string): Promise<ApiToken | undefined> =>
      firstOf(all.where('token_hash', '=', tokenHash(secret)), fromRow),

    async ownerOf(id: string): Promise<string | undefined> {
      const row = await database
        .selectFrom('api_tokens')
        .select('account_id')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.account_id;
    },

    /** Newest first. */
    ofAccount: (accountId: string): Promise<ApiToken[]> =>
      allOf(all.where('account_id', '=', accountId).orderBy('created_at', 'desc').orderBy('id'), fromRow),

    async used(id: string, now: string): Promise<void> {
      await database.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
    },

    /** Returns false when the account has no such token. */
    remove: (accountId: string, id: string, entry: Recorded): Promise<boolean> =>
      recorded(database, entry, (connection) =>
        hasChanged(
          connection.deleteFrom('api_tokens').where('account_id', '=', accountId).where('id', '=', id),
        ),
      ),
  };
}

async function requireRoomOfAccount(
  connection: Database,
  limits: LimitRules,
  { accountId }: Pick<ApiToken, 'accountId'>,
): Promise<void> {
  // Concurrent insertions for the account wait for each other.
  await lockAccount(connection, accountId);
  const memberships = await connection
    .selectFrom('memberships')
    .select('organization_id')
    .where('account_id', '=', accountId)
    .execute();
  const all = await Promise.all(
    memberships.map(({ organization_id: id }) => limitsOf(connection, limits, id)),
  );
  const max = (all.length > 0 ? all : [limits.defaults]).map(({ tokens }) => tokens ?? Infinity);
  const limit = Math.max(...max);
  const tokens = connection.selectFrom('api_tokens').where('account_id', '=', accountId);
  limits.admitUse('tokens', (await countRows(tokens)) + 1, limit);
}

function fromRow(row: Row<'api_tokens'>): ApiToken {
  const { storeIds, ...token } = TABLES.api_tokens.fromRow(row);
  return { ...token, onlyStores: storeIds ?? undefined };
}
