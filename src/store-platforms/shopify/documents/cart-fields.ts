/**
 * A cart without its products: `ProductVariant.product` is non-null, so one product that was unpublished would turn the
 * whole cart into null.
 */
export const CART_FIELDS = /* GraphQL */ `
fragment CartFields on Cart {
  id
  checkoutUrl
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
        }
      }
    }
  }
}
`;
