import { GraphQLError } from 'graphql';
import { LOGO_PATH } from '../shop/shop-pages.ts';
import { gid } from './gid.ts';
import { POLICIES, policyPath } from './policies.ts';
import type { ShopState } from './shop-state.ts';
import { SUPPORTED_VERSIONS } from './versions.ts';

const SHOP_ID = 1;

export function storefrontShopView(shop: ShopState) {
  const { settings } = shop;
  const policies = writtenPolicies(shop).map(
    (policy) => [policy.field, storefrontPolicy(shop, policy)] as const,
  );
  return {
    __typename: 'Shop',
    id: gid('Shop', SHOP_ID),
    name: settings.name,
    description: null,
    primaryDomain: domainView(shop),
    paymentSettings: {
      countryCode: settings.country,
      currencyCode: settings.currency,
      enabledPresentmentCurrencies: [settings.currency],
    },
    shipsToCountries: [
      ...new Set(settings.shippingRates.flatMap((rate) => (rate.countries === 'all' ? [] : rate.countries))),
    ],
    brand: brandView(shop),
    ...Object.fromEntries(policies),
  };
}

function brandView({ settings: { brandColor }, origin }: ShopState) {
  if (brandColor === null) return null;
  const image = {
    id: gid('ImageSource', SHOP_ID),
    altText: null,
    url: origin + LOGO_PATH,
    width: 96,
    height: 96,
  };
  const logo = {
    __typename: 'MediaImage',
    id: gid('MediaImage', SHOP_ID),
    alt: null,
    mediaContentType: 'IMAGE',
    image,
    previewImage: image,
  };
  return {
    colors: { primary: [{ background: brandColor, foreground: '#ffffff' }], secondary: [] },
    coverImage: null,
    logo,
    shortDescription: null,
    slogan: null,
    squareLogo: logo,
  };
}

function writtenPolicies({ settings }: ShopState) {
  return POLICIES.filter(({ handle }) => !settings.missingPolicies.includes(handle));
}

function storefrontPolicy(shop: ShopState, policy: (typeof POLICIES)[number]) {
  return {
    id: gid('ShopPolicy', policy.id),
    title: policy.title,
    handle: policy.handle,
    body: policy.text,
    url: shop.origin + policyPath(policy),
  };
}

export function adminShopView(shop: ShopState) {
  const { settings } = shop;
  return {
    __typename: 'Shop',
    id: gid('Shop', SHOP_ID),
    name: settings.name,
    myshopifyDomain: shop.domain,
    primaryDomain: domainView(shop),
    currencyCode: settings.currency,
    enabledPresentmentCurrencies: [settings.currency],
    taxesIncluded: settings.taxesIncluded,
    taxShipping: false,
    ianaTimezone: settings.timeZone,
    plan: { publicDisplayName: 'Sandbox', partnerDevelopment: true, shopifyPlus: false },
    shopPolicies: () => {
      requireAdminScope(shop, 'shopPolicies', 'read_legal_policies');
      return writtenPolicies(shop).map((policy) => ({
        ...storefrontPolicy(shop, policy),
        type: policy.type,
      }));
    },
  };
}

/** Throws the Admin API's own refusal. */
export function requireAdminScope(shop: ShopState, field: string, scope: string): void {
  if (shop.scopes.admin.includes(scope)) return;
  throw new GraphQLError(`Access denied for ${field} field. Required access: \`${scope}\` access scope.`, {
    extensions: { code: 'ACCESS_DENIED', requiredAccess: `\`${scope}\` access scope.` },
  });
}

function domainView(shop: ShopState) {
  const { host, protocol } = new URL(shop.origin);
  return { host, url: shop.origin, sslEnabled: protocol === 'https:' };
}

export function localizationView(shop: ShopState) {
  const { country, currency } = shop.settings;
  const home = {
    isoCode: country,
    name: new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country,
    currency: { isoCode: currency, name: currency, symbol: currency },
  };
  return {
    country: home,
    availableCountries: [home],
    language: { isoCode: 'EN', name: 'English', endonymName: 'English' },
  };
}

export function versionViews() {
  return SUPPORTED_VERSIONS.map((handle) => ({ handle, displayName: handle, supported: true }));
}
