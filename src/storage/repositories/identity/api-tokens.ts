import type { LimitRules } from '../../../commerce/merchant/organization-limits.ts';
import type { Database } from '../../engine/database.ts';
import { hashToken } from '../../engine/token-hash.ts';
import type { TableRecord } from '../../tables/tables.ts';
import { insertRow, matchRows } from '../rows/rows.ts';
import { lockAccount } from './account-rows.ts';
import { type Recorded, recordChange } from './audit.ts';
import { findLimits, type Limited } from './organization-limits.ts';

export interface ApiToken extends Omit<TableRecord<'api_tokens'>, 'storeIds'> {
  /** Undefined: all stores of the account. */
  onlyStores: readonly string[] | undefined;
}

/** Stores hashes only: a token is shown once, when it is created. */
export function createApiTokenRepository({ database, limits }: Limited) {
  return {
    /** Throws `limited` for an account that has as many as the most generous of its organizations allows. */
    async insert({ onlyStores, ...token }: ApiToken, secret: string, entry: Recorded): Promise<void> {
      const row = { ...token, storeIds: onlyStores ? [...onlyStores] : null, tokenHash: hashToken(secret) };
      await recordChange(database, entry, async (connection) => {
        await requireRoomOfAccount(connection, limits, token.accountId);
        await insertRow(connection, 'api_tokens', row);
        return true;
      });
    },

    async find(secret: string): Promise<ApiToken | undefined> {
      const token = await matchRows(database, 'api_tokens', { tokenHash: hashToken(secret) }).find();
      return token && toToken(token);
    },

    async findOwner(id: string): Promise<string | undefined> {
      return (await matchRows(database, 'api_tokens', { id }).find())?.accountId;
    },

    /** Newest first. */
    async listOfAccount(accountId: string): Promise<ApiToken[]> {
      return (await matchRows(database, 'api_tokens', { accountId }).list('createdAt desc', 'id')).map(
        toToken,
      );
    },

    async recordUse(id: string, now: string): Promise<void> {
      await matchRows(database, 'api_tokens', { id }).update({ lastUsedAt: now });
    },

    /** Returns false when the account has no such token. */
    remove: (accountId: string, id: string, entry: Recorded): Promise<boolean> =>
      recordChange(database, entry, (connection) =>
        matchRows(connection, 'api_tokens', { accountId, id }).delete(),
      ),
  };
}

async function requireRoomOfAccount(connection: Database, limits: LimitRules, accountId: string) {
  // Concurrent insertions for the account wait for each other.
  await lockAccount(connection, accountId);
  const memberships = await matchRows(connection, 'memberships', { accountId }).list();
  const all = await Promise.all(
    memberships.map(({ organizationId }) => findLimits(connection, limits, organizationId)),
  );
  const max = (all.length > 0 ? all : [limits.defaults]).map(({ tokens }) => tokens ?? Infinity);
  const limit = Math.max(...max);
  const count = await matchRows(connection, 'api_tokens', { accountId }).count();
  limits.admitUse('tokens', count + 1, limit);
}

const toToken = ({ storeIds, ...token }: TableRecord<'api_tokens'>): ApiToken => ({
  ...token,
  onlyStores: storeIds ?? undefined,
});
