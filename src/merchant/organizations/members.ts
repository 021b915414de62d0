import { CommerceError, invalidMember } from '../../commerce/errors.ts';
import { type Permission, type Role, roleAllows } from '../../commerce/merchant/roles.ts';
import { HOUR_MS } from '../../commerce/time.ts';
import { isUuid } from '../../commerce/uuid.ts';
import type { Account } from '../../storage/repositories/account-rows.ts';
import type { Member, Membership } from '../../storage/repositories/organizations.ts';
import { admittedActor, requireRole } from '../access.ts';
import { requireConfirmation } from '../confirmation.ts';
import { installation } from '../identity/account-changes.ts';
import { countOrRefuse } from '../identity/login-throttle.ts';
import { type AccountVisit, actorOf, type MerchantContext, nowOf, type OrganizationVisit } from '../visit.ts';

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
  const organization = { id: context.newId(), name, createdAt: nowOf(visit) };
  const by = { actor: actorOf(visit), action: 'organization.created', details: { name } };
  await context.organizations.create(organization, accountId, by);
  return { ...organization, role: 'owner' };
}

type ChangeVisit = OrganizationVisit<'now' | 'organizations'>;

export async function renameOrganization(visit: ChangeVisit, name: string): Promise<Membership> {
  const { context, organization } = visit;
  const details = { from: organization.name, to: name };
  const by = { actor: admittedActor(visit, 'administer'), action: 'organization.renamed', details };
  await context.organizations.rename(organization.id, name, by, nowOf(visit));
  return { ...organization, name };
}

/** Throws `invalid_input` unless `confirm` is the name, and `conflict` while the organization has stores. */
export async function deleteOrganization(visit: ChangeVisit, confirm: string): Promise<void> {
  const { context, organization } = visit;
  requireConfirmation(confirm, organization.name, 'the name of this organization');
  const details = { name: organization.name };
  const by = { actor: admittedActor(visit, 'own'), action: 'organization.deleted', details };
  await context.organizations.remove(organization.id, by, nowOf(visit));
}

/** Throws `not_found` for an account that is no member, `conflict` for the last owner. */
export async function changeRole(visit: ChangeVisit, accountId: string, role: Role): Promise<void> {
  const member = await memberOf(visit, accountId);
  const details = { account: member.email, from: member.role, to: role };
  const change = { ...changeBy(visit, 'administer', 'member.role_changed', details), accountId };
  if (!(await visit.context.organizations.setRole(change, role))) throw noMember();
}

/** Removes a member, or the account itself, whatever its role. Access ends with the transaction, in every process. */
export async function removeMember(visit: ChangeVisit, accountId: string): Promise<void> {
  const isSelf = accountId === visit.identity.account.id;
  if (!isSelf) requireRole(visit.organization.role, 'administer');
  const member = await memberOf(visit, accountId);
  const details = { account: member.email, role: member.role };
  const [needs, action] = isSelf
    ? (['read', 'member.left'] as const)
    : (['administer', 'member.removed'] as const);
  const change = { ...changeBy(visit, needs, action, details), accountId };
  if (!(await visit.context.organizations.removeMember(change))) throw noMember();
}

/** The actor must keep the permission to change owners, if the role has it, until the change is written. */
function changeBy(
  visit: OrganizationVisit<'now'>,
  needs: Permission,
  action: string,
  details: Record<string, unknown>,
) {
  const { organization } = visit;
  const mayChangeOwners = roleAllows(organization.role, 'own');
  return {
    organizationId: organization.id,
    mayChangeOwners,
    by: { actor: admittedActor(visit, mayChangeOwners ? 'own' : needs), action, details },
    now: nowOf(visit),
  };
}

async function memberOf(
  { context, organization }: OrganizationVisit<'organizations'>,
  accountId: string,
): Promise<Member> {
  const members = isUuid(accountId) ? await context.organizations.members(organization.id) : [];
  return members.find((each) => each.accountId === accountId) ?? noMember();
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
  wanted: string | undefined,
): Promise<string> {
  const all = await organizations.ofAccount(accountId);
  if (wanted !== undefined) {
    const named = all.find(({ id }) => id === wanted);
    if (!named) throw notYours('must be the id of one of yours');
    requireRole(named.role, 'manage');
    return named.id;
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
