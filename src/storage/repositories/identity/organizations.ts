import type { MemberRules } from '../../../commerce/merchant/organization-rules.ts';
import type { Role } from '../../../commerce/merchant/roles.ts';
import type { Instant } from '../../../commerce/time/time.ts';
import type { Database } from '../../engine/database.ts';
import type { TableRecord } from '../../tables/tables.ts';
import { bindFunctions } from '../rows/bound.ts';
import { countRows, findFirst, listAll, match } from '../rows/rows.ts';

import { deleteUnpairedCodes, lockAccount } from './account-rows.ts';
import { type By, record } from './audit.ts';
import { authorizeChange } from './authorized.ts';
import type { Limited } from './organization-limits.ts';

type Organization = Pick<TableRecord<'organizations'>, (typeof MEMBERS)[number]>;

const MEMBERS = ['id', 'name', 'createdAt'] as const;

/** Organization with the role in it of the account that asks. */
export interface Membership extends Organization {
  role: Role;
}

interface Member {
  accountId: string;
  name: string;
  email: string;
  role: Role;
  since: Instant;
}

/** Change of one member by a person or an operator. */
interface MemberChange {
  organizationId: string;
  accountId: string;
  rules: MemberRules;
  by: By;
  now: string;
}

export const createOrganizationRepository = ({ database, limits }: Limited) => ({
  ...bindFunctions(database, { find, listOfAccount, findByIds, list, listMembers, rename, remove }),
  ...bindFunctions(database, { roleOf: findRole, setRole, removeMember, putMember }),
  create: create.bind(undefined, { database, limits }),
});

/** Reads the role of an account; undefined when it is no member. */
function findRole(database: Database, organizationId: string, accountId: string) {
  const member = database.selectFrom('memberships').where(match({ organizationId, accountId }));
  return findFirst(member.select('role'), ({ role }) => role);
}

/** Creates an organization with its first owner. Throws `limited` for the owner of as many as one may own. */
async function create({ database, limits }: Limited, organization: Organization, ownerId: string, by: By) {
  await database.transaction().execute(async (connection) => {
    if (limits.mayOwnAnother) {
      // Concurrent creations by the account wait for each other.
      await lockAccount(connection, ownerId);
      const owned = connection.selectFrom('memberships').where(match({ accountId: ownerId, role: 'owner' }));
      limits.mayOwnAnother(await countRows(owned));
    }
    await insertOrganization(connection, organization, ownerId);
    await record(connection, { ...by, organizationId: organization.id, now: organization.createdAt });
  });
}

const find = (database: Database, id: string): Promise<Organization | undefined> =>
  database.selectFrom('organizations').select(MEMBERS).where('id', '=', id).executeTakeFirst();

/** Lists the organizations of an account, the one joined first leading. */
const listOfAccount = (database: Database, accountId: string): Promise<Membership[]> =>
  database
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
    .select(['organizations.id', 'name', 'organizations.createdAt', 'role'])
    .where('memberships.accountId', '=', accountId)
    .orderBy('memberships.createdAt')
    .orderBy('organizations.id')
    .$castTo<Membership>()
    .execute();

async function findByIds(database: Database, ids: readonly string[]): Promise<Map<string, Organization>> {
  if (ids.length === 0) return new Map();
  const organizations = await database
    .selectFrom('organizations')
    .select(MEMBERS)
    .where('id', 'in', ids)
    .execute();
  return new Map(organizations.map((organization) => [organization.id, organization]));
}

const list = (database: Database): Promise<Organization[]> =>
  database.selectFrom('organizations').select(MEMBERS).orderBy('name').orderBy('id').execute();

/** Lists members by the time at which they joined. */
const listMembers = (database: Database, organizationId: string): Promise<Member[]> =>
  database
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .select(['accounts.id as accountId', 'accounts.name', 'accounts.email'])
    .select(['memberships.role', 'memberships.createdAt as since'])
    .where('memberships.organizationId', '=', organizationId)
    .orderBy('memberships.createdAt')
    .orderBy('accounts.id')
    .$castTo<Member>()
    .execute();

const rename = (database: Database, id: string, name: string, by: By, now: string) =>
  authorizeChange(database, by.actor, { organizationId: id, now }, async (connection) => {
    await connection.updateTable('organizations').set({ name }).where('id', '=', id).execute();
    await record(connection, { ...by, organizationId: id, now });
  });

