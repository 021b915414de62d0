import type { CartLine } from '../../../commerce/checkout/cart.ts';
import { settleLines } from '../../../commerce/checkout/settled-lines.ts';
import { sum } from '../../../commerce/money/money.ts';
import { formatLineTitle } from '../../../commerce/product/products.ts';
import type { CartRequest } from '../../store-platform.ts';
import { toCartFulfillment, toDelivery } from '../quotes/delivery-options.ts';
import type { CartLineNode, CartNode, CartWarning } from './answers.ts';
import { classifyDiscounts } from './discount-codes.ts';
import { computeTotals, splitLineDiscounts } from './totals.ts';

/** Converts a cart that holds the whole request. Shopify does not state when it expires. */
export function toPlatformCart(cart: CartNode, warnings: readonly CartWarning[], request: CartRequest) {
  const { currency } = cart.cost.totalAmount;
  return {
    handle: cart.id,
    continueUrl: cart.checkoutUrl,
    currency,
    ...settleLines(toLines(cart, request.lines), computeTotals(cart), currency),
    discounts: classifyDiscounts(cart, warnings, request.discountCodes),
    ...(request.fulfillment && cart.lines.nodes.some(({ merchandise }) => merchandise.requiresShipping)
      ? { fulfillment: toCartFulfillment(toDelivery(cart), request.fulfillment.optionId) }
      : {}),
    expiresAt: null,
  };
}

/** Sorts lines as requested; Shopify returns the newest first. Lines added by the shop, free gifts for example, come last. */
function toLines(cart: CartNode, requested: CartRequest['lines']): CartLine[] {
  const places = new Map(requested.map(({ variantId }, index) => [variantId, index]));
  const titles = new Map(requested.map(({ variantId, knownTitle }) => [variantId, knownTitle]));
  const placeOf = (line: CartLineNode) => places.get(line.merchandise.id) ?? requested.length;
  const discounts = splitLineDiscounts(cart);
  return cart.lines.nodes
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((line) => {
      const allocations = discounts?.get(line.id);
      const discount = allocations && { discount: sum(allocations.map(({ amount }) => amount)), allocations };
      return { ...toCartLine(line, titles.get(line.merchandise.id)), ...discount };
    });
}

function toCartLine({ merchandise, cost, quantity }: CartLineNode, knownTitle: string | undefined): CartLine {
  const { id, title, image, product } = merchandise;
  return {
    variantId: id,
    title: knownTitle ?? formatLineTitle(product?.title ?? '', title),
    price: cost.amountPerQuantity.amount,
    imageUrl: image?.url ?? null,
    quantity,
    subtotal: cost.subtotalAmount.amount,
    ...(merchandise.requiresShipping ? {} : { needsDelivery: false as const }),
  };
}
