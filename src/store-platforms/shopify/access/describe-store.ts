import type { z } from 'zod';
import { CommerceError } from '../../../commerce/errors.ts';
import { toBrand } from '../../../commerce/product/brand.ts';
import type { PolicyLink, StoreDescription } from '../../../commerce/store/store.ts';
import { normalizeTimeZone } from '../../../commerce/time/days.ts';
import type { storefrontAnswers } from '../client/operations.generated.ts';
import { type Admin, API_VERSION, isNulledField, type Storefront, unwrapData } from '../client.ts';
import { CHECK_ADMIN_TOKEN, DESCRIBE_SHOP } from '../documents/access.ts';
import { withAmericanProvinces } from '../quotes/provinces.ts';
import { toCountryCode } from '../wire.ts';

type Shop = z.output<typeof storefrontAnswers.DescribeShop>['shop'];

const LINKS = [
  ['terms-of-service', 'termsOfService'],
  ['privacy-policy', 'privacyPolicy'],
  ['refund-policy', 'refundPolicy'],
  ['shipping-policy', 'shippingPolicy'],
] as const satisfies readonly (readonly [PolicyLink['rel'], keyof Shop])[];

/** Proves both tokens by using them; an error names the token and what it lacks. */
export async function describeStore(
  domain: string,
  storefront: Storefront,
  admin: Admin | undefined,
): Promise<StoreDescription> {
  const [answer, facts] = await Promise.all([storefront(DESCRIBE_SHOP, {}), admin && checkAdminToken(admin)]);
  const { shop } = unwrapData(answer, (error) => error.path[1] === 'brand' || isNulledField(error));
  const look = buildBrand(shop);
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
    ...(look ? { brand: look } : {}),
  };
}

/** Cards have little room, so the square logo comes first. */
function buildBrand({ brand }: Shop) {
  const logo = brand?.squareLogo?.image ?? brand?.logo?.image;
  return toBrand(logo?.url, brand?.colors.primary[0]?.background);
}

/** Reads the scopes of the Admin token and the facts that the Storefront API lacks. */
export async function readAdminFacts(admin: Admin) {
  const { currentAppInstallation, shop } = unwrapData(await admin(CHECK_ADMIN_TOKEN, {}));
  return { ...shop, scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle) };
}

/** Requires access to orders, which `write_orders` includes. Returns facts that the Storefront API lacks. */
async function checkAdminToken(
  admin: Admin,
): Promise<Pick<StoreDescription, 'pricesIncludeTax' | 'timeZone'>> {
  const { scopes, taxesIncluded, ianaTimezone } = await readAdminFacts(admin);
  const mayReadOrders = scopes.some((scope) => scope === 'read_orders' || scope === 'write_orders');
  const timeZone = normalizeTimeZone(ianaTimezone);
  if (mayReadOrders)
    return { pricesIncludeTax: taxesIncluded, ...(timeZone === undefined ? {} : { timeZone }) };
  const message =
    'The Admin API token lacks the access scope read_orders: grant it in Shopify and connect again.';
  throw new CommerceError('platform_error', message, { refused: true });
}
