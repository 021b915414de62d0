import { toNotFoundError } from '../commerce/errors.ts';
import type { Store } from '../commerce/store/store.ts';
import type { Account } from '../storage/repositories/identity/account-rows.ts';
import type { OperatorVisit } from './visit.ts';

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
