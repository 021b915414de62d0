import { createAdminDocument, createStorefrontDocument } from '../client/document.ts';

/** Tries each part that agents need, with a cart id that does not exist. */
export const CHECK_STOREFRONT = createStorefrontDocument('CheckStorefront', 'read')`
query CheckStorefront($withTags: Boolean!) {
  shop { name }
  products(first: 1) { nodes { id tags @include(if: $withTags) } }
  cart(id: "gid://shopify/Cart/none?key=none") { id }
}
`;

/** Scopes of the token, and facts that the Storefront API lacks. */
export const CHECK_ADMIN_TOKEN = createAdminDocument('CheckAdminToken', 'read')`
query CheckAdminToken {
  currentAppInstallation {
    accessScopes { handle }
  }
  shop { taxesIncluded ianaTimezone }
}
`;

export const DESCRIBE_SHOP = createStorefrontDocument('DescribeShop', 'read')`
query DescribeShop {
  shop {
    name
    primaryDomain { url }
    paymentSettings { currencyCode countryCode }
    shipsToCountries
    termsOfService { url }
    privacyPolicy { url }
    refundPolicy { url }
    shippingPolicy { url }
    brand {
      squareLogo { image { url } }
      logo { image { url } }
      colors { primary { background } }
    }
  }
}
`;
