/** How the service is let into a Shopify store, as chosen and typed. */
export interface ShopifyFields extends Record<string, string> {
  domain: string;
  /** `app`: client id and secret of a Dev Dashboard app. `token`: an Admin API token. `keep`: what is there. */
  admin: string;
  clientId: string;
  clientSecret: string;
  adminToken: string;
  appSecret: string;
  /** `private`, `public`, `none`, or `keep`. */
  storefront: string;
  storefrontPrivateToken: string;
  storefrontPublicToken: string;
}

export const EMPTY_SHOPIFY: ShopifyFields = {
  domain: '',
  admin: 'app',
  clientId: '',
  clientSecret: '',
  adminToken: '',
  appSecret: '',
  storefront: 'private',
  storefrontPrivateToken: '',
  storefrontPublicToken: '',
};

/** Only what belongs to the choices; what is empty is left out. */
export function shopifyCredentials(fields: ShopifyFields): Record<string, string> {
  const { domain, clientId, clientSecret, adminToken, appSecret } = fields;
  const admin = { app: { clientId, clientSecret }, token: { adminToken, appSecret } }[fields.admin];
  const storefront = {
    private: { storefrontPrivateToken: fields.storefrontPrivateToken },
    public: { storefrontPublicToken: fields.storefrontPublicToken },
  }[fields.storefront];
  const members = Object.entries({ domain, ...admin, ...storefront });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined && value.trim() !== ''));
}

/** The same for a store that has credentials: what is kept is left out, and what is given takes the other kind's place. */
export function shopifyRotation(fields: ShopifyFields): Record<string, string | null> {
  const none = { adminToken: null, appSecret: null, clientId: null, clientSecret: null };
  const noTokens = { storefrontPrivateToken: null, storefrontPublicToken: null };
  return {
    ...(fields.admin === 'keep' ? {} : none),
    ...(fields.storefront === 'keep' ? {} : noTokens),
    ...shopifyCredentials(fields),
  };
}

/** Rules for required fields. */
export const SHOPIFY_RULES: Partial<
  Record<keyof ShopifyFields & string, (value: string, fields: ShopifyFields) => string | null>
> = {
  domain: (value) => (value.trim() === '' ? 'Enter the shop’s domain' : null),
  clientId: neededWith('admin', 'app', 'Enter the app’s client id'),
  clientSecret: neededWith('admin', 'app', 'Enter the app’s client secret'),
  adminToken: neededWith('admin', 'token', 'Enter the Admin API access token'),
  storefrontPrivateToken: neededWith(
    'storefront',
    'private',
    'Enter the token, or choose another kind of access above',
  ),
  storefrontPublicToken: neededWith(
    'storefront',
    'public',
    'Enter the token, or choose another kind of access above',
  ),
};

function neededWith(choice: string, option: string, words: string) {
  return (value: string, fields: ShopifyFields) =>
    fields[choice] === option && value.trim() === '' ? words : null;
}
