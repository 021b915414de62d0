import { createMemberError, toForbiddenError, toNotFoundError } from '../commerce/errors.ts';
import { getRolesThatMay, hasPermission, type Permission, type Role } from '../commerce/merchant/roles.ts';
import type { Store } from '../commerce/store/store.ts';
import { isUuid } from '../commerce/text/uuid.ts';
import type { Account } from '../storage/repositories/identity/account-rows.ts';
import type { Actor } from '../storage/repositories/identity/audit.ts';
import type { AccountVisit, Identity, MerchantContext, OperatorVisit, StoreVisit } from './visit.ts';

export interface Required {
  needs: Permission;
  /** True refuses tokens. */
  inPerson: boolean;
}

/** Throws `forbidden` for a token that may not do this at all, whatever the role of its account. */
export function admitIdentity({ via, scope }: Identity, { needs, inPerson }: Required): void {
  if (inPerson && via === 'token')
    throw toForbiddenError('Tokens cannot do this. Sign in to the console instead.');
  if (needs !== 'read' && scope === 'read')
    throw toForbiddenError('This token can only read. Create one with the scope "manage".');
}

/** Finds a store of the account's organizations. Throws the same `not_found` for an unknown one and another organization's. */
export async function admitToStore(visit: AccountVisit, slug: string | undefined, { needs }: Required) {
  const store = slug === undefined ? undefined : await visit.context.stores.find(slug);
  const role = store && (await findRoleAt(visit, store));
  if (!store || !role || !(visit.identity.onlyStores?.includes(store.id) ?? true)) throw createNoStoreError();
  requireRole(role, needs);
  return { ...visit, store, actor: toStoreActor(visit, needs) };
}

/** Asks for more than the endpoint does, of an admitted request. */
export async function admitAgain(visit: StoreVisit, required: Required): Promise<void> {
  admitIdentity(visit.identity, required);
  const role = await findRoleAt(visit, visit.store);
  if (!role) throw createNoStoreError();
  requireRole(role, required.needs);
}

/** Actor of a change of a store, whose permission is asked again when the change is written. */
export function toStoreActor(visit: { actor: Actor }, needs: Permission): Actor {
  return toAdmittedActor(visit, needs, createNoStoreError);
}

async function findRoleAt({ context, identity }: AccountVisit, store: Store): Promise<Role | undefined> {
  if (store.organizationId === null) return undefined;
  return context.organizations.roleOf(store.organizationId, identity.account.id);
}

/** Throws the same `not_found` for an unknown organization and for an organization without the account. */
export async function admitToOrganization(visit: AccountVisit, id: string | undefined, { needs }: Required) {
  const { context, identity } = visit;
  const isId = id !== undefined && isUuid(id);
  const role = isId ? await context.organizations.roleOf(id, identity.account.id) : undefined;
  const organization = isId && role ? await context.organizations.find(id) : undefined;
  if (!role || !organization) throw createNotMemberError();
  requireRole(role, needs);
  return { ...visit, organization: { ...organization, role }, actor: toAdmittedActor(visit, needs) };
}

/** Actor of a change, whose permission is asked again at the write. `none` is thrown for an account that is no member any more. */
export function toAdmittedActor(by: { actor: Actor }, needs: Permission, none = createNotMemberError): Actor {
  // The operator has no role that could end.
  if (by.actor.accountId === null) return by.actor;
  return {
    ...by.actor,
    authorize(role) {
      if (role === undefined) throw none();
      requireRole(role, needs);
    },
  };
}

function createNoStoreError() {
  return toNotFoundError('You have no store with that slug. GET /api/merchant/stores lists your stores.');
}

function createNotMemberError() {
  return toNotFoundError(
    'You have no organization with that id. GET /api/merchant/organizations lists yours.',
  );
}

/** Throws `forbidden` with the roles that have the permission. */
export function requireRole(role: Role, needs: Permission): void {
  if (hasPermission(role, needs)) return;
  const others = getRolesThatMay(needs).join(' or ');
  throw toForbiddenError(`Your role here is ${role}. This takes the role ${others}.`);
}

/** Throws `not_found`, naming the command that lists accounts. */
export async function requireAccount({ context, commandOf }: OperatorVisit, email: string): Promise<Account> {
  const account = await context.accounts.findByEmail(email);
  if (account) return account;
  throw toNotFoundError(`There is no account "${email}". See: ${commandOf('users')}`);
}

/** Finds an organization, in which the operator has the role of an owner. Throws `not_found`, naming the command that lists them. */
export async function requireOrganization({ context, commandOf }: OperatorVisit, id: string) {
  const organization = await context.organizations.find(id);
  if (organization) return { ...organization, role: 'owner' as const };
  throw toNotFoundError(`There is no organization with the id "${id}". See: ${commandOf('organizations')}`);
}

/** Throws `not_found`, naming the command that lists stores. */
export async function requireStore({ context, commandOf }: OperatorVisit, slug: string): Promise<Store> {
  const store = await context.stores.find(slug);
  if (store) return store;
  throw toNotFoundError(`There is no store "${slug}". See: ${commandOf('stores')}`);
}

/** Finds an organization of the account. Throws `invalid_input` for any other, and `forbidden` for a role that does not allow it. */
export async function requireOwnOrganization(
  at: MerchantContext,
  accountId: string,
  id: string,
  needs: Permission,
) {
  const own = await at.organizations.listOfAccount(accountId);
  const membership = own.find((each) => each.id === id);
  if (!membership) throw createMemberError('organization', 'must be the id of one of yours');
  requireRole(membership.role, needs);
  return membership;
}

/** Finds the organization of a new store. Throws `invalid_input` when it must be named, `forbidden` when there is none. */
export async function findOrganizationForStore(context: MerchantContext, account: Account, id?: string) {
  if (id !== undefined) return (await requireOwnOrganization(context, account.id, id, 'manage')).id;
  const all = await context.organizations.listOfAccount(account.id);
  const [only, ...others] = all.filter(({ role }) => hasPermission(role, 'manage'));
  if (!only) throw toForbiddenError('Your role does not allow you to connect stores in any organization.');
  if (others.length === 0) return only.id;
  const choices = [only, ...others].map(({ id, name }) => `${id} (${name})`).join(', ');
  throw createMemberError('organization', `must be given, as you belong to several: ${choices}`);
}
