/** Default headers for data; pages set policies of their own. */
export const GUARDING = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Default headers over https, with HSTS for half a year. */
export const GUARDING_HTTPS = { ...GUARDING, 'strict-transport-security': 'max-age=15552000' };
