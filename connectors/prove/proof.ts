import type { Browser } from 'playwright-core';
import type { ucpAgent } from '../../testing/official-agent.ts';
import type { Agent } from './agent.ts';
import type { Goods, printCoupons } from './goods.ts';
import type { Ledger } from './ledger.ts';
import type { Merchant } from './merchant.ts';
import type { ProofOptions } from './options.ts';
import type { TakePicture } from './pictures.ts';
import type { WpAdmin } from './wp-admin.ts';

/** Participants before pairing. */
export interface Scene {
  options: ProofOptions;
  service: string;
  browser: Browser;
  admin: WpAdmin;
  merchant: Merchant;
  ledger: Ledger;
  picture: TakePicture;
}

/** Participants after pairing. */
export interface Proof extends Scene {
  slug: string;
  agent: Agent;
  goods: Goods;
  codes: Awaited<ReturnType<typeof printCoupons>>;
}

/** Participants of the proof of official UCP. */
export interface OfficialProof extends Proof {
  ucp: ReturnType<typeof ucpAgent>;
}
