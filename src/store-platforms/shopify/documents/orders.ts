import { createAdminDocument } from '../client/document.ts';

/** Amounts as purchased. `statusPageUrl` is optional: it is non-null and withheld from some apps, which nulls the whole order. */
const ORDER_FIELDS = /* GraphQL */ `
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

export const FIND_ORDERS = createAdminDocument('FindOrders', 'read')`
query FindOrders($query: String!, $withStatusPage: Boolean!) {
  orders(first: 3, query: $query, sortKey: CREATED_AT, reverse: true) {
    nodes { ...OrderFields }
  }
}
${ORDER_FIELDS}`;

export const READ_ORDER = createAdminDocument('ReadOrder', 'read')`
query ReadOrder($id: ID!, $withStatusPage: Boolean!) {
  order(id: $id) { ...OrderFields }
}
${ORDER_FIELDS}`;

export const CHANGED_ORDERS = createAdminDocument('ChangedOrders', 'read')`
query ChangedOrders($query: String!, $after: String) {
  orders(first: 100, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes { id customAttributes { key value } }
  }
}
`;

export const LIST_ORDERS = createAdminDocument('ListOrders', 'read')`
query ListOrders($query: String!, $after: String) {
  currentAppInstallation {
    accessScopes { handle }
  }
  orders(first: 250, after: $after, query: $query, sortKey: CREATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes {
      createdAt
      cancelledAt
      displayFinancialStatus
      totalPriceSet {
        presentmentMoney { amount currencyCode }
      }
      totalRefundedSet {
        presentmentMoney { amount currencyCode }
      }
    }
  }
}
`;

export const READ_ORDER_TAGS = createAdminDocument('ReadOrderTags', 'read')`
query ReadOrderTags($id: ID!) {
  order(id: $id) { tags }
}
`;

export const TAG_ORDER = createAdminDocument('TagOrder', 'repeatable_write')`
mutation TagOrder($id: ID!, $tags: [String!]!) {
  tagsAdd(id: $id, tags: $tags) {
    userErrors { message }
  }
}
`;
