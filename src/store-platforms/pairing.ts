import type { Caller } from '../commerce/call/caller.ts';
import type { StoreDescription } from '../commerce/store/store.ts';

/** `reason`: in the platform's words, `plain_http`. */
export type PairingRefusal = Record<'reason' | 'message' | 'remedy', string>;

/** Refusal of a site that takes longer than its own plugin waits. */
export const TOO_SLOW: PairingRefusal = {
  reason: 'site_unreachable',
  message: 'The site took too long to answer us.',
  remedy: 'Press the button again. When it stays so, ask the hosting company why the site is slow.',
};

/** A site as its plugin describes it; unverified until the site itself has proved it. */
export interface SiteToPair {
  /** Exactly as the plugin wrote it: the proof is over these characters. */
  siteUrl: string;
  /** Address of the site's REST interface, as the site reports it. */
  restUrl?: string;
  consumerKey: string;
  consumerSecret: string;
  /** Key of the site's proof. */
  connectorToken: string;
  /** By name of the software; empty when not installed. */
  versions: Record<string, string>;
  settings: { permalinks: 'pretty' | 'plain'; ssl: boolean; comingSoon: boolean };
}

export type PairingProof =
  | {
      ok: true;
      description: StoreDescription;
      credentials: unknown;
      /** True when the site declares itself simulated. */
      simulated: boolean;
    }
  | { ok: false; refusal: PairingRefusal };

export interface SitePairing<Credentials = unknown> {
  /** Proves that it is this site and that all later calls will work. Failures of the site are returned, never thrown. */
  prove(site: SiteToPair, caller: Caller): Promise<PairingProof>;
  /** Short proof for a paired site: undefined when it is fine. */
  check(site: SiteToPair, caller: Caller): Promise<PairingRefusal | undefined>;
  /** Notifies the plugin that it is unpaired. Safe to repeat. */
  unpair(credentials: Credentials, caller: Caller): Promise<void>;
}

export const SIMULATED_HEADER = 'x-ucp-host-simulated';
