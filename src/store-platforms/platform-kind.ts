import type { z } from 'zod';
import type { StepReport } from '../commerce/checkout/buyer-steps.ts';
import type { StoreDescription } from '../commerce/store/store.ts';
import type { SitePairing } from './pairing.ts';
import type { StorePlatform } from './store-platform.ts';
import type { Transport } from './transport/transport.ts';

/** Change in a shop, without its new state, which is read there; reports of buyers' steps, which can be read nowhere else, are complete. */
export type PlatformEvent =
  | { kind: 'product_changed'; productId: string }
  | { kind: 'product_deleted'; productId: string }
  | { kind: 'order_changed'; orderId: string }
  | { kind: 'shop_changed' }
  | { kind: 'buyer_steps'; reports: StepReport[] };

/** Delivery with a valid signature; `event` is null for topics without an effect, pings for example. */
export interface Delivery {
  /** Platform's id of the delivery, equal for duplicates. */
  id: string;
  topic: string;
  event: PlatformEvent | null;
}

export interface WebhookRequest {
  /** Keyed by lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Bytes as sent: the signature is over them. */
  body: Uint8Array;
}

/** Names of a delivery's headers, in lower case, by what they hold. */
export type WebhookHeaders = Readonly<Record<'signature' | 'topic', string>>;

/** Store platform as the registry (`store-platforms/index.ts`) knows it. */
export interface PlatformKind<Credentials> {
  /** Validates credentials as typed at connecting and as read from storage. */
  credentials: z.ZodType<Credentials>;
  /** Host, and folder if any, that is called with these credentials: `shop.example/store`. */
  toAddress(credentials: Credentials): string;
  /** `description` is the last result of `describeStore`; absent while a store is being connected. */
  connect(credentials: Credentials, transport: Transport, description?: StoreDescription): StorePlatform;
  webhookHeaders: WebhookHeaders;
  /** Verifies the shop's signature in constant time and reads the delivery. Makes no call, never throws. `secret`: that of `subscribe`. */
  readWebhook(request: WebhookRequest, credentials: Credentials, secret: string): Delivery | 'bad_signature';
  pairing?: (transport: Transport) => SitePairing<Credentials>;
}
