import type { ReportedStep } from '../../../src/commerce/checkout/buyer-steps.ts';
import { signWebhook } from '../../../src/store-platforms/webhook-signature.ts';
import type { OrderBook } from '../../shop/orders.ts';
import type { Parcel, WebhookPost } from '../../shop/webhook-post.ts';
import type { Plugin } from '../connector/plugin.ts';
import { phpJson } from '../webhooks/deliver.ts';
import type { Cart } from './carts.ts';

export interface BuyerSteps {
  /** Reports the first time that the buyer of a session's cart takes a step, while the site is paired. */
  reach(cart: Pick<Cart, 'sessionId'>, step: ReportedStep): void;
}

/** The plugin tries again when the service does not take a report; a real site waits for minutes in between. */
const RETRIES = 5;

export function reportSteps(
  plugin: Pick<Plugin, 'paired'>,
  orders: OrderBook,
  post: WebhookPost,
): BuyerSteps {
  const reached = new Set<string>();
  const reach: BuyerSteps['reach'] = ({ sessionId }, step) => {
    const webhook = plugin.paired()?.webhook;
    if (!webhook || sessionId === null || reached.has(`${sessionId} ${step}`)) return;
    reached.add(`${sessionId} ${step}`);
    const at = `${new Date().toISOString().slice(0, 19)}Z`;
    const parcel = parcelOf(webhook, phpJson({ buyer_steps: [{ session_id: sessionId, step, at }] }));
    post.send(parcel, undefined, RETRIES);
  };
  orders.onChange((order) => {
    if (order.paidAt !== null) reach(order, 'paid');
  });
  return { reach };
}

function parcelOf({ address, secret }: { address: string; secret: string }, body: string): Parcel {
  const signature = signWebhook(body, secret);
  return {
    url: address,
    body,
    headers: {
      'content-type': 'application/json',
      'x-wc-webhook-topic': 'action.ucp_host_buyer_steps',
      'x-wc-webhook-signature': signature,
      'x-wc-webhook-delivery-id': signature,
    },
  };
}
