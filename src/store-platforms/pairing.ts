import type { StoreDescription } from '../commerce/store.ts';
import type { Caller } from './store-platform.ts';

/** What can be in the way of pairing with a site, each with its own remedy. */
export type PairingObstacle =
  | 'plain_http'
  | 'permalinks_off'
  | 'woocommerce_missing'
  | 'woocommerce_too_old'
  | 'site_unreachable'
  | 'rest_blocked'
  | 'login_wall'
  | 'coming_soon'
  | 'keys_refused'
  | 'other_site';

/** For the merchant: what is wrong, and what to do about it. */
export interface PairingRefusal {
  reason: PairingObstacle;
  message: string;
  remedy: string;
}

/** The site took so long that the plugin itself would give up. */
export const TOO_SLOW: PairingRefusal = {
  reason: 'site_unreachable',
  message: 'The site took too long to answer us.',
  remedy: 'Press the button again. When it stays so, ask the hosting company why the site is slow.',
};

/** A site as its plugin describes it. Nothing of it is believed before the site itself has proved it. */
export interface SiteToPair {
  /** As the plugin wrote it: the proof is over these very characters. */
  siteUrl: string;
  consumerKey: string;
  consumerSecret: string;
  /** What the site proves itself with. */
  connectorToken: string;
  /** Of WordPress and its plugins; empty where there is none. */
  versions: { woocommerce: string };
  settings: { permalinks: 'pretty' | 'plain'; ssl: boolean; comingSoon: boolean };
}

export type PairingProof =
  | {
      ok: true;
      description: StoreDescription;
      credentials: unknown;
      /** The site says that it is a simulated one. */
      simulated: boolean;
    }
  | { ok: false; refusal: PairingRefusal };

/** What pairing asks of sites of one platform. */
export interface SitePairing {
  prove(site: SiteToPair, caller: Caller): Promise<PairingProof>;
  /** Undefined when all is well. */
  check(site: SiteToPair, caller: Caller): Promise<PairingRefusal | undefined>;
  unpair(credentials: unknown, caller: Caller): Promise<void>;
}
