import type { LimitRules } from '../../../commerce/merchant/organization-limits.ts';
import type { Database } from '../../engine/database.ts';
import { tokenHash } from '../../engine/token-hash.ts';
import type { TableRecord } from '../../tables/tables.ts';
import { insertRow, rowsOf } from '../rows/rows.ts';
import { lockAccount } from './account-rows.ts';
import { type Recorded, recorded } from './audit.ts';
import { type Limited, limitsOf } from './organization-limits.ts';

export interface ApiToken extends Omit<TableRecord<'api_tokens'>, 'storeIds'> {
  /** Undefined: all stores of the account. */
  onlyStores: readonly string[] | undefined;
}

/** Stores hashes only: a token is shown once, when it is created. */
export function apiTokens({ database, limits }: Limited) {
  return {
    /** Throws `limited` for an account that has as many as the most generous of its organizations allows. */
    async insert({ onlyStores, ...token }: ApiToken, secret: string, entry: Recorded): Promise<void> {
      const row = { ...token, storeIds: onlyStores ? [...onlyStores] : null, tokenHash: tokenHash(secret) };
      await recorded(database, entry, async (connection) => {
        await requireRoomOfAccount(connection, limits, token);
        await insertRow(connection, 'api_tokens', row);
        return true;
      });
    },

    async find(secret: string): Promise<ApiToken | undefined> {
      const token = await rowsOf(database, 'api_tokens', { tokenHash: tokenHash(secret) }).find();
      return token && toToken(token);
    },

    async ownerOf(id: string): Promise<string | undefined> {
      return (await rowsOf(database, 'api_tokens', { id }).find())?.accountId;
    },

    /** Newest first. */
    async ofAccount(accountId: string): Promise<ApiToken[]> {
      return (await rowsOf(database, 'api_tokens', { accountId }).list('createdAt desc', 'id')).map(toToken);
    },

    async used(id: string, now: string): Promise<void> {
      await rowsOf(database, 'api_tokens', { id }).update({ lastUsedAt: now });
    },

    /** Returns false when the account has no such token. */
    remove: (accountId: string, id: string, entry: Recorded): Promise<boolean> =>
      recorded(database, entry, (connection) => rowsOf(connection, 'api_tokens', { accountId, id }).delete()),
  };
}

async function requireRoomOfAccount(
  connection: Database,
  limits: LimitRules,
  { accountId }: Pick<ApiToken, 'accountId'>,
): Promise<void> {
  // Concurrent insertions for the account wait for each other.
  await lockAccount(connection, accountId);
  const memberships = await rowsOf(connection, 'memberships', { accountId }).list();
  const all = await Promise.all(
    memberships.map(({ organizationId }) => limitsOf(connection, limits, organizationId)),
  );
  const max = (all.length > 0 ? all : [limits.defaults]).map(({ tokens }) => tokens ?? Infinity);
  const limit = Math.max(...max);
  const count = await rowsOf(connection, 'api_tokens', { accountId }).count();
  limits.admitUse('tokens', count + 1, limit);
}

function toToken({ storeIds, ...token }: TableRecord<'api_tokens'>): ApiToken {
  return { ...token, onlyStores: storeIds ?? undefined };
}
