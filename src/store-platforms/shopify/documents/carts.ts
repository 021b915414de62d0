import { createStorefrontDocument } from '../client/document.ts';

const DELIVERY_GROUPS = /* GraphQL */ `
fragment DeliveryGroups on CartDeliveryGroupConnection {
  nodes {
    id
    cartLines(first: 100) {
      nodes {
        merchandise {
          ... on ProductVariant { id }
        }
      }
    }
    deliveryOptions {
      handle
      code
      title
      description
      deliveryMethodType
      estimatedCost { amount currencyCode }
    }
    selectedDeliveryOption {
      handle
      estimatedCost { amount currencyCode }
    }
  }
}
`;

/** Groups need an address. Shopify answers the rates of carriers in a deferred part only, together with the shop's own. */
const DELIVERY = /* GraphQL */ `
fragment Delivery on Cart {
  deliveryGroups(first: 10) { ...DeliveryGroups }
  ... @defer(label: "rates") {
    groupsOfCarriers: deliveryGroups(first: 10, withCarrierRates: true) { ...DeliveryGroups }
  }
}
${DELIVERY_GROUPS}`;

/** Excludes products: `ProductVariant.product` is non-null, so one unpublished product would null the whole cart. */
const CART_FIELDS = /* GraphQL */ `
fragment CartFields on Cart {
  id
  checkoutUrl
  buyerIdentity { countryCode }
  discountCodes { code applicable }
  discountApplications {
    targetType
    totalAllocatedAmount { amount currencyCode }
    ... on CartCodeDiscountApplication { code }
    ... on CartAutomaticDiscountApplication { title }
    ... on CartCustomDiscountApplication { title }
  }
  appliedGiftCards {
    presentmentAmountUsed { amount currencyCode }
  }
  cost {
    totalAmount { amount currencyCode }
  }
  lines(first: 250) {
    nodes {
      id
      quantity
      cost {
        amountPerQuantity { amount currencyCode }
        subtotalAmount { amount currencyCode }
      }
      discountAllocations(lineLevelOnly: false) {
        targetType
        discountedAmount { amount currencyCode }
        ... on CartCodeDiscountAllocation { code }
        ... on CartAutomaticDiscountAllocation { title }
        ... on CartCustomDiscountAllocation { title }
      }
      merchandise {
        ... on ProductVariant {
          id
          title
          image { url }
          requiresShipping
        }
      }
    }
  }
  ...Delivery @include(if: $withDelivery)
}
${DELIVERY}`;

/** Errors and warnings of a cart mutation. A warning's target is never a code, so it is not selected. */
const CART_PROBLEMS = /* GraphQL */ `
fragment CartProblems on CartUserError { code field message }
fragment CartNotices on CartWarning { code message }
`;

/** The only cart document that selects products, and only for unknown titles. */
export const CREATE_CART = createStorefrontDocument('CreateCart', 'write')`
mutation CreateCart($input: CartInput!, $withProductTitles: Boolean!, $withDelivery: Boolean!) {
  cartCreate(input: $input) {
    cart {
      ...CartFields
      ...ProductTitles @include(if: $withProductTitles)
    }
    userErrors { ...CartProblems }
    warnings { ...CartNotices }
  }
}
fragment ProductTitles on Cart {
  lines(first: 250) {
    nodes {
      merchandise {
        ... on ProductVariant {
          product { title }
        }
      }
    }
  }
}
${CART_FIELDS}${CART_PROBLEMS}`;

/** Answer of a step after which the cart is changed further. */
const STEP = /* GraphQL */ `{
    cart { id }
    userErrors { ...CartProblems }
  }`;

/** Steps run without a transaction. The cart is read after the last, which always runs; the others show whether they met this cart. */
export const SYNC_CART = createStorefrontDocument('SyncCart', 'write')`
mutation SyncCart(
  $id: ID!
  $remove: [ID!]!
  $update: [CartLineUpdateInput!]!
  $add: [CartLineInput!]!
  $buyer: CartBuyerIdentityInput!
  $addresses: [CartSelectableAddressInput!]!
  $codes: [String!]!
  $doRemove: Boolean!
  $doUpdate: Boolean!
  $doAdd: Boolean!
  $doBuyer: Boolean!
  $doAddress: Boolean!
  $withDelivery: Boolean!
) {
  removed: cartLinesRemove(cartId: $id, lineIds: $remove) @include(if: $doRemove) ${STEP}
  updated: cartLinesUpdate(cartId: $id, lines: $update) @include(if: $doUpdate) ${STEP}
  added: cartLinesAdd(cartId: $id, lines: $add) @include(if: $doAdd) ${STEP}
  identified: cartBuyerIdentityUpdate(cartId: $id, buyerIdentity: $buyer) @include(if: $doBuyer) ${STEP}
  addressed: cartDeliveryAddressesReplace(cartId: $id, addresses: $addresses) @include(if: $doAddress) ${STEP}
  coded: cartDiscountCodesUpdate(cartId: $id, discountCodes: $codes) {
    cart { ...CartFields }
    userErrors { ...CartProblems }
    warnings { ...CartNotices }
  }
}
${CART_FIELDS}${CART_PROBLEMS}`;

export const SELECT_DELIVERY = createStorefrontDocument('SelectDelivery', 'repeatable_write')`
mutation SelectDelivery(
  $id: ID!
  $options: [CartSelectedDeliveryOptionInput!]!
  $withDelivery: Boolean!
) {
  cartSelectedDeliveryOptionsUpdate(cartId: $id, selectedDeliveryOptions: $options) {
    cart { ...CartFields }
    userErrors { ...CartProblems }
    warnings { ...CartNotices }
  }
}
${CART_FIELDS}${CART_PROBLEMS}`;

export const READ_CART = createStorefrontDocument('ReadCart', 'read')`
query ReadCart($id: ID!, $withDelivery: Boolean!) {
  cart(id: $id) {
    discountCodes { code }
    delivery @include(if: $withDelivery) {
      addresses(selected: true) {
        address {
          ... on CartDeliveryAddress {
            address1
            address2
            city
            countryCode
            firstName
            lastName
            phone
            provinceCode
            zip
          }
        }
      }
    }
    deliveryGroups(first: 10) @include(if: $withDelivery) { ...DeliveryGroups }
    lines(first: 250) {
      nodes {
        id
        quantity
        merchandise {
          ... on ProductVariant { id }
        }
      }
    }
  }
}
${DELIVERY_GROUPS}`;

export const EMPTY_CART = createStorefrontDocument('EmptyCart', 'repeatable_write')`
mutation EmptyCart($id: ID!, $lineIds: [ID!]!) {
  emptied: cartLinesRemove(cartId: $id, lineIds: $lineIds) {
    userErrors { code field message }
  }
  uncoded: cartDiscountCodesUpdate(cartId: $id, discountCodes: []) {
    userErrors { code field message }
  }
}
`;

/** Creates a cart for its delivery options only, priced for a buyer in that country. */
export const QUOTE_FULFILLMENT = createStorefrontDocument('QuoteFulfillment', 'repeatable_write')`
mutation QuoteFulfillment($input: CartInput!, $country: CountryCode!) @inContext(country: $country) {
  cartCreate(input: $input) {
    cart {
      cost {
        totalAmount { currencyCode }
      }
      lines(first: 250) {
        nodes {
          quantity
          merchandise {
            ... on ProductVariant { id requiresShipping }
          }
        }
      }
      ...Delivery
    }
    userErrors { ...CartProblems }
    warnings { ...CartNotices }
  }
}
${DELIVERY}${CART_PROBLEMS}`;
