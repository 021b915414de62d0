/**
 * Admin API. Amounts are those of the purchase, in the money that the buyer saw. The address of the status page may not be null:
 * where it is withheld, the whole order is, so it is asked for only by who may see it.
 */
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
  statusPageUrl @include(if: $withStatusPage)
  subtotalPriceSet { ...Presentment }
  totalTaxSet { ...Presentment }
  totalShippingPriceSet { ...Presentment }
  totalPriceSet { ...Presentment }
  shippingAddress { name address1 city province provinceCode zip countryCodeV2 }
  lineItems(first: 250) {
    pageInfo { hasNextPage }
    nodes {
      id
      title
      variantTitle
      quantity
      currentQuantity
      requiresShipping
      originalUnitPriceSet { ...Presentment }
      discountAllocations {
        allocatedAmountSet { ...Presentment }
      }
      taxLines {
        priceSet { ...Presentment }
      }
      variant { id }
    }
  }
  fulfillments(first: 20) {
    id
    status
    displayStatus
    createdAt
    updatedAt
    deliveredAt
    estimatedDeliveryAt
    trackingInfo(first: 10) { company number url }
    fulfillmentLineItems(first: 50) {
      pageInfo { hasNextPage }
      nodes {
        quantity
        lineItem { id }
      }
    }
  }
  refunds(first: 10) {
    id
    processedAt
    totalRefundedSet { ...Presentment }
    refundLineItems(first: 50) {
      nodes {
        quantity
        restockType
        lineItem { id }
      }
    }
  }
}
fragment Presentment on MoneyBag {
  presentmentMoney { amount currencyCode }
}
`;
