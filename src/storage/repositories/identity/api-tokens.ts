import type { LimitRules } from '../../../commerce/merchant/organization-limits.ts';
import type { Database } from '../../engine/database.ts';
import { hashToken } from '../../engine/token-hash.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { countRows, findFirst, hasChanged, listAll, match } from '../rows/rows.ts';

import { lockAccount } from './account-rows.ts';
import { type Recorded, recordChange } from './audit.ts';
import { findLimits, type Limited } from './organization-limits.ts';

export interface ApiToken extends Omit<TableRecord<'api_tokens'>, 'storeIds'> {
  /** Undefined: all stores of the account. */
  onlyStores: readonly string[] | undefined;
}

/** Stores hashes only: a token is shown once, when it is created. */
export function createApiTokenRepository({ database, limits }: Limited) {
  const tokens = database.selectFrom('api_tokens').select(TABLES.api_tokens.members);
  return {
    /** Throws `limited` for an account that has as many as the most generous of its organizations allows. */
    async insert({ onlyStores, ...token }: ApiToken, secret: string, entry: Recorded): Promise<void> {
      const row = { ...token, storeIds: onlyStores ? [...onlyStores] : null, tokenHash: hashToken(secret) };
      await recordChange(database, entry, async (connection) => {
        await requireRoomOfAccount(connection, limits, token.accountId);
        await connection.insertInto('api_tokens').values(row).execute();
        return true;
      });
    },

    find: (secret: string): Promise<ApiToken | undefined> =>
      findFirst(tokens.where('tokenHash', '=', hashToken(secret)), toToken),

    findOwner: (id: string): Promise<string | undefined> =>
      findFirst(tokens.where('id', '=', id), ({ accountId }) => accountId),

    /** Newest first. */
    listOfAccount: (accountId: string): Promise<ApiToken[]> =>
      listAll(tokens.where('accountId', '=', accountId).orderBy('createdAt', 'desc').orderBy('id'), toToken),

    async recordUse(id: string, now: string): Promise<void> {
      await database.updateTable('api_tokens').set({ lastUsedAt: now }).where('id', '=', id).execute();
    },

    /** Returns false when the account has no such token. */
    remove: (accountId: string, id: string, entry: Recorded): Promise<boolean> =>
      recordChange(database, entry, (connection) =>
        hasChanged(connection.deleteFrom('api_tokens').where(match({ accountId, id }))),
      ),
  };
}

async function requireRoomOfAccount(connection: Database, limits: LimitRules, accountId: string) {
  // Concurrent insertions for the account wait for each other.
  await lockAccount(connection, accountId);
  const memberships = await connection
    .selectFrom('memberships')
    .selectAll()
    .where('accountId', '=', accountId)
    .execute();
  const all = await Promise.all(
    memberships.map(({ organizationId }) => findLimits(connection, limits, organizationId)),
  );
  const max = (all.length > 0 ? all : [limits.defaults]).map(({ tokens }) => tokens ?? Infinity);
  const limit = Math.max(...max);
  const count = await countRows(connection.selectFrom('api_tokens').where('accountId', '=', accountId));
  limits.admitUse('tokens', count + 1, limit);
}

const toToken = ({ storeIds, ...token }: TableRecord<'api_tokens'>): ApiToken => ({
  ...token,
  onlyStores: storeIds ?? undefined,
});
