export const DESCRIBE_SHOP = /* GraphQL */ `
query DescribeShop {
  shop {
    name
    primaryDomain { url }
    paymentSettings { currencyCode countryCode }
    termsOfService { url }
    privacyPolicy { url }
    refundPolicy { url }
    shippingPolicy { url }
  }
}
`;
