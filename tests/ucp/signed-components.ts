/** What a platform's signature must cover in a request with a body and a query. */
export const SIGNED_COMPONENTS = [
  '@method',
  '@authority',
  '@path',
  '@query',
  'content-digest',
  'content-type',
  'ucp-agent',
  'idempotency-key',
] as const;
