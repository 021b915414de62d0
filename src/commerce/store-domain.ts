import { CommerceError } from './errors.ts';

/** A domain on which a store answers in official UCP, once its merchant has proved that it is theirs. */
export interface StoreDomain {
  id: string;
  storeId: string;
  /** As `domainNameOf` returns it. */
  name: string;
  /** What the TXT record at `proofName` holds. Public by nature. */
  token: string;
  createdAt: string;
  /** Since when it is this store's; null: not proved, or not any more. */
  verifiedAt: string | null;
  /** When name servers last answered; null: never. */
  checkedAt: string | null;
  /** Since when the record of a proved domain has been gone. */
  missingSince: string | null;
  /** When a proved domain was given up because its record stayed away. */
  lostAt: string | null;
  /** Whether the domain's own address led here at the last look. */
  leadsHere: boolean;
  /** Why not, in words for its merchant. */
  error: string | null;
}

/**
 * `unverified`: the record has not been seen. `verified`: it has, and the domain's address does not lead here yet. `live`: agents
 * find the store there. `proof_missing`: still served, for some days. `lost`: no longer.
 */
export type DomainState = 'unverified' | 'verified' | 'live' | 'proof_missing' | 'lost';

const DAY_MS = 24 * 60 * 60_000;
/** A record may get lost by a slip, or while a zone moves: for so long the domain stays the store's. */
export const PROOF_MAY_BE_MISSING_MS = 7 * DAY_MS;

/** Who it was, in a store's log of changes, when nobody asked for it. */
export const SERVICE = { accountId: null, name: 'service' };

/** Of one store. */
export const MAX_DOMAINS = 10;

/** What is done regularly for a domain in the background; its subject is the domain's id. */
export const CHECK_DOMAIN = 'check_domain';

export function domainStateOf(domain: Omit<StoreDomain, 'id' | 'storeId'>): DomainState {
  if (domain.verifiedAt === null) return domain.lostAt === null ? 'unverified' : 'lost';
  if (domain.missingSince !== null) return 'proof_missing';
  return domain.leadsHere ? 'live' : 'verified';
}

/** Until when a domain whose record is gone is still served. ISO instant; null while nothing is missing. */
export function servedUntil({ missingSince }: Pick<StoreDomain, 'missingSince'>): string | null {
  return missingSince === null
    ? null
    : new Date(Date.parse(missingSince) + PROOF_MAY_BE_MISSING_MS).toISOString();
}

/** Where the TXT record belongs. */
export function proofName(name: string): string {
  return `_ucp-host.${name}`;
}

/** Room for `proofName` within the 253 characters of a name. */
const MAX_NAME_LENGTH = 243;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** Nobody's on the internet. */
const LOCAL = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa|arpa|onion|invalid)$/;
/** Whoever has a shop there is a guest: no record of theirs can be set, and the address answers for the platform. */
const LENT =
  /(?:^|\.)(?:myshopify\.com|shopifypreview\.com|shopify\.com|wordpress\.com|wpcomstaging\.com|wpengine\.com)$/;

/** Names that are the service's own: its host, and all below the domain of stores' hosts. */
export interface OwnNames {
  /** `ucp.example.com`. */
  service: string;
  /** `HOST_DOMAIN`. */
  stores: string | undefined;
}

/**
 * `https://Agents.Müller.example./page` is `agents.xn--mller-kva.example`. Throws `invalid_input` for what is no name of the
 * internet, has a port, or cannot be a merchant's.
 */
export function domainNameOf(typed: string, own: OwnNames): string {
  const name = nameIn(typed);
  if (name === undefined) {
    throw refused('must be a domain name without a port, for example agents.shop.example');
  }
  if (LOCAL.test(name))
    throw refused('must be a name of the public internet, for example agents.shop.example');
  if (LENT.test(name)) {
    throw refused(`cannot be "${name}", which belongs to the shop platform: use a domain of your own`);
  }
  if (name === own.service || (own.stores !== undefined && `.${name}`.endsWith(`.${own.stores}`))) {
    throw refused(`cannot be "${name}", which belongs to this service: use a domain of your own`);
  }
  return name;
}

/** Undefined for what is none, for an address by numbers, and where a port or a user is named. */
function nameIn(typed: string): string | undefined {
  const text = typed.trim().replace(/^https?:\/\//i, '');
  const [authority = ''] = text.split(/[/?#\\]/);
  if (/[:@%\s]/.test(authority) || !URL.canParse(`https://${authority}`)) return undefined;
  const name = new URL(`https://${authority}`).hostname.replace(/\.$/, '');
  const labels = name.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  return isName && name.length <= MAX_NAME_LENGTH && !/^\d+$/.test(labels.at(-1) ?? '') ? name : undefined;
}

function refused(message: string): CommerceError {
  return new CommerceError('invalid_input', `domain ${message}.`, { details: [{ path: 'domain', message }] });
}
