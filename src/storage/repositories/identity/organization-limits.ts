import {
  LIMIT_NAMES,
  type LimitName,
  type LimitRules,
  type LimitUse,
  type OrganizationLimits,
} from '../../../commerce/merchant/organization-limits.ts';
import type { Database } from '../../engine/database.ts';
import { countRows, match } from '../rows/rows.ts';
import { type By, record } from './audit.ts';

export interface Limited {
  database: Database;
  limits: LimitRules;
}

/** Reads the limits of an organization: an operator's, or the installation's. */
export async function findLimits(connection: Database, limits: Pick<LimitRules, 'defaults'>, id: string) {
  const organization = await connection
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return { ...limits.defaults, ...organization?.limits } satisfies OrganizationLimits;
}

/** Throws `limited` when an organization has no room for `more`. The transaction must have locked it before, and must insert. */
export async function requireRoom(
  connection: Database,
  limits: LimitRules,
  id: string,
  name: LimitName,
  more = 1,
) {
  const limit = (await findLimits(connection, limits, id))[name];
  if (limit === null) return;
  limits.admitUse(name, (await USES[name](connection, id)) + more, limit);
}

/** Returns how much an organization has left; infinite without a limit. */
export async function findLimitRoom(connection: Database, limits: LimitRules, id: string, name: LimitName) {
  const limit = (await findLimits(connection, limits, id))[name];
  return limit === null ? Infinity : limit - (await USES[name](connection, id));
}

export const MB = 1024 * 1024;

/** Counts of each limit. Copies and calls of a deleted store count until it is erased. */
const USES: Record<LimitName, (connection: Database, organizationId: string) => Promise<number>> = {
  stores: (connection, organizationId) =>
    countRows(connection.selectFrom('stores').where(match({ organizationId, deletedAt: null }))),
  catalog_mb: (connection, id) => sumMegabytes(connection, 'catalog_sizes', id),
  async tokens(connection, id) {
    const members = connection.selectFrom('memberships').select('accountId').where('organizationId', '=', id);
    const owner = await connection
      .selectFrom('api_tokens')
      .select(({ fn }) => fn.countAll<number>().as('tokens'))
      .where('accountId', 'in', members)
      .groupBy('accountId')
      .orderBy('tokens', 'desc')
      .executeTakeFirst();
    return owner?.tokens ?? 0;
  },
  event_endpoints(connection, organizationId) {
    const stores = connection
      .selectFrom('stores')
      .where(match({ organizationId, deletedAt: null }))
      .select('id');
    return countRows(connection.selectFrom('event_endpoints').where('storeId', 'in', stores));
  },
  members: async (connection, organizationId) =>
    (await countRows(connection.selectFrom('memberships').where('organizationId', '=', organizationId))) +
    (await countRows(connection.selectFrom('invitations').where('organizationId', '=', organizationId))),
  invitations: (connection, organizationId) =>
    countRows(connection.selectFrom('invitations').where('organizationId', '=', organizationId)),
  log_mb: (connection, id) => sumMegabytes(connection, 'log_sizes', id),
};

async function sumMegabytes(connection: Database, table: 'catalog_sizes' | 'log_sizes', id: string) {
  const { bytes } = await connection
    .selectFrom(table)
    .innerJoin('stores', 'stores.id', 'storeId')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .where('organizationId', '=', id)
    .executeTakeFirstOrThrow();
  return (bytes ?? 0) / MB;
}

/** Limits of organizations for people, and their changes by an operator. */
export function createOrganizationLimitRepository({ database, limits }: Limited) {
  return {
    /** Lists all limits with what is used of each, megabytes rounded. */
    async listUses(organizationId: string): Promise<LimitUse[]> {
      const current = await findLimits(database, limits, organizationId);
      return Promise.all(
        LIMIT_NAMES.map(async (name) => ({
          name,
          used: Math.round(await USES[name](database, organizationId)),
          limit: current[name],
        })),
      );
    },

    /** Null: no limit; undefined: the installation's again. What exceeds a lower limit stays. */
    async set(
      organizationId: string,
      name: LimitName,
      limit: number | null | undefined,
      { by, now }: { by: By; now: string },
    ): Promise<void> {
      await database.transaction().execute(async (connection) => {
        const before = await connection
          .updateTable('organizations')
          .set({ updatedAt: now })
          .where('id', '=', organizationId)
          .returningAll()
          .executeTakeFirst();
        const { [name]: _, ...others } = before?.limits ?? {};
        await connection
          .updateTable('organizations')
          .set({ limits: limit === undefined ? others : { ...others, [name]: limit } })
          .where('id', '=', organizationId)
          .execute();
        await record(connection, { ...by, organizationId, now });
      });
    },
  };
}
