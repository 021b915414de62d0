/** Admin API. Amounts are those of the purchase, in the money that the buyer saw. */
export const FIND_ORDERS = /* GraphQL */ `
query FindOrders($query: String!) {
  orders(first: 3, query: $query, sortKey: CREATED_AT, reverse: true) {
    nodes {
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
      totalTaxSet { ...Presentment }
      totalShippingPriceSet { ...Presentment }
      totalPriceSet { ...Presentment }
      shippingAddress { name address1 city province provinceCode zip countryCodeV2 }
      lineItems(first: 100) {
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
  }
}
fragment Presentment on MoneyBag {
  presentmentMoney { amount currencyCode }
}
`;
