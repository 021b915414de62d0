import { createHash } from 'node:crypto';
import { signWebhook } from '../../../src/store-platforms/webhook-signature.ts';
import type { Parcel, WebhookPost } from '../../shop/webhook-post.ts';
import { type Site, VERSIONS } from '../site.ts';
import type { Webhook, WebhookList } from './webhook-list.ts';

const USER_AGENT = `WooCommerce/${VERSIONS.woocommerce} Hookshot (WordPress/${VERSIONS.wordpress})`;
const PING_TIMEOUT_MS = 5_000;

/** Delivers a topic to its webhooks; the payload is built when it is sent. */
export type Announce = (topic: string, payload: () => object) => void;

/** Runs in the background like Action Scheduler, without retries. */
export function announcer(site: Site, webhooks: WebhookList, post: WebhookPost): Announce {
  return (topic, payload) => {
    for (const webhook of webhooks.listeningTo(topic)) {
      post.send(
        () => parcelOf(site, webhook, payload()),
        (isAccepted) => webhooks.count(webhook.id, isAccepted),
      );
    }
  };
}

/** Ping of a new webhook: a form without a signature, sent once. */
export async function ping({ id, deliveryUrl }: Webhook): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': USER_AGENT };
  const signal = AbortSignal.timeout(PING_TIMEOUT_MS);
  const init: RequestInit = { method: 'POST', headers, body: `webhook_id=${id}`, redirect: 'manual', signal };
  await fetch(deliveryUrl, init)
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}

function parcelOf(site: Site, webhook: Webhook, payload: object): Parcel {
  const body = phpJson(payload);
  const [resource = '', event = ''] = webhook.topic.split('.');
  return {
    url: webhook.deliveryUrl,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      'x-wc-webhook-source': `${site.origin()}/`,
      'x-wc-webhook-topic': webhook.topic,
      'x-wc-webhook-resource': resource,
      'x-wc-webhook-event': event,
      'x-wc-webhook-signature': signWebhook(body, webhook.secret),
      'x-wc-webhook-id': String(webhook.id),
      'x-wc-webhook-delivery-id': deliveryId(webhook),
    },
  };
}

/** Combines webhook and second, so deliveries of one webhook within a second share it. */
function deliveryId({ id }: Webhook): string {
  return createHash('md5')
    .update(`${id}${Math.floor(Date.now() / 1000)}`)
    .digest('hex');
}

/** PHP escapes slashes and non-ASCII characters, so re-encoded JSON would not match the signature. */
export function phpJson(payload: object): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(payload)
    .replaceAll('/', '\\/')
    .replaceAll(/[^\x20-\x7e]/g, escaped);
}
