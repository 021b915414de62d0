import { createHmac } from 'node:crypto';

/**
 * Headers of Standard Webhooks (standardwebhooks.com), with a signature for each secret: two while one is being replaced.
 * `timestamp`: seconds since 1970.
 */
export function buildWebhookHeaders(
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
