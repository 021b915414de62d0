import { CommerceError, invalidMember } from '../../commerce/errors.ts';
import { memberRules, refuseStores } from '../../commerce/merchant/organization-rules.ts';
import { type Permission, type Role, roleAllows } from '../../commerce/merchant/roles.ts';
import { HOUR_MS } from '../../commerce/time.ts';
import { isUuid } from '../../commerce/uuid.ts';
import type { Account } from '../../storage/repositories/account-rows.ts';
import type { Actor } from '../../storage/repositories/audit.ts';
import type {
  Member,
  MemberChange,
  Membership,
  Organization,
} from '../../storage/repositories/organizations.ts';
import { admittedActor, requireRole } from '../access.ts';
import { requireConfirmation } from '../confirmation.ts';
import { installation } from '../identity/account-changes.ts';
import { countOrRefuse } from '../identity/login-throttle.ts';
import {
  type AccountVisit,
  actorOf,
  type MerchantContext,
  nowOf,
  type OperatorVisit,
  type OrganizationVisit,
} from '../visit.ts';

/** Lists the account's organizations, limited to those of its token's stores. */
export async function listOrganizations({
  context,
  identity,
}: AccountVisit<'organizations' | 'stores'>): Promise<Membership[]> {
  const { account, onlyStores } = identity;
  const all = await context.organizations.ofAccount(account.id);
  if (!onlyStores) return all;
  const stores = await context.stores.ofAccount(account.id);
  const open = new Set(
    stores.filter(({ id }) => onlyStores.includes(id)).map(({ organizationId }) => organizationId),
  );
  return all.filter(({ id }) => open.has(id));
}

const MAX_NEW_ORGANIZATIONS = { limit: 20, windowMs: HOUR_MS };

/** Throws `forbidden` where sign-up is closed and the account owns no organization yet. */
export async function createOrganization(
  visit: AccountVisit<'accounts' | 'attempts' | 'newId' | 'now' | 'organizations' | 'signUp'>,
  name: string,
): Promise<Membership> {
  const { context, identity } = visit;
  const { id: accountId } = identity.account;
  const own = await context.organizations.ofAccount(accountId);
  const isOpen = (await installation(context)).signUp === 'open';
  if (!isOpen && !own.some(({ role }) => role === 'owner'))
    throw new CommerceError(
      'forbidden',
      'Sign-up is closed. Ask the operator of this service for an organization.',
    );
  await countOrRefuse(visit, [{ bucket: `organizations of ${accountId}`, ...MAX_NEW_ORGANIZATIONS }]);
  const organization = await beginOrganization({ context, actor: actorOf(visit) }, identity.account, name);
  return { ...organization, role: 'owner' };
}

/** Creates an organization, for its first owner or an operator. */
export async function beginOrganization(
  at: Pick<OperatorVisit, 'actor'> & { context: Pick<MerchantContext, 'newId' | 'now' | 'organizations'> },
  { id: ownerId, email }: Account,
  name: string,
): Promise<Organization> {
  const { context, actor } = at;
  const organization = { id: context.newId(), name, createdAt: nowOf(at) };
  const by = { actor, action: 'organization.created', details: { name, owner: email } };
  await context.organizations.create(organization, ownerId, by);
  return organization;
}

/** Organization and its changing actor: a member, whose permission is asked again when the change is written, or an operator. */
export interface AtOrganization {
  context: Pick<MerchantContext, 'now' | 'organizations'>;
  organization: Organization;
  actor: Actor;
  mayChangeOwners: boolean;
}

type ChangeVisit = OrganizationVisit<'now' | 'organizations'>;

/** The member must keep the permission to change owners, if the role has it, until the change is written. */
function asMember(visit: ChangeVisit, needs: Permission): AtOrganization {
  const { context, organization } = visit;
  const mayChangeOwners = roleAllows(organization.role, 'own');
  const actor = admittedActor(visit, mayChangeOwners ? 'own' : needs);
  return { context, organization, actor, mayChangeOwners };
}

export async function renameOrganization(visit: ChangeVisit, name: string): Promise<Membership> {
  const { context, organization } = visit;
  const details = { from: organization.name, to: name };
  const by = { actor: admittedActor(visit, 'administer'), action: 'organization.renamed', details };
  await context.organizations.rename(organization.id, name, by, nowOf(visit));
  return { ...organization, name };
}

