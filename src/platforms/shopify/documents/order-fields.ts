/** Admin API. Amounts are those of the purchase, in the money that the buyer saw. */
export const ORDER_FIELDS = /* GraphQL */ `
fragment OrderFields on Order {
  id
  legacyResourceId
  createdAt
  updatedAt
  cancelledAt
  displayFinancialStatus
  displayFulfillmentStatus
  taxesIncluded
  presentmentCurrencyCode
  customAttributes { key value }
  email
  subtotalPriceSet { ...Presentment }
  totalTaxSet { ...Presentment }
  totalShippingPriceSet { ...Presentment }
  totalPriceSet { ...Presentment }
  shippingAddress { name address1 city province provinceCode zip countryCodeV2 }
  lineItems(first: 250) {
    pageInfo { hasNextPage }
    nodes {
      title
      variantTitle
      quantity
      originalUnitPriceSet { ...Presentment }
      variant { id }
    }
  }
  fulfillments(first: 20) {
    status
    displayStatus
    deliveredAt
    trackingInfo(first: 10) { company number url }
  }
}
fragment Presentment on MoneyBag {
  presentmentMoney { amount currencyCode }
}
`;
