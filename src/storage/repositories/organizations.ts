import type { MemberRules } from '../../commerce/merchant/organization-rules.ts';
import type { Role } from '../../commerce/merchant/roles.ts';
import type { Database, Row } from '../engine/database.ts';
import { prepared } from '../engine/prepared.ts';
import { lockAccount } from './account-rows.ts';
import { audit, type By } from './audit.ts';
import { authorized } from './authorized.ts';
import { bound } from './bound.ts';
import type { Limited } from './organization-limits.ts';
import { allOf, firstOf } from './read-rows.ts';
import { countRows } from './row-counts.ts';

export interface Organization {
  id: string;
  name: string;
  createdAt: string;
}

/** Organization with the role in it of the account that asks. */
export interface Membership extends Organization {
  role: Role;
}

export interface Member {
  accountId: string;
  name: string;
  email: string;
  role: Role;
  /** ISO. */
  since: string;
}

/** Change of one member by a person or an operator. */
export interface MemberChange {
  organizationId: string;
  accountId: string;
  rules: MemberRules;
  by: By;
  now: string;
}

export const organizations = ({ database, limits }: Limited) => ({
  ...bound(database, { find, ofAccount, byIds, list, members, rename, remove }),
  ...bound(database, { setRole, removeMember, putMember }),
  create: create.bind(undefined, { database, limits }),
  roleOf: roleReader(database),
});

/** Reads the role of an account; undefined for one that is no member. Runs on every request of a merchant. */
function roleReader(database: Database) {
  const read = prepared(database, (organizationId: string, accountId: string) =>
    database
      .selectFrom('memberships')
      .select('role')
      .where((row) => row.and({ organization_id: organizationId, account_id: accountId })),
  );
  return async (organizationId: string, accountId: string) =>
    (await read(organizationId, accountId))?.role as Role | undefined;
}

const all = (database: Database) => database.selectFrom('organizations').selectAll();

/** Creates an organization with its first owner. Throws `limited` for the owner of as many as one may own. */
async function create({ database, limits }: Limited, organization: Organization, ownerId: string, by: By) {
  await database.transaction().execute(async (connection) => {
    if (limits.mayOwnAnother) limits.mayOwnAnother(await countOwned(connection, ownerId));
    await insertOrganization(connection, organization, ownerId);
    await record(connection, organization.id, by, organization.createdAt);
  });
}

const find = (database: Database, id: string): Promise<Organization | undefined> =>
  firstOf(all(database).where('id', '=', id), fromRow);

/** Lists the organizations of an account, the one joined first leading. */
const ofAccount = (database: Database, accountId: string): Promise<Membership[]> =>
  database
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(['organizations.id', 'name', 'organizations.created_at as createdAt', 'role'])
    .where('memberships.account_id', '=', accountId)
    .orderBy('memberships.created_at')
    .orderBy('organizations.id')
    .$castTo<Membership>()
    .execute();

