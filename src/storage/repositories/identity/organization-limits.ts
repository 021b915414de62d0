import { type RawBuilder, sql } from 'kysely';
import {
  LIMIT_NAMES,
  type LimitName,
  type LimitRules,
  type LimitUse,
  type OrganizationLimits,
} from '../../../commerce/merchant/organization-limits.ts';
import type { Database } from '../../engine/database.ts';
import { matchRows } from '../rows/rows.ts';
import { type By, record } from './audit.ts';

export interface Limited {
  database: Database;
  limits: LimitRules;
}

/** Reads the limits of an organization: an operator's, or the installation's. */
export async function findLimits(
  connection: Database,
  { defaults }: Pick<LimitRules, 'defaults'>,
  organizationId: string,
): Promise<OrganizationLimits> {
  const organization = await matchRows(connection, 'organizations', { id: organizationId }).find();
  return { ...defaults, ...organization?.limits };
}

/** Throws `limited` when an organization has no room for `more`. The transaction must have locked it before, and must insert. */
export async function requireRoom(
  connection: Database,
  limits: LimitRules,
  organizationId: string,
  name: LimitName,
  more = 1,
): Promise<void> {
  const limit = (await findLimits(connection, limits, organizationId))[name];
  if (limit === null) return;
  limits.admitUse(name, (await countUsed(connection, organizationId, name)) + more, limit);
}

/** Returns how much an organization has left; infinite without a limit. */
export async function findLimitRoom(
  connection: Database,
  limits: LimitRules,
  organizationId: string,
  name: LimitName,
): Promise<number> {
  const limit = (await findLimits(connection, limits, organizationId))[name];
  return limit === null ? Infinity : limit - (await countUsed(connection, organizationId, name));
}

export const MB = 1024 * 1024;

/** Counts of each limit. Copies and calls of a deleted store count until it is erased. */
const USES: Record<LimitName, (organizationId: string) => RawBuilder<{ used: number }>> = {
  stores: (id) =>
    sql`select count(*) as used from stores where organization_id = ${id} and deleted_at is null`,
  catalog_mb: (id) => sql`select coalesce(sum(bytes), 0) / ${sql.lit(MB)}.0 as used from catalog_sizes
      join stores on stores.id = store_id where organization_id = ${id}`,
  tokens: (id) => sql`select coalesce(max(tokens), 0) as used from (select count(*) as tokens from api_tokens
      join memberships on memberships.account_id = api_tokens.account_id
      where organization_id = ${id} group by api_tokens.account_id) as member`,
  event_endpoints: (id) => sql`select count(*) as used from event_endpoints
      join stores on stores.id = store_id where organization_id = ${id} and deleted_at is null`,
  members: (id) => sql`select (select count(*) from memberships where organization_id = ${id})
      + (select count(*) from invitations where organization_id = ${id}) as used`,
  invitations: (id) => sql`select count(*) as used from invitations where organization_id = ${id}`,
  log_mb: (id) => sql`select coalesce(sum(bytes), 0) / ${sql.lit(MB)}.0 as used from log_sizes
      join stores on stores.id = store_id where organization_id = ${id}`,
};

async function countUsed(connection: Database, organizationId: string, name: LimitName): Promise<number> {
  const { rows } = await USES[name](organizationId).execute(connection);
  return rows[0]?.used ?? 0;
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
          used: Math.round(await countUsed(database, organizationId, name)),
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
        const organization = matchRows(connection, 'organizations', { id: organizationId });
        const [before] = await organization.updateReturning({ updatedAt: now });
        const { [name]: _, ...others } = before?.limits ?? {};
        await organization.update({ limits: limit === undefined ? others : { ...others, [name]: limit } });
        await record(connection, { ...by, organizationId, now });
      });
    },
  };
}
