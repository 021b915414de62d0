import type { DeviceCookies, SealedCookie, SessionCookie } from '../accounts/cookies.ts';
import type { PasskeyCeremonies } from '../accounts/passkey-ceremonies.ts';
import type { PasswordHashing } from '../accounts/password-hashing.ts';
import type { Caller } from '../commerce/call/caller.ts';
import { toConflictError, toNotFoundError } from '../commerce/errors.ts';
import type { AuditAction } from '../commerce/merchant/audit-action.ts';
import type { Mailer } from '../commerce/merchant/mail.ts';
import type { TokenScope } from '../commerce/merchant/roles.ts';
import type { Store } from '../commerce/store/store.ts';
import { type Instant, toIso } from '../commerce/time/time.ts';
import type { StoreContext } from '../operations/call/store-context.ts';
import type { Probe } from '../outbound/guarded-fetch/ask-whole.ts';
import type { NameServers } from '../outbound/name-servers.ts';
import type { BegunSignOn, IdentityProvider } from '../outbound/openid-connect/identity-provider.ts';
import type { Account } from '../storage/repositories/identity/account-rows.ts';
import type { Actor, By, Recorded } from '../storage/repositories/identity/audit.ts';
import type { Membership } from '../storage/repositories/identity/organizations.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import type { SitePairing } from '../store-platforms/pairing.ts';
import type { ProductSummaries, ReadProductFigures } from './activity/product-reads.ts';
import type { TenantHosts } from './discovery/tenant-hosts.ts';
import type { Connecting } from './stores/connect-store.ts';

/** Authenticated account of a request. */
export interface Identity {
  account: Account;
  via: 'session' | 'token' | 'command line';
  /** Undefined for a token. */
  sessionId?: string;
  sessionExpiresAt?: string;
  /** Ids of the token's stores; undefined for all stores of the account. */
  onlyStores?: readonly string[];
  scope?: TokenScope;
  tokenName?: string;
}

/** Sign-in at the OpenID Connect provider of the installation. */
export interface SingleSignOn {
  issuer: string;
  /** Name of the provider for people. */
  label: string;
  provider: IdentityProvider;
  /** Everyone whom the provider signs in gets an account, whatever the sign-up policy. */
  signsUp: boolean;
  cookie: SealedCookie<KeptSignOn>;
}

/** Kept by the browser while the person is at the provider. */
export interface KeptSignOn extends BegunSignOn {
  redirectUri: string;
  /** Set when a signed-in account connects its identity. */
  accountId?: string;
  /** Token of the invitation that the person accepts. */
  invitation?: string;
}

export interface MerchantContext extends Repositories {
  sessionCookie: SessionCookie;
  passwordHashing: PasswordHashing;
  passkeyCeremonies: PasskeyCeremonies;
  devices: DeviceCookies;
  /** Policy for creating accounts without an operator: `first` allows the first account only. */
  signUp: 'open' | 'first' | 'closed';
  /** Undefined without a mail server: the caller is shown a link to hand over instead. */
  mailer: Mailer | undefined;
  singleSignOn: SingleSignOn | undefined;
  /** Answered by `/installation`, also before sign-in. */
  about: { version: string; sandbox: boolean; retentionDays: number };
  /** Setting `ALLOW_PRIVATE_ADDRESSES`: event endpoints may use HTTP. */
  allowsPrivateAddresses: boolean;
  connecting: Connecting;
  /** Pairing calls to sites of this store platform. */
  pairing(platform: string): SitePairing;
  /** Context of an agent's operations at this store. */
  openStore(store: Store, caller: Caller): Promise<StoreContext>;
  /** Fetches a URL that a merchant named, within limits and without following redirects. */
  probe: Probe;
  names: NameServers;
  tenantHosts: TenantHosts;
  productFigures: ReadProductFigures;
  productSummaries: ProductSummaries;
  /** Resolves once earlier agent calls of this process are in the request log and the statistics. */
  flushCalls(): Promise<void>;
  /** Makes this process's job runner look for due jobs. */
  wake(): void;
  /** Queues an unpair notification to the site of a store, which outlives the store and its credentials. */
  notifyUnpaired(store: Store, credentials: unknown): Promise<void>;
  /** Public URL of the service, from which links are built. */
  baseUrl(): string;
  /** Waits at least as long as work whose time must not show. */
  wait(ms: number): Promise<unknown>;
  now: () => number;
  newId: () => string;
}

/** One request, authenticated or not. */
export interface Visit {
  context: MerchantContext;
  requestId: string;
  /** Client address, which the throttles count by. */
  address: string;
  userAgent: string;
  /** Request headers, names in lower case; only sign-in reads cookies. */
  headers: Record<string, string | string[] | undefined>;
}

export interface AccountVisit extends Visit {
  identity: Identity;
  /** The account, as audit logs name it; where a role admitted it, asked for again when a change is written. */
  actor: Actor;
}

/** Request for a store of one of the account's organizations. */
export interface StoreVisit extends AccountVisit {
  store: Store;
}

/** Request for one of the account's organizations. */
export interface OrganizationVisit extends AccountVisit {
  organization: Membership;
}

/** Full access to one store: its merchant's request, or an operator's command. */
export type AtStore = Pick<StoreVisit, 'context' | 'store' | 'actor' | 'requestId'>;

/** Access to one organization: its member's request, or an operator's command, which has the role of an owner. */
export type AtOrganization = Pick<OrganizationVisit, 'context' | 'organization' | 'actor' | 'requestId'>;

/** Command of the operator, who may do more than any merchant. */
export interface OperatorVisit extends Pick<StoreVisit, 'context' | 'actor' | 'requestId'> {
  /** Returns another command as it is typed here. */
  commandOf(args: string): string;
}

export const COMMAND_LINE: Actor = { accountId: null, name: 'command line' };

/** Request of an account that is authenticated. */
export function visitAs(visit: Visit, identity: Identity): AccountVisit {
  const { id: accountId, email: name, name: person } = identity.account;
  return { ...visit, identity, actor: { accountId, name, person, token: identity.tokenName } };
}

/** Entry of the audit log, which its change writes in the same transaction. */
export function toAuditEntry({ actor }: { actor: Actor }, action: AuditAction, details: Details = {}): By {
  return { actor, action, details };
}

type Details = Record<string, unknown>;
type Acting = Pick<AccountVisit, 'actor' | 'context'>;

/** Entry of the audit log about an account. */
export function toRecordedEntry(visit: Acting, action: AuditAction, details?: Details): Recorded {
  return { ...toAuditEntry(visit, action, details), now: getNow(visit) };
}

export function readCookies({ headers }: Visit): string {
  return String(headers.cookie ?? '');
}

export function getNow({ context }: { context: Pick<MerchantContext, 'now'> }): Instant {
  return toIso(context.now());
}

/** Caller for shop reads that must bypass caches. */
export function toFreshCaller({ requestId }: Pick<AtStore, 'requestId'>): Caller {
  return { requestId, fresh: true };
}

/** Throws `conflict` for a disconnected store, whose shop must not be called. */
export function mustBeConnected({ store }: Pick<AtStore, 'store'>): void {
  if (store.disconnectedAt === null) return;
  throw toConflictError('The store is disconnected. Reconnect it first.');
}

/** Reads the store again. Throws `not_found` when it was deleted in the meantime. */
export async function reread({ context, store }: AtStore): Promise<Store> {
  const current = await context.stores.findById(store.id);
  if (current) return current;
  throw toNotFoundError('The store has just been deleted.');
}
