import { CommerceError } from '../errors.ts';

/** Limits of an organization, with the noun of what they count. Tokens are counted for each member. */
export const LIMIT_NOUNS = {
  stores: 'stores',
  catalog_mb: 'MB of copied products',
  tokens: 'tokens for each member',
  event_endpoints: 'event endpoints',
  members: 'members and open invitations',
  invitations: 'open invitations',
  log_mb: 'MB of logged calls',
} as const;

export type LimitName = keyof typeof LIMIT_NOUNS;
export const LIMIT_NAMES = Object.keys(LIMIT_NOUNS) as LimitName[];

/** Null: no limit. */
export type OrganizationLimits = Readonly<Record<LimitName, number | null>>;

/** Above what an agency of forty shops needs. Megabytes of copies are four times the limit of one store. */
export const DEFAULT_LIMITS: OrganizationLimits = {
  stores: 50,
  catalog_mb: 2_048,
  tokens: 100,
  event_endpoints: 100,
  members: 100,
  invitations: 100,
  log_mb: 1_024,
};

/** Organizations that one account may own, where there are limits at all. */
const MAX_OWNED_ORGANIZATIONS = 10;

export interface LimitUse {
  name: LimitName;
  used: number;
  /** Null: no limit. */
  limit: number | null;
}

const REMEDIES: Record<LimitName, string> = {
  stores: 'Delete a store that you no longer need',
  catalog_mb: 'Delete a store that you no longer need, or make catalogs smaller',
  tokens: 'Revoke a token that you no longer use',
  event_endpoints: 'Remove an event endpoint of one of its stores',
  members: 'Remove a member or withdraw an invitation',
  invitations: 'Withdraw an invitation',
  log_mb: 'The oldest calls are deleted',
};

/** Throws `limited` for a use beyond its limit. */
function admitUse(name: LimitName, used: number, limit: number): void {
  if (used <= limit) return;
  const count = `${limit.toLocaleString('en')} ${LIMIT_NOUNS[name]}`;
  const message = `The organization may have ${count}. ${REMEDIES[name]}, or ask the operator of this service for more.`;
  throw new CommerceError('limited', message);
}

/** Throws `limited` for an owner of as many organizations as one may own: each has limits of its own, which an account must not multiply. */
function mayOwnAnother(count: number): void {
  if (count < MAX_OWNED_ORGANIZATIONS) return;
  const message = `You may own ${MAX_OWNED_ORGANIZATIONS} organizations. Delete one, or ask the operator of this service to create another.`;
  throw new CommerceError('limited', message);
}

/** Limits of an installation; an operator may give an organization others. The transaction of a change asks about what it has counted. */
export type LimitRules = ReturnType<typeof limitRules>;

/** Undefined: no limits. */
export function limitRules(limits?: OrganizationLimits) {
  const none = Object.fromEntries(LIMIT_NAMES.map((name) => [name, null])) as OrganizationLimits;
  return { defaults: limits ?? none, admitUse, mayOwnAnother: limits && mayOwnAnother };
}

export const UNLIMITED = limitRules();
