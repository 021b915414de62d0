import { type CommerceError, toConflictError, toForbiddenError } from '../errors.ts';
import { ROLES, type Role } from './roles.ts';

const MAX_NAMED_STORES = 10;

/** Rules of a change of members; the transaction that writes it asks them about the rows that it has read. */
export interface MemberRules {
  /** Throws for a role, before or after the change, that the actor may neither give nor take. */
  mayChange(role: Role): void;
  losesPermissions(before: Role | undefined, after: Role | undefined): boolean;
  /** Throws for an organization that would be left with so many owners. */
  requireOwners(count: number): void;
}

export function createMemberRules({ mayChangeOwners }: { mayChangeOwners: boolean }): MemberRules {
  const mayChange = (role: Role): void => {
    if (role === 'owner' && !mayChangeOwners)
      throw toForbiddenError('Only an owner of the organization may do this to an owner.');
  };
  return { mayChange, losesPermissions: hasLostPermissions, requireOwners };
}

/** True for an organization that needs no more owners than its other members. */
export function hasOwner(others: readonly { role: string }[]): boolean {
  return others.some(({ role }) => role === 'owner');
}

/** True for a change to a role that has fewer permissions; undefined: to none. */
function hasLostPermissions(before: Role | undefined, after: Role | undefined): boolean {
  return before !== undefined && (after === undefined || ROLES.indexOf(after) > ROLES.indexOf(before));
}

/** Throws `conflict` for an organization whose last owner would go. */
export function requireOwners(count: number): void {
  if (count === 0)
    throw toConflictError('An organization needs an owner. Make another member an owner first.');
}

/** Throws `conflict`, which names them, for an organization that has stores. */
export function refuseStores(slugs: readonly string[]): void {
  if (slugs.length === 0) return;
  const firstSlugs = slugs.slice(0, MAX_NAMED_STORES);
  const more = slugs.length - firstSlugs.length;
  throw toConflictError(
    `The organization has stores: ${firstSlugs.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Transfer or delete them first.`,
  );
}

export function createAlreadyMemberError(email: string): CommerceError {
  return toConflictError(`${email} is a member already. Change the role instead.`);
}