/** Throws `invalid_input` unless `confirm` is the name, and `conflict` while the organization has stores. */
export async function deleteOrganization(visit: ChangeVisit, confirm: string): Promise<void> {
  requireConfirmation(confirm, visit.organization.name, 'the name of this organization');
  await endOrganization(asMember(visit, 'own'));
}

/** Throws `conflict` while the organization has stores. */
export async function endOrganization(at: AtOrganization): Promise<void> {
  const { context, organization, actor } = at;
  const by = { actor, action: 'organization.deleted', details: { name: organization.name } };
  await context.organizations.remove(organization.id, { by, now: nowOf(at), refuseStores });
}

/** Throws `not_found` for an account that is no member, `conflict` for the last owner. */
export async function changeRole(visit: ChangeVisit, accountId: string, role: Role): Promise<void> {
  const at = asMember(visit, 'administer');
  const member = (await memberOf(at, accountId)) ?? noMember();
  await writeRole(at, member, role);
}

async function writeRole(at: AtOrganization, member: Member, role: Role): Promise<void> {
  const details = { account: member.email, from: member.role, to: role };
  const change = changeOf(at, member.accountId, 'member.role_changed', details);
  if (!(await at.context.organizations.setRole(change, role))) throw noMember();
}

/** Adds an account with this role for an operator, or changes the role of a member. */
export async function giveRole(at: AtOrganization, { id, email }: Account, role: Role): Promise<void> {
  const member = await memberOf(at, id);
  if (member) return writeRole(at, member, role);
  const change = changeOf(at, id, 'member.joined', { account: email, role });
  await at.context.organizations.putMember(change, role);
}

/** Removes a member, or the account itself, whatever its role. Access ends with the transaction, in every process. */
export async function removeMember(visit: ChangeVisit, accountId: string): Promise<void> {
  const isSelf = accountId === visit.identity.account.id;
  if (!isSelf) requireRole(visit.organization.role, 'administer');
  const at = asMember(visit, isSelf ? 'read' : 'administer');
  await endMembership(at, accountId, isSelf ? 'member.left' : 'member.removed');
}

/** Throws `not_found` for an account that is no member, `conflict` for the last owner. */
export async function endMembership(
  at: AtOrganization,
  accountId: string,
  action: 'member.left' | 'member.removed',
): Promise<void> {
  const member = (await memberOf(at, accountId)) ?? noMember();
  const change = changeOf(at, accountId, action, { account: member.email, role: member.role });
  if (!(await at.context.organizations.removeMember(change))) throw noMember();
}

function changeOf(
  at: AtOrganization,
  accountId: string,
  action: string,
  details: Record<string, unknown>,
): MemberChange {
  const { organization, actor } = at;
  const by = { actor, action, details };
  return { organizationId: organization.id, accountId, rules: memberRules(at), by, now: nowOf(at) };
}

async function memberOf(
  { context, organization }: AtOrganization,
  accountId: string,
): Promise<Member | undefined> {
  const members = isUuid(accountId) ? await context.organizations.members(organization.id) : [];
  return members.find((each) => each.accountId === accountId);
}

function noMember(): never {
  throw new CommerceError('not_found', 'The organization has no such member.');
}

/**
 * Returns the id of the organization that gets a new store: the wanted one, or the only one in which the account may connect
 * stores. Throws `invalid_input` when it must be named, `forbidden` when there is none.
 */
export async function organizationForStore(
  { organizations }: Pick<MerchantContext, 'organizations'>,
  { id: accountId }: Pick<Account, 'id'>,
  organizationId: string | undefined,
): Promise<string> {
  const all = await organizations.ofAccount(accountId);
  if (organizationId !== undefined) {
    const membership = all.find(({ id }) => id === organizationId);
    if (!membership) throw notYours('must be the id of one of yours');
    requireRole(membership.role, 'manage');
    return membership.id;
  }
  const [only, ...others] = all.filter(({ role }) => roleAllows(role, 'manage'));
  if (!only)
    throw new CommerceError(
      'forbidden',
      'Your role does not allow you to connect stores in any organization.',
    );
  if (others.length === 0) return only.id;
  const choices = [only, ...others].map(({ id, name }) => `${id} (${name})`).join(', ');
  throw notYours(`must be given, as you belong to several: ${choices}`);
}

/** Error of the member `organization` of an input. */
export function notYours(message: string): CommerceError {
  return invalidMember('organization', message);
}
