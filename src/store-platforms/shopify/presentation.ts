import type { Presentation } from '../presentation.ts';

const HEADERS = ['x-shopid', 'x-shardid', 'x-sorting-hat-shopid', 'x-shopify-stage'];

const REMEDY =
  'You cannot change what Shopify serves on this domain, and you don’t need to: agents that use Shopify’s own service buy there. To be found through this service, give agents the manifest’s URL, or serve it on a domain that Shopify does not host: a subdomain of yours, a headless storefront, or your own Cloudflare zone in front of the shop (see the recipes).';

export const shopify: Presentation = {
  title: 'Shopify',
  guide: 'merchants-shopify.md',
  pairs: false,
  isWordPress: false,
  hosting: {
    isServedBy: ({ headers, url }) =>
      HEADERS.some((name) => headers.has(name)) ||
      /shopify/i.test(headers.get('powered-by') ?? '') ||
      new URL(url).hostname.endsWith('.myshopify.com'),
    remedy: REMEDY,
  },
  pictureOrigins: ['https://cdn.shopify.com'],
  feedIds: ['shopify_US_{product}_{variant}'],
  variantParameter: 'variant',
  lentDomain: 'myshopify.com',
  hostingDomains: ['myshopify.com', 'shopifypreview.com', 'shopify.com'],
  discovery:
    'Shopify serves a manifest of its own on your shop’s domain. Add a subdomain of yours as a custom domain on the discovery page.',
  recipes: ({ manifestUrl }) => [
    {
      id: 'shopify',
      title: 'A domain that Shopify hosts',
      kind: 'advice',
      language: 'text',
      text: `Give agents this URL: ${manifestUrl}`,
      note: `Shopify serves its own manifest at /.well-known/ucp; URL redirects in the admin do not apply to this path. ${REMEDY}`,
    },
  ],
  credentials: {
    summary: 'Connect a Shopify store',
    details: `Both Storefront tokens are in the shop's Headless sales channel; use the private one if you can.
An Admin token with read_orders and write_orders verifies completed sessions against the shop's orders; the app's API
secret key also verifies its webhooks. For a Dev Dashboard app, give its client id and secret instead of both.`,
    examples: [
      'connect shopify --domain good-mugs.myshopify.com --secrets shop.env',
      'connect shopify --domain good-mugs.myshopify.com --secrets - < shop.env',
    ],
    address: { flags: '--domain <domain>', description: '<shop>.myshopify.com', member: 'domain' },
    secrets: [
      {
        flags: '--storefront-private-token <token>',
        description: 'private Storefront token',
        member: 'storefrontPrivateToken',
      },
      {
        flags: '--storefront-token <token>',
        description: 'public Storefront token',
        member: 'storefrontPublicToken',
      },
      { flags: '--admin-token <token>', description: 'Admin API token', member: 'adminToken' },
      {
        flags: '--app-secret <secret>',
        description: "API secret key of the token's app",
        member: 'appSecret',
      },
      { flags: '--client-id <id>', description: 'client id of a Dev Dashboard app', member: 'clientId' },
      { flags: '--client-secret <secret>', description: 'client secret of that app', member: 'clientSecret' },
    ],
    members:
      'domain, and storefrontPrivateToken or storefrontPublicToken, and either adminToken with appSecret, or clientId with clientSecret of a Dev Dashboard app',
  },
};
