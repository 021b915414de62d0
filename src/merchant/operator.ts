import { toNotFoundError } from '../commerce/errors.ts';
import type { Store } from '../commerce/store/store.ts';
import type { Account } from '../storage/repositories/identity/account-rows.ts';
import type { Membership, Organization } from '../storage/repositories/identity/organizations.ts';
import type { OperatorVisit } from './visit.ts';

type Visit = Pick<OperatorVisit, 'context' | 'commandOf'>;

/** Throws `not_found`, naming the command that lists accounts. */
export async function requireAccount({ context, commandOf }: Visit, email: string): Promise<Account> {
  return (
    (await context.accounts.findByEmail(email)) ??
    refuseUnknownId(`There is no account "${email}". See: ${commandOf('users')}`)
  );
}

/** Throws `not_found`, naming the command that lists organizations. */
export async function requireOrganization({ context, commandOf }: Visit, id: string): Promise<Organization> {
  return (
    (await context.organizations.find(id)) ??
    refuseUnknownId(`There is no organization with the id "${id}". See: ${commandOf('organizations')}`)
  );
}

/** Opens an organization to the operator, who has the role of an owner. Throws `not_found`. */
export async function openOrganization(visit: Visit, id: string): Promise<Membership> {
  return { ...(await requireOrganization(visit, id)), role: 'owner' };
}

/** Throws `not_found`, naming the command that lists stores. */
export async function storeCalled({ context, commandOf }: Visit, slug: string): Promise<Store> {
  return (
    (await context.stores.find(slug)) ??
    refuseUnknownId(`There is no store "${slug}". See: ${commandOf('stores')}`)
  );
}

function refuseUnknownId(message: string): never {
  throw toNotFoundError(message);
}