interface Removal {
  by: By;
  now: string;
  refuseStores(slugs: readonly string[]): void;
}

/** Deletes the organization with its members, invitations and pairing codes, unless `refuseStores` throws for the slugs of its stores. */
const remove = (database: Database, id: string, { by, now, refuseStores }: Removal) =>
  authorizeChange(database, by.actor, { organizationId: id, now }, async (connection) => {
    refuseStores(await listSlugs(connection, id));
    await deleteUnpairedCodes(connection, { organizationId: id });
    await connection.deleteFrom('organizations').where('id', '=', id).execute();
    await record(connection, { ...by, organizationId: id, now });
  });

/** Lists the slugs of an organization's stores. */
export function listSlugs(connection: Database, organizationId: string): Promise<string[]> {
  const stores = connection.selectFrom('stores').where(match({ organizationId, deletedAt: null }));
  return listAll(stores.select('slug').orderBy('slug'), ({ slug }) => slug);
}

/** Returns false for an account that is no member. Throws what the rules throw. */
const setRole = (database: Database, change: MemberChange, role: Role): Promise<boolean> =>
  changeMember(database, change, async (connection, before) => {
    if (before === undefined) return false;
    change.rules.mayChange(role);
    if (before !== role) await writeRole(connection, change, { before, role });
    return true;
  });

/** Returns false for an account that is no member. Throws what the rules throw. */
const removeMember = (database: Database, change: MemberChange): Promise<boolean> =>
  changeMember(database, change, async (connection, before) => {
    if (before !== undefined) await writeRole(connection, change, { before });
    return before !== undefined;
  });

/** Adds a member for an operator, or changes the role of one. */
const putMember = (database: Database, change: MemberChange, role: Role): Promise<void> =>
  changeMember(database, change, (connection, before) => writeRole(connection, change, { before, role }));

/** Changes members one at a time in each organization: concurrent changes cannot remove the last owner together. */
const changeMember = <Result>(
  database: Database,
  change: MemberChange,
  work: (connection: Database, before: Role | undefined) => Promise<Result>,
): Promise<Result> =>
  authorizeChange(database, change.by.actor, change, async (connection) => {
    const before = await findRole(connection, change.organizationId, change.accountId);
    if (before) change.rules.mayChange(before);
    return work(connection, before);
  });

interface RoleChange {
  before: Role | undefined;
  role?: Role;
}

/** Writes the role of a member, or removes the member without one, and withdraws the offers of a member who loses permissions. */
async function writeRole(connection: Database, change: MemberChange, { before, role }: RoleChange) {
  const { organizationId, accountId, rules, now } = change;
  if (role === undefined)
    await connection.deleteFrom('memberships').where(match({ organizationId, accountId })).execute();
  else
    await connection
      .insertInto('memberships')
      .values({ organizationId, accountId, role, createdAt: now })
      .onConflict((conflict) => conflict.columns(['organizationId', 'accountId']).doUpdateSet({ role }))
      .execute();
  const owners = connection.selectFrom('memberships').where(match({ organizationId, role: 'owner' }));
  // A rule that throws rolls the transaction back.
  if (before === 'owner') rules.requireOwners(await countRows(owners));
  if (rules.losesPermissions(before, role)) await withdrawOffers(connection, change);
  await record(connection, { ...change.by, organizationId, now });
}

export async function insertOrganization(connection: Database, organization: Organization, ownerId: string) {
  const { id, name, createdAt } = organization;
  await connection
    .insertInto('organizations')
    .values({ id, name, createdAt, updatedAt: createdAt })
    .execute();
  const owner = { organizationId: id, accountId: ownerId, role: 'owner', createdAt } as const;
  await connection.insertInto('memberships').values(owner).execute();
}

/** Deletes links and pairing codes that the person has created, and so still knows. */
async function withdrawOffers(connection: Database, { organizationId, accountId }: MemberChange) {
  await connection
    .deleteFrom('invitations')
    .where(match({ organizationId, invitedBy: accountId }))
    .execute();
  await connection
    .deleteFrom('store_transfers')
    .where(match({ organizationId, offeredBy: accountId }))
    .execute();
  await deleteUnpairedCodes(connection, { organizationId, accountId });
}
