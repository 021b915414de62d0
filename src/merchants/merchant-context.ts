import type { DeviceCookies } from '../accounts/device-cookie.ts';
import type { SignIns } from '../accounts/sign-ins.ts';
import type { Store } from '../commerce/store.ts';
import type { StoreContext } from '../operations/store-context.ts';
import type { Probe } from '../outbound/guarded-fetch/probe.ts';
import type { NameServers } from '../outbound/name-servers.ts';
import type { SitePairing } from '../store-platforms/pairing.ts';
import type { Caller } from '../store-platforms/store-platform.ts';
import type { Account } from '../storage/repositories/accounts.ts';
import type { Actor } from '../storage/repositories/audit.ts';
import type { Repositories } from '../storage/repositories/index.ts';
import type { SignUpPolicy } from './accounts.ts';
import type { Connecting } from './connect-store.ts';
import type { TenantHosts } from './discovery/tenant-hosts.ts';

export type { Account };

/** Who asks, and by what: a token may be for some stores only. */
export interface Identity {
  account: Account;
  via: 'session' | 'token';
  /** Ids of the stores that the token is for; undefined: all that are the account's. */
  onlyStores?: readonly string[];
}

/** What merchants' functions have at hand. Repositories are types here; `service.ts` brings them. */
export interface MerchantContext extends Repositories {
  signIns: SignIns;
  devices: DeviceCookies;
  signUp: SignUpPolicy;
  /** What `/installation` tells a newcomer. */
  about: { version: string; sandbox: boolean };
  connecting: Connecting;
  /** What pairing asks of sites of this platform. */
  pairing(platform: string): SitePairing;
  /** What an agent's operations would work with, for this store. */
  openStore(store: Store, caller: Caller): Promise<StoreContext>;
  /** Asks an address that a merchant has named, once and within limits. */
  probe: Probe;
  /** Asked whether a domain is its merchant's. */
  names: NameServers;
  tenantHosts: TenantHosts;
  /** Resolves when what agents asked of this process before is written: in the log, and in what is counted. */
  flushCalls(): Promise<void>;
  /** Tells the background work of this process that something is due. */
  wake(): void;
  /** Tells it that a site is to hear that it is paired no more. */
  notifyUnpairedSites(): void;
  /** Where the service is reached; links are built from it. */
  baseUrl(): string;
  now: () => number;
  newId: () => string;
}

/** One request of somebody who may not be signed in. */
export interface Visit {
  context: MerchantContext;
  requestId: string;
  /** The client's address, for limits on guessing. */
  address: string;
  userAgent: string;
  /** As they came, names in lower case; only sign-in reads cookies. */
  headers: Record<string, string | string[] | undefined>;
}

export interface AccountVisit extends Visit {
  identity: Identity;
}

/** The store is the account's own: nobody else comes this far. */
export interface StoreVisit extends AccountVisit {
  store: Store;
}

export function actorOf({ identity }: AccountVisit): Actor {
  return { accountId: identity.account.id, name: identity.account.email };
}

/** ISO instant of now. */
export function nowOf({ context }: Visit): string {
  return new Date(context.now()).toISOString();
}
