import { createHmac } from 'node:crypto';
import type { EndpointAnswer, EventEndpoint } from '../commerce/order/events.ts';
import type { Store } from '../commerce/store/store.ts';
import { toIso } from '../commerce/time/time.ts';
import { createProbe } from '../outbound/guarded-fetch/ask-whole.ts';
import type { ProbeFailure } from '../outbound/guarded-fetch/connection-failure.ts';
import type { Fetch } from '../outbound/guarded-fetch/guarded-fetch.ts';
import { retryAfterSeconds } from '../outbound/retry-after.ts';
import type { EndpointMessage } from '../storage/repositories/events/outbox.ts';
import type { EventEndpoints } from '../storage/repositories/stores/event-endpoints.ts';
import { renderEvent } from './payloads.ts';

interface Sending {
  /** Guarded; follows no redirects. */
  fetch: Fetch;
  eventEndpoints: Pick<EventEndpoints, 'findSecrets'>;
  now: () => number;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Only the status counts: a slow or broken body must not repeat an event that was taken. */
const MAX_ANSWER_BYTES = 0;

/** Sends a signed event to a merchant's endpoint once; never throws for what the endpoint does. */
export function createEndpointSender({ fetch, eventEndpoints, now, timeoutMs = TIMEOUT_MS }: Sending) {
  const probe = createProbe(fetch, { timeoutMs, maxBytes: MAX_ANSWER_BYTES });
  return async (store: Store, endpoint: EventEndpoint, message: EndpointMessage): Promise<EndpointAnswer> => {
    if (endpoint.isUnreadable) return { status: null, error: UNREADABLE };
    const body = JSON.stringify(renderEvent(store, message.data, message.occurredAt));
    const at = now();
    const secrets = await eventEndpoints.findSecrets(store.id, endpoint.id, toIso(at));
    const signed = { id: message.messageId, timestamp: Math.floor(at / 1_000), body };
    const headers = { 'content-type': 'application/json', ...buildWebhookHeaders(signed, secrets) };
    const probed = await probe(endpoint.url, { method: 'POST', headers, body });
    if (probed.kind === 'failure') return { status: null, error: FAILURES[probed.failure] };
    const { status } = probed;
    if (status >= 200 && status < 300) return { status, error: null };
    const wait = retryAfterSeconds(probed);
    return {
      status,
      error: describeRefusal(status),
      ...(wait === undefined ? {} : { retryAfterMs: wait * 1_000 }),
    };
  };
}

const UNREADABLE = 'Its address or its signing secret cannot be decrypted. Set both again.';

function describeRefusal(status: number): string {
  if (status >= 300 && status < 400) return `It answered ${status}: redirects are not followed.`;
  return status === 410 ? 'It answered 410, which means: send no more events.' : `It answered ${status}.`;
}

const FAILURES: Record<ProbeFailure, string> = {
  dns: 'Its name was not found.',
  tls: 'Its certificate was not accepted.',
  timeout: 'It did not answer in time.',
  nobody_listens: 'The connection was refused.',
  broken_off: 'The connection was closed without an answer.',
  private_address: 'Its address is not on the public internet.',
  unusual_port: 'Its port is neither 80 nor 443.',
};

/** Headers of Standard Webhooks (standardwebhooks.com), with a signature for each secret: two while one is replaced. */
function buildWebhookHeaders(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => `v1,${computeSignature(`${id}.${timestamp}.${body}`, secret)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/** `whsec_` names the encoding: the key is the base64 after it. */
function computeSignature(text: string, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
}
