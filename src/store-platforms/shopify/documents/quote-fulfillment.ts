import { CART_PROBLEMS } from './cart-problems.ts';

/** A cart that is made for its delivery options only, priced as a buyer from that country would see it. */
export const QUOTE_FULFILLMENT = /* GraphQL */ `
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
      deliveryGroups(first: 10) {
        nodes {
          deliveryOptions {
            handle
            code
            title
            description
            deliveryMethodType
            estimatedCost { amount currencyCode }
          }
        }
      }
    }
    userErrors { ...CartProblems }
    warnings { ...CartNotices }
  }
}
${CART_PROBLEMS}`;
