import { CART_FIELDS } from './cart-fields.ts';
import { CART_PROBLEMS } from './cart-problems.ts';

/** The only cart document that may select products, and only for titles that nobody knows yet. */
export const CREATE_CART = /* GraphQL */ `
mutation CreateCart($input: CartInput!, $withProductTitles: Boolean!) {
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
