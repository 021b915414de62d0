/** There is no way to delete a cart. */
export const EMPTY_CART = /* GraphQL */ `
mutation EmptyCart($id: ID!, $lineIds: [ID!]!) {
  emptied: cartLinesRemove(cartId: $id, lineIds: $lineIds) {
    userErrors { code field message }
  }
  uncoded: cartDiscountCodesUpdate(cartId: $id, discountCodes: []) {
    userErrors { code field message }
  }
}
`;
