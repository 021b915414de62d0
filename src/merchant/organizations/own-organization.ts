import { createMemberError, toForbiddenError } from '../../commerce/errors.ts';
import { hasPermission, type Permission } from '../../commerce/merchant/roles.ts';
import type { Account } from '../../storage/repositories/identity/account-rows.ts';
import { requireRole } from '../access.ts';
import type { MerchantContext } from '../visit.ts';

type Organizations = Pick<MerchantContext, 'organizations'>;

/** Finds an organization of the account. Throws `invalid_input` for any other, and `forbidden` for a role that does not allow it. */
export async function requireOwnOrganization(
  at: Organizations,
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
export async function findOrganizationForStore(context: Organizations, account: Account, id?: string) {
  if (id !== undefined) return (await requireOwnOrganization(context, account.id, id, 'manage')).id;
  const all = await context.organizations.listOfAccount(account.id);
  const [only, ...others] = all.filter(({ role }) => hasPermission(role, 'manage'));
  if (!only) throw toForbiddenError('Your role does not allow you to connect stores in any organization.');
  if (others.length === 0) return only.id;
  const choices = [only, ...others].map(({ id, name }) => `${id} (${name})`).join(', ');
  throw createMemberError('organization', `must be given, as you belong to several: ${choices}`);
}
