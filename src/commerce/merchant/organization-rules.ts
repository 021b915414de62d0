import { type CommerceError, toConflictError, toForbiddenError } from '../errors.ts';
import { ROLES, type Role } from './roles.ts';

const MAX_NAMED_STORES = 10;

/** Rules of a change of members; the transaction that writes it asks them about the rows that it has read. */
export type MemberRules = ReturnType<typeof createMemberRules>;

export function createMemberRules({ mayChangeOwners }: { mayChangeOwners: boolean }) {
  return {
    /** Throws for a role, before or after the change, that the actor may neither give nor take. */
    mayChange(role: Role): void {
      if (role === 'owner' && !mayChangeOwners)
        throw toForbiddenError('Only an owner of the organization may do this to an owner.');
    },

    /** True for a change to a role that has fewer permissions; undefined: to none. */
    losesPermissions: (before: Role | undefined, after: Role | undefined): boolean =>
      before !== undefined && (after === undefined || ROLES.indexOf(after) > ROLES.indexOf(before)),

    /** Throws `conflict` for an organization that would be left without an owner. */
    requireOwners(count: number): void {
      if (count === 0)
        throw toConflictError('An organization needs an owner. Make another member an owner first.');
    },
  };
}

/** True for an organization that needs no more owners than its other members. */
export function hasOwner(others: readonly { role: string }[]): boolean {
  return others.some(({ role }) => role === 'owner');
}

/** Throws `conflict`, which names them, for an organization that has stores. */
export function refuseStores(slugs: readonly string[]): void {
  if (slugs.length === 0) return;
  throw toConflictError(`The organization has stores: ${listSlugs(slugs)}. Transfer or delete them first.`);
}

function listSlugs(slugs: readonly string[]): string {
  const firstSlugs = slugs.slice(0, MAX_NAMED_STORES);
  const more = slugs.length - firstSlugs.length;
  return `${firstSlugs.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export interface Departure {
  id: string;
  name: string;
  others: readonly { role: string }[];
  stores: readonly string[];
}

/** Fates of an organization when an account is removed: the others go on, it goes with the account, or it keeps the account. */
export const DEPARTURES = ['left', 'deleted', 'refused'] as const;

export function decideDeparture({ others, stores }: Departure): (typeof DEPARTURES)[number] {
  if (hasOwner(others)) return 'left';
  return others.length === 0 && stores.length === 0 ? 'deleted' : 'refused';
}

/** Throws `conflict` where an organization with stores or members would lose its last owner; says what to do first. */
export function admitDepartures(departures: readonly Departure[]): void {
  const refused = departures.filter((each) => decideDeparture(each) === 'refused');
  if (refused.length > 0) throw toConflictError(refused.map(describeLastOwner).join(' '));
}

function describeLastOwner({ name, others, stores }: Departure): string {
  const heir = others.length > 0 ? 'Make another member an owner' : 'Invite another owner';
  return stores.length > 0
    ? `The last owner of “${name}” cannot go while it has stores (${listSlugs(stores)}). ${heir}, or transfer or delete the stores, first.`
    : `The last owner of “${name}” cannot go while it has other members. ${heir}, or delete the organization, first.`;
}

export function createAlreadyMemberError(email: string): CommerceError {
  return toConflictError(`${email} is a member already. Change the role instead.`);
}

const MAX_PERSON = 90;

/** Name of the organization of a person who chose none: a team and a person shall not be mixed up. */
export function nameOrganizationOfPerson(name: string): string {
  return `${name.slice(0, MAX_PERSON).trim()}'s stores`;
}