/** Returns organizations by id. */
async function byIds(database: Database, ids: readonly string[]): Promise<Map<string, Organization>> {
  if (ids.length === 0) return new Map();
  const rows = await all(database).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

const list = (database: Database): Promise<Organization[]> =>
  allOf(all(database).orderBy('name').orderBy('id'), fromRow);

/** Lists members by the time at which they joined. */
const members = (database: Database, organizationId: string): Promise<Member[]> =>
  database
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select(['accounts.id as accountId', 'accounts.name', 'accounts.email'])
    .select(['memberships.role', 'memberships.created_at as since'])
    .where('memberships.organization_id', '=', organizationId)
    .orderBy('memberships.created_at')
    .orderBy('accounts.id')
    .$castTo<Member>()
    .execute();

async function rename(database: Database, id: string, name: string, by: By, now: string): Promise<void> {
  await authorized(database, by.actor, { organizationId: id, now }, async (connection) => {
    await connection.updateTable('organizations').set({ name }).where('id', '=', id).execute();
    await record(connection, id, by, now);
  });
}

/** Deletes the organization with its members, invitations and pairing codes, unless `refuseStores` throws for the slugs of its stores. */
async function remove(
  database: Database,
  id: string,
  { by, now, refuseStores }: { by: By; now: string; refuseStores(slugs: readonly string[]): void },
): Promise<void> {
  await authorized(database, by.actor, { organizationId: id, now }, async (connection) => {
    refuseStores(await slugsOf(connection, id));
    await connection
      .deleteFrom('pairing_codes')
      .where('organization_id', '=', id)
      .where('status', 'in', ['waiting', 'refused'])
      .execute();
    await connection.deleteFrom('organizations').where('id', '=', id).execute();
    await record(connection, id, by, now);
  });
}

async function countOwned(connection: Database, accountId: string): Promise<number> {
  // Concurrent creations by the account wait for each other.
  await lockAccount(connection, accountId);
  return countRows(
    connection.selectFrom('memberships').where((row) => row.and({ account_id: accountId, role: 'owner' })),
  );
}

function slugsOf(connection: Database, organizationId: string): Promise<string[]> {
  const stores = connection
    .selectFrom('stores')
    .select('slug')
    .where((row) => row.and({ organization_id: organizationId, deleted_at: null }));
  return allOf(stores.orderBy('slug'), ({ slug }) => slug);
}

/** Returns false for an account that is no member. Throws what the rules throw. */
const setRole = (database: Database, change: MemberChange, role: Role): Promise<boolean> =>
  changingMember(database, change, async (connection, before) => {
    if (before === undefined) return false;
    change.rules.mayChange(role);
    if (before !== role) await writeRole(connection, change, { before, role });
    return true;
  });

/** Returns false for an account that is no member. Throws what the rules throw. */
const removeMember = (database: Database, change: MemberChange): Promise<boolean> =>
  changingMember(database, change, async (connection, before) => {
    if (before !== undefined) await writeRole(connection, change, { before });
    return before !== undefined;
  });

/** Adds a member for an operator, or changes the role of one. */
const putMember = (database: Database, change: MemberChange, role: Role): Promise<void> =>
  changingMember(database, change, (connection, before) => writeRole(connection, change, { before, role }));

/** Changes members one at a time in each organization: concurrent changes cannot remove the last owner together. */
const changingMember = <Result>(
  database: Database,
  change: MemberChange,
  work: (connection: Database, before: Role | undefined) => Promise<Result>,
): Promise<Result> =>
  authorized(database, change.by.actor, change, async (connection) =>
    work(connection, await roleBefore(connection, change)),
  );

/** Writes the role of a member, or removes the member without one, and withdraws the offers of a member who loses permissions. */
async function writeRole(
  connection: Database,
  change: MemberChange,
  { before, role }: { before: Role | undefined; role?: Role },
): Promise<void> {
  const { organizationId, accountId, rules, now } = change;
  const member = { organization_id: organizationId, account_id: accountId };
  if (role === undefined)
    await connection
      .deleteFrom('memberships')
      .where((row) => row.and(member))
      .execute();
  else
    await connection
      .insertInto('memberships')
      .values({ ...member, role, created_at: now })
      .onConflict((conflict) => conflict.columns(['organization_id', 'account_id']).doUpdateSet({ role }))
      .execute();
  if (before === 'owner') await requireOwner(connection, organizationId, rules);
  if (rules.losesPermissions(before, role)) await withdrawOffers(connection, change);
  await record(connection, organizationId, change.by, now);
}

export async function insertOrganization(
  connection: Database,
  { id, name, createdAt }: Organization,
  ownerId: string,
): Promise<void> {
  const times = { created_at: createdAt, updated_at: createdAt };
  await connection
    .insertInto('organizations')
    .values({ id, name, ...times })
    .execute();
  await connection
    .insertInto('memberships')
    .values({ organization_id: id, account_id: ownerId, role: 'owner', created_at: createdAt })
    .execute();
}

/** Counts the owners of an organization; a rule that throws rolls the transaction back. */
export async function requireOwner(
  connection: Database,
  organizationId: string,
  { requireOwners }: Pick<MemberRules, 'requireOwners'>,
): Promise<void> {
  const owners = connection
    .selectFrom('memberships')
    .where((row) => row.and({ organization_id: organizationId, role: 'owner' }));
  requireOwners(await countRows(owners));
}

/** Returns the role of the member, whose organization is locked. */
async function roleBefore(connection: Database, change: MemberChange): Promise<Role | undefined> {
  const row = await connection
    .selectFrom('memberships')
    .select('role')
    .where((row) => row.and({ organization_id: change.organizationId, account_id: change.accountId }))
    .executeTakeFirst();
  const role = row?.role as Role | undefined;
  if (role !== undefined) change.rules.mayChange(role);
  return role;
}

/** Deletes links and pairing codes that the person has created, and so still knows. */
async function withdrawOffers(connection: Database, { organizationId, accountId }: MemberChange) {
  await connection
    .deleteFrom('invitations')
    .where((row) => row.and({ organization_id: organizationId, invited_by: accountId }))
    .execute();
  await connection
    .deleteFrom('store_transfers')
    .where((row) => row.and({ organization_id: organizationId, offered_by: accountId }))
    .execute();
  await connection
    .deleteFrom('pairing_codes')
    .where((row) => row.and({ organization_id: organizationId, account_id: accountId }))
    .where('status', '!=', 'paired')
    .execute();
}

function record(connection: Database, organizationId: string, by: By, now: string): Promise<void> {
  return audit(connection).write(by.actor, { storeId: null, organizationId, ...by }, now);
}

function fromRow({ id, name, created_at }: Row<'organizations'>): Organization {
  return { id, name, createdAt: created_at };
}
