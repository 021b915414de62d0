import { createMemberError, toConflictError, toForbiddenError } from '../../commerce/errors.ts';
import { hasPermission, type Permission } from '../../commerce/merchant/roles.ts';
import type { Store } from '../../commerce/store/store.ts';
import { toIso } from '../../commerce/time/time.ts';
import type { Account } from '../../storage/repositories/identity/account-rows.ts';
import type { By } from '../../storage/repositories/identity/audit.ts';
import type { Membership } from '../../storage/repositories/identity/organizations.ts';
import { requireRole } from '../access.ts';
import type { MerchantContext } from '../visit.ts';

type Organizations = Pick<MerchantContext, 'organizations'>;

/** Finds an organization of the account. Throws `invalid_input` for any other, and `forbidden` for a role that does not allow it. */
export async function requireOwnOrganization(
  { organizations }: Organizations,
  { id: accountId }: Account,
  organizationId: string,
  needs: Permission,
): Promise<Membership> {
  const own = await organizations.listOfAccount(accountId);
  const membership = own.find(({ id }) => id === organizationId);
  if (!membership) throw createMemberError('organization', 'must be the id of one of yours');
  requireRole(membership.role, needs);
  return membership;
}

/** Finds the organization of a new store. Throws `invalid_input` when it must be named, `forbidden` when there is none. */
export async function findOrganizationForStore(
  context: Organizations,
  account: Account,
  organizationId?: string,
): Promise<string> {
  if (organizationId !== undefined)
    return (await requireOwnOrganization(context, account, organizationId, 'manage')).id;
  const all = await context.organizations.listOfAccount(account.id);
  const [only, ...others] = all.filter(({ role }) => hasPermission(role, 'manage'));
  if (!only) throw toForbiddenError('Your role does not allow you to connect stores in any organization.');
  if (others.length === 0) return only.id;
  const choices = [only, ...others].map(({ id, name }) => `${id} (${name})`).join(', ');
  throw createMemberError('organization', `must be given, as you belong to several: ${choices}`);
}

/** Moves a store, also one of no organization. Throws `conflict` when it was moved at this moment. */
export async function giveStore(
  { storeTransfers, now }: Pick<MerchantContext, 'storeTransfers' | 'now'>,
  store: Store,
  organizationId: string,
  entry: By,
): Promise<void> {
  const moved = storeTransfers.move(store.id, store.organizationId, organizationId, entry, toIso(now()));
  if (!(await moved))
    throw toConflictError('The store was moved or deleted at the same time. Reload it, then try again.');
}
