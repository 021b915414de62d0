import type { z } from 'zod';
import type { StoreDescription } from '../commerce/store.ts';
import type { PairingProof, PairingRefusal, SiteToPair } from './pairing.ts';
import type { Caller, StorePlatform } from './store-platform.ts';
import type { Transport } from './transport/transport.ts';

/** Something that happened in a shop. What it is now is asked of the shop, so late and doubled events do no harm. */
export type PlatformEvent =
  | { kind: 'product_changed'; productId: string }
  | { kind: 'product_deleted'; productId: string }
  | { kind: 'order_changed'; orderId: string }
  | { kind: 'shop_changed' };

/** A delivery that is signed as it should be. `event` is null for what is not listened to, a ping for example. */
export interface Delivery {
  /** The platform's own id of the delivery: doubled deliveries carry the same one. */
  id: string;
  topic: string;
  event: PlatformEvent | null;
}

/** A webhook as it came in. */
export interface WebhookRequest {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Exactly the bytes that were sent: the signature is over these. */
  body: Uint8Array;
}

/** What a kind of platform must bring to be in the registry (`platforms/index.ts`). */
export interface PlatformKind<Credentials> {
  /** Validates what was typed at connecting and what is read back from storage. */
  credentials: z.ZodType<Credentials>;
  /** `description` is what `describeStore` last said; absent while a store is being connected. */
  connect(credentials: Credentials, transport: Transport, description?: StoreDescription): StorePlatform;
  /**
   * Checks that the delivery was signed by this very shop, in constant time, and reads it. `secret` is what the shop was
   * given by `subscribe`. Asks nobody and never throws.
   */
  readWebhook(request: WebhookRequest, credentials: Credentials, secret: string): Delivery | 'bad_signature';
  /** Where a shop's own plugin can pair with the service. */
  pairing?: PairingKind<Credentials>;
}

interface PairingKind<Credentials> {
  /** Whether it is this very site, and everything that will be asked of it works. Never throws for what the site does. */
  prove(site: SiteToPair, transport: Transport, caller: Caller): Promise<PairingProof>;
  /** The short form, for a site that is paired: undefined when all is well. */
  check(site: SiteToPair, transport: Transport, caller: Caller): Promise<PairingRefusal | undefined>;
  /** Tells the plugin that it is paired no more. Safe to repeat. */
  unpair(credentials: Credentials, transport: Transport, caller: Caller): Promise<void>;
}
