import { z } from 'zod';
import { toScheme } from '../../commerce/network/local-hosts.ts';

/** Simulated shops listen nowhere else. */
const SIMULATED_SHOP = /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;
/** Dotted name whose last label is no number, so never an IP address. */
const PUBLIC_HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const DOMAIN = 'must be a domain such as my-store.myshopify.com';
const domain = z
  .string(DOMAIN)
  .trim()
  .toLowerCase()
  .transform((typed) => typed.replace(/^https?:\/\//, '').replace(/(?<!\/)\/+$/, ''))
  .refine((host) => SIMULATED_SHOP.test(host) || (host.length <= 253 && PUBLIC_HOST.test(host)), DOMAIN);

const TOKEN = 'must be a token as Shopify shows it';
/** Printable ASCII, as a header allows. */
const token = z
  .string(TOKEN)
  .trim()
  .regex(/^[\x21-\x7e]{1,512}$/, { error: TOKEN })
  .optional();

/** Without a Storefront token the shop is read anonymously; orders need an Admin token or an app, webhooks the app's secret, which signs them. */
export const shopifyCredentials = z
  .object({
    domain,
    storefrontPrivateToken: token,
    storefrontPublicToken: token,
    adminToken: token,
    clientId: token,
    clientSecret: token,
    appSecret: token,
  })
  .superRefine(({ adminToken, clientId, clientSecret }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (clientId !== undefined && clientSecret === undefined)
      issue('clientSecret', 'is needed beside clientId');
    if (clientId === undefined && clientSecret !== undefined)
      issue('clientId', 'is needed beside clientSecret');
    if (adminToken !== undefined && clientId !== undefined)
      issue(
        'adminToken',
        'must be left out (null where one is kept) when clientId and clientSecret are given',
      );
  });

export type ShopifyCredentials = z.output<typeof shopifyCredentials>;

/** True with a Storefront token: without one a few fields may not be read. */
export function hasStorefrontToken(credentials: ShopifyCredentials): boolean {
  return (credentials.storefrontPrivateToken ?? credentials.storefrontPublicToken) !== undefined;
}

/** Secret that signs the app's webhooks. A Dev Dashboard app has one secret for webhooks and tokens. */
export function getWebhookSecret({ appSecret, clientSecret }: ShopifyCredentials): string | undefined {
  return appSecret ?? clientSecret;
}

export function toOrigin(domain: string): string {
  return `${toScheme(domain)}://${domain}`;
}
