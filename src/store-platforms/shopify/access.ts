import type { z } from 'zod';
import { CommerceError } from '../../commerce/errors.ts';
import { toBrand } from '../../commerce/product/brand.ts';
import type { PolicyLink } from '../../commerce/store/store.ts';
import { normalizeTimeZone } from '../../commerce/time/days.ts';
import { toProblem } from '../access-diagnostics.ts';
import type { AccessDiagnostic } from '../store-platform.ts';
import { ADMIN_SCOPES, STOREFRONT_SCOPES } from './access/scopes.ts';
import type { GraphqlError } from './client/errors.ts';
import type { storefrontAnswers } from './client/operations.generated.ts';
import { type Admin, API_VERSION, isNulledField, type Storefront, unwrapData } from './client.ts';
import { getWebhookSecret, hasStorefrontToken, type ShopifyCredentials } from './credentials.ts';
import { CHECK_ADMIN_TOKEN, CHECK_STOREFRONT, DESCRIBE_SHOP } from './documents/access.ts';
import { withAmericanProvinces } from './quotes/delivery-address.ts';
import { toCountryCode } from './wire.ts';

interface Access {
  storefront: Storefront;
  admin: Admin | undefined;
  credentials: ShopifyCredentials;
}

const STOREFRONT_KEYS = ['storefrontPrivateToken', 'storefrontPublicToken'] as const;
const ADMIN_KEYS = ['adminToken', 'clientId', 'clientSecret'] as const;

/** Two calls, three when the app's token must be obtained first. */
export async function checkAccess(access: Access): Promise<AccessDiagnostic[]> {
  const { credentials } = access;
  const toNames = (keys: readonly (keyof ShopifyCredentials)[]) => ({
    address: ['domain'],
    key: keys.filter((key) => credentials[key] !== undefined),
  });
  const [storefront, admin] = await Promise.all([
    checkStorefront(access).catch((error: unknown) => [toProblem(error, toNames(STOREFRONT_KEYS))]),
    checkAdmin(access).catch((error: unknown) => [toProblem(error, toNames(ADMIN_KEYS))]),
  ]);
  // A wrong domain fails both calls alike.
  const others = admin.filter(({ title }) => storefront.every((each) => each.title !== title));
  const cannotVerify = access.admin && getWebhookSecret(credentials) === undefined;
  return [...storefront, ...others, ...(cannotVerify ? [EVENTS_UNVERIFIED] : [])];
}

async function checkStorefront({ storefront, credentials }: Access): Promise<AccessDiagnostic[]> {
  const answer = await storefront(CHECK_STOREFRONT, { withTags: hasStorefrontToken(credentials) });
  const missing = answer.errors.flatMap(readMissingScope);
  const isDenied = (error: GraphqlError) => error.code === 'ACCESS_DENIED';
  if (missing.length > 0 && answer.errors.every(isDenied))
    return [describeTokenKind(credentials), ...missing.map(diagnoseMissingScope)];
  const { products } = unwrapData(answer, (error) => /cart/i.test(String(error.path[0])) && !isDenied(error));
  return [describeTokenKind(credentials), ...(products.nodes.length === 0 ? [NOTHING_PUBLISHED] : [])];
}

const NOTHING_PUBLISHED: AccessDiagnostic = {
  level: 'warning',
  title: 'The Storefront API shows no product: agents would find nothing.',
  remedy:
    'In Shopify, open Products, choose them, and include them in the sales channel that the Storefront token belongs to (for instance Headless).',
};

function describeTokenKind(credentials: ShopifyCredentials): AccessDiagnostic {
  if (credentials.storefrontPrivateToken !== undefined)
    return { level: 'ok', title: 'The Storefront API answers to the private token.' };
  return {
    level: 'warning',
    title:
      credentials.storefrontPublicToken === undefined
        ? 'The Storefront API answers without a token, as to any visitor: Shopify allows less, and agents do not see the tags of products.'
        : 'The Storefront API answers to the public token, which is made for browsers: Shopify takes all buyers for one, and slows them down together.',
    remedy: 'Install the Headless sales channel, make a storefront there, and copy its private access token.',
  };
}

function readMissingScope({ code, requiredAccess }: GraphqlError): string[] {
  if (code !== 'ACCESS_DENIED') return [];
  return [requiredAccess?.match(/unauthenticated_\w+/)?.[0] ?? 'an access scope'];
}

function diagnoseMissingScope(scope: string): AccessDiagnostic {
  const scopeFacts = STOREFRONT_SCOPES.find((each) => each.scope === scope);
  return {
    level: scopeFacts?.required === false ? 'warning' : 'problem',
    title: `The Storefront token lacks ${scope}: ${scopeFacts?.cost ?? 'agents cannot buy'}.`,
    remedy: `Grant ${scope} where the token was made: in the Headless channel under Storefront API permissions, or in the app's Storefront API scopes.`,
  };
}

