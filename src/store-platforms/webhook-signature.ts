import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs as both platforms do: base64 of the HMAC-SHA256 of the raw body. */
export function signWebhook(body: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

/** Compares in constant time. An empty secret matches nothing, since anyone could sign with it. */
export function isSignedWith(secret: string, body: Uint8Array, signature: string): boolean {
  const expected = Buffer.from(signWebhook(body, secret));
  const actual = Buffer.from(signature);
  return secret !== '' && actual.length === expected.length && timingSafeEqual(actual, expected);
}
