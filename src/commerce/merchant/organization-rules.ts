import { CommerceError } from '../errors.ts';
import { MAX_OWNED_ORGANIZATIONS } from './organization-limits.ts';
import { ROLES, type Role } from './roles.ts';

const MAX_NAMED_STORES = 10;

/** Throws `forbidden` for the role of an owner, unless the actor may change owners. */
export function mayGrant({ mayChangeOwners }: { mayChangeOwners: boolean }, role: Role): void {
  if (role === 'owner' && !mayChangeOwners)
    throw new CommerceError('forbidden', 'Only an owner of the organization may do this to an owner.');
}

/** True for a change to a role that has fewer permissions; undefined: to none. */
export function losesPermissions(before: Role | undefined, after: Role | undefined): boolean {
  return before !== undefined && (after === undefined || ROLES.indexOf(after) > ROLES.indexOf(before));
}

/** Throws `conflict` for an organization whose last owner would go. */
export function requireOwners(count: number): void {
  if (count === 0)
    throw new CommerceError(
      'conflict',
      'An organization needs an owner. Make another member an owner first.',
    );
}

/** Throws `limited` for an owner of as many organizations as one may own: each has limits of its own, which an account must not multiply. */
export function mayOwnAnother(count: number): void {
  if (count >= MAX_OWNED_ORGANIZATIONS)
    throw new CommerceError(
      'limited',
      `You may own ${MAX_OWNED_ORGANIZATIONS} organizations. Delete one, or ask the operator of this service to create another.`,
    );
}

/** Throws `conflict`, which names them, for an organization that has stores. */
export function refuseStores(slugs: readonly string[]): void {
  if (slugs.length === 0) return;
  const firstSlugs = slugs.slice(0, MAX_NAMED_STORES);
  const more = slugs.length - firstSlugs.length;
  throw new CommerceError(
    'conflict',
    `The organization has stores: ${firstSlugs.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Transfer or delete them first.`,
  );
}

export function alreadyMember(email: string): CommerceError {
  return new CommerceError('conflict', `${email} is a member already. Change the role instead.`);
}

export function noOrganization(): CommerceError {
  return new CommerceError('not_found', 'You have no organization with that id.');
}
