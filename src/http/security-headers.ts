/** Of every answer that says nothing else: it is data, no page, and belongs into no frame. Pages have a policy of their own. */
export const GUARDING = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Where the service is reached by https: the same, and for half a year by nothing else. */
export const GUARDING_HTTPS = { ...GUARDING, 'strict-transport-security': 'max-age=15552000' };
