import { createMemberError } from '../errors.ts';
import { isLocalName } from '../network/local-hosts.ts';
import { DAY_MS, type Instant, MINUTE_MS, toIso } from '../time/time.ts';

/** Custom domain on which a store serves official UCP, once its merchant has proved to own it. */
export interface StoreDomain {
  id: string;
  storeId: string;
  /** As `normalizeDomainName` returns it. */
  name: string;
  /** Content of the TXT record at `toProofName`. Public. */
  token: string;
  createdAt: string;
  /** Null: not proved, or lost. */
  verifiedAt: string | null;
  /** Last answer of the name servers; null: none yet. */
  checkedAt: string | null;
  /** First check that missed the record of a proved domain. */
  missingSince: string | null;
  /** Time at which a proved domain was given up because its record stayed missing. */
  lostAt: string | null;
  /** Whether the domain's address led here at the last check. */
  leadsHere: boolean;
  /** Why not, as text for its merchant. */
  error: string | null;
}

/** `verified`: the domain's address does not lead here yet. `proof_missing`: still served, for some days. `lost`: no longer. */
export const DOMAIN_STATES = ['unverified', 'verified', 'live', 'proof_missing', 'lost'] as const;

/** A record may be lost by mistake, or while a zone moves: until then the domain stays the store's. */
const PROOF_MAY_BE_MISSING_MS = 7 * DAY_MS;
const FIRST_CHECK_AFTER_MS = 15 * MINUTE_MS;

/** Actor in a store's audit log for changes that no person made. */
export const SERVICE = { accountId: null, name: 'service' };

/** Per store. */
export const MAX_DOMAINS = 10;

export function toDomainState(domain: Omit<StoreDomain, 'id' | 'storeId'>): (typeof DOMAIN_STATES)[number] {
  if (domain.verifiedAt === null) return domain.lostAt === null ? 'unverified' : 'lost';
  if (domain.missingSince !== null) return 'proof_missing';
  return domain.leadsHere ? 'live' : 'verified';
}

/** Instant of the first recurring check of a domain that was proved now. */
export function computeFirstCheck(now: number): string {
  return toIso(now + FIRST_CHECK_AFTER_MS);
}

/** Instant since which a record must be missing for its domain to be lost now. */
export function computeLostSince(now: number): string {
  return toIso(now - PROOF_MAY_BE_MISSING_MS);
}

/** End of service for a domain whose record is missing; null while nothing is. */
export function computeServedUntil({ missingSince }: Pick<StoreDomain, 'missingSince'>): Instant | null {
  return missingSince === null ? null : toIso(Date.parse(missingSince) + PROOF_MAY_BE_MISSING_MS);
}

export function toProofName(name: string): string {
  return `_ucp-host.${name}`;
}

/** Leaves room for `toProofName` within the 253 characters of a DNS name. */
const MAX_NAME_LENGTH = 243;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Names that no merchant can have: the service's host, and everything below the domain of tenant hosts or of the shops' hosting. */
interface ReservedNames {
  /** `ucp.example.com`. */
  service: string;
  /** `HOST_DOMAIN`. */
  stores: string | undefined;
  hosting: readonly string[];
}

/** Normalizes `https://Agents.Müller.example./page` to `agents.xn--mller-kva.example`. Throws `invalid_input` for what cannot be a merchant's. */
export function normalizeDomainName(typed: string, reserved: ReservedNames): string {
  const refuse = (reason: string): never => {
    throw createMemberError('domain', reason);
  };
  const name =
    nameIn(typed) ?? refuse('must be a domain name without a port, for example agents.shop.example');
  if (isLocalName(name)) refuse('must be a name of the public internet, for example agents.shop.example');
  const isReserved = (domain: string) => isBelow(name, domain);
  if (reserved.hosting.some(isReserved))
    refuse(`cannot be "${name}", which belongs to the shop platform: use a domain of your own`);
  if (name === reserved.service || (reserved.stores !== undefined && isReserved(reserved.stores)))
    refuse(`cannot be "${name}", which belongs to this service: use a domain of your own`);
  return name;
}

/** True for the domain itself, too. */
function isBelow(name: string, domain: string): boolean {
  return `.${name}`.endsWith(`.${domain}`);
}

/** Undefined for malformed names, IP addresses, and names with a port or a user. */
function nameIn(typed: string): string | undefined {
  const text = typed.trim().replace(/^https?:\/\//i, '');
  const [authority = ''] = text.split(/[/?#\\]/);
  if (/[:@%\s]/.test(authority) || !URL.canParse(`https://${authority}`)) return undefined;
  const name = new URL(`https://${authority}`).hostname.replace(/\.$/, '');
  const labels = name.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  return isName && name.length <= MAX_NAME_LENGTH && !/^\d+$/.test(labels.at(-1) ?? '') ? name : undefined;
}
