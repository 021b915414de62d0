import { CART_FIELDS } from './cart-fields.ts';
import { CART_PROBLEMS } from './cart-problems.ts';

/**
 * The steps run one after the other and are no transaction. The cart is read once, after the last step, which always runs;
 * the others tell only whether they met the same cart.
 */
export const SYNC_CART = /* GraphQL */ `
mutation SyncCart(
  $id: ID!
  $remove: [ID!]!
  $update: [CartLineUpdateInput!]!
  $add: [CartLineInput!]!
  $buyer: CartBuyerIdentityInput!
  $codes: [String!]!
  $doRemove: Boolean!
  $doUpdate: Boolean!
  $doAdd: Boolean!
  $doBuyer: Boolean!
) {
  removed: cartLinesRemove(cartId: $id, lineIds: $remove) @include(if: $doRemove) {
    cart { id }
    userErrors { ...CartProblems }
  }
  updated: cartLinesUpdate(cartId: $id, lines: $update) @include(if: $doUpdate) {
    cart { id }
    userErrors { ...CartProblems }
  }
  added: cartLinesAdd(cartId: $id, lines: $add) @include(if: $doAdd) {
    cart { id }
    userErrors { ...CartProblems }
  }
  identified: cartBuyerIdentityUpdate(cartId: $id, buyerIdentity: $buyer) @include(if: $doBuyer) {
    cart { id }
    userErrors { ...CartProblems }
  }
  coded: cartDiscountCodesUpdate(cartId: $id, discountCodes: $codes) {
    cart { ...CartFields }
    userErrors { ...CartProblems }
    warnings { ...CartNotices }
  }
}
${CART_FIELDS}${CART_PROBLEMS}`;
