/** Headers of answers to agents, as components of the document. */
export const HEADERS = {
  RateLimitPolicy: {
    description: 'The quota that is nearest to exhaustion: `q` requests in `w` seconds.',
    schema: { type: 'string' },
    example: '"agent-read";q=600;w=60',
  },
  RateLimit: {
    description: 'Requests left of that quota (`r`), and the seconds until it is full again (`t`).',
    schema: { type: 'string' },
    example: '"agent-read";r=599;t=42',
  },
  RetryAfter: {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
};

/** Present unless the operator has switched rate limits off. */
export const RATE_LIMIT_HEADERS = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

export const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