async function checkAdmin({ admin, credentials }: Access): Promise<AccessDiagnostic[]> {
  if (!admin) return [NO_ADMIN_ACCESS];
  const scopes = new Set((await readAdminFacts(admin)).scopes);
  // Shopify's write scopes include reading.
  for (const scope of [...scopes]) scopes.add(scope.replace(/^write_/, 'read_'));
  const isToken = credentials.clientId === undefined;
  const way = `The Admin API answers to the ${isToken ? 'token' : 'app'}.`;
  const where = isToken
    ? "the app's configuration, under Admin API access scopes, and install the app again"
    : 'a new version of the app in the Dev Dashboard, release it, and accept it in the shop';
  const missing = ADMIN_SCOPES.filter(({ scope }) => !scopes.has(scope)).map(
    ({ scope, cost, required }): AccessDiagnostic => ({
      level: required ? 'problem' : 'warning',
      title: `The Admin access lacks ${scope}: ${cost}.`,
      remedy: `Grant ${scope} in ${where}.`,
    }),
  );
  return [{ level: 'ok', title: way }, ...missing];
}

const NO_ADMIN_ACCESS: AccessDiagnostic = {
  level: 'warning',
  title: 'There is no Admin access: what agents say they bought cannot be verified, and stays claimed.',
  remedy: `Make an app in the Dev Dashboard with ${ADMIN_SCOPES.map(({ scope }) => scope).join(', ')}, install it on the shop, and give its client id and secret here; or give the Admin API token of an app that you have.`,
};

const EVENTS_UNVERIFIED: AccessDiagnostic = {
  level: 'warning',
  title:
    'Without the secret of the app no event of the shop can be believed: changes of products and orders are seen late.',
  remedy: "Give the app's API secret key (it begins with shpss_).",
};

type Shop = z.output<typeof storefrontAnswers.DescribeShop>['shop'];

const LINKS = [
  ['terms-of-service', 'termsOfService'],
  ['privacy-policy', 'privacyPolicy'],
  ['refund-policy', 'refundPolicy'],
  ['shipping-policy', 'shippingPolicy'],
] as const satisfies readonly (readonly [PolicyLink['rel'], keyof Shop])[];

/** Proves both tokens by using them; an error names the token and what it lacks. */
export async function describeStore(domain: string, storefront: Storefront, admin: Admin | undefined) {
  const [answer, facts] = await Promise.all([storefront(DESCRIBE_SHOP, {}), admin && checkAdminToken(admin)]);
  const { shop } = unwrapData(answer, (error) => error.path[1] === 'brand' || isNulledField(error));
  // Cards have little room, so the square logo comes first.
  const logo = shop.brand?.squareLogo?.image ?? shop.brand?.logo?.image;
  const brand = toBrand(logo?.url, shop.brand?.colors.primary[0]?.background);
  const hosts = new Set([new URL(shop.primaryDomain.url).host, domain]);
  return {
    name: shop.name,
    currency: shop.paymentSettings.currencyCode,
    country: toCountryCode(shop.paymentSettings.countryCode) ?? null,
    ...(shop.shipsToCountries.length > 0 ? { deliversTo: withAmericanProvinces(shop.shipsToCountries) } : {}),
    hosts: [...hosts],
    links: LINKS.flatMap(([rel, field]) => {
      const href = shop[field]?.url;
      return href === undefined ? [] : [{ rel, href }];
    }),
    versions: { shopify: answer.headers.get('x-shopify-api-version') ?? API_VERSION },
    ...facts,
    ...(brand ? { brand } : {}),
  };
}

async function readAdminFacts(admin: Admin) {
  const { currentAppInstallation, shop } = unwrapData(await admin(CHECK_ADMIN_TOKEN, {}));
  return { ...shop, scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle) };
}

/** Requires access to orders, which `write_orders` includes. Returns facts that the Storefront API lacks. */
async function checkAdminToken(admin: Admin) {
  const { scopes, taxesIncluded, ianaTimezone } = await readAdminFacts(admin);
  const mayReadOrders = scopes.some((scope) => scope === 'read_orders' || scope === 'write_orders');
  const timeZone = normalizeTimeZone(ianaTimezone);
  if (mayReadOrders)
    return { pricesIncludeTax: taxesIncluded, ...(timeZone === undefined ? {} : { timeZone }) };
  const message =
    'The Admin API token lacks the access scope read_orders: grant it in Shopify and connect again.';
  throw new CommerceError('platform_error', message, { refused: true });
}
