/** What a cart holds, as far as replacing it needs to know. */
export const READ_CART = /* GraphQL */ `
query ReadCart($id: ID!) {
  cart(id: $id) {
    discountCodes { code }
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
`;
