import { type CartLine, normalizeCodes } from '../../commerce/checkout/cart.ts';
import { settleLines } from '../../commerce/checkout/settled-lines.ts';
import { CommerceError, createItemsRefusedError, toConflictError } from '../../commerce/errors.ts';
import { sum } from '../../commerce/money/money.ts';
import type { PlatformOrder } from '../../commerce/order/order.ts';
import { formatLineTitle } from '../../commerce/product/products.ts';
import type { CartRequest, OrderReference, PlatformCart } from '../store-platform.ts';
import { type CartLineNode, type CartNode, type CartWarning, toLineInputs } from './carts/answers.ts';
import { classifyDiscounts } from './carts/discount-codes.ts';
import { toFailureOfProblems, toNotSoldRefusal, toShortfallError } from './carts/refusals.ts';
import { readCart, type ShopCart, syncCart } from './carts/sync-cart.ts';
import { computeTotals, splitLineDiscounts } from './carts/totals.ts';
import { isNulledField, type Storefront, unwrapData } from './client.ts';
import { CREATE_CART, EMPTY_CART, SELECT_DELIVERY } from './documents/carts.ts';
import { resolveItems } from './items.ts';
import { CART_ATTRIBUTE, SESSION_ATTRIBUTE } from './orders/platform-order.ts';
import { mustBeCountry, toAddressInput } from './quotes/delivery-address.ts';
import { pickChoices, toCartFulfillment, toDelivery } from './quotes/delivery-options.ts';

/** One call. A cart that lacks items is refused and abandoned: its address was given to no caller. */
export async function createCart(storefront: Storefront, request: CartRequest): Promise<PlatformCart> {
  const withProductTitles = request.lines.some(({ knownTitle }) => knownTitle === undefined);
  const variables = { input: toCartInput(request), withProductTitles, withDelivery: !!request.fulfillment };
  const answer = await storefront(CREATE_CART, variables);
  if (request.fulfillment) mustBeCountry(answer.errors, request.fulfillment.destination);
  if (answer.errors.some(isNulledField)) await fetchItems(storefront, request.lines);
  const { cartCreate } = unwrapData(answer);
  const { cart = null, userErrors = [], warnings = [] } = cartCreate ?? {};
  if (!cart || userErrors.length > 0) throw toFailureOfProblems(userErrors, request.lines);
  const shortfall = toShortfallError(cart, request.lines, warnings);
  if (shortfall) throw shortfall;
  const priced = await selectOption(storefront, { cart, warnings }, request.fulfillment?.optionId);
  return toPlatformCart(priced.cart, priced.warnings, request);
}

function toCartInput({ lines, cartId, sessionId, discountCodes, buyer, fulfillment }: CartRequest) {
  const address = fulfillment && toAddressInput(fulfillment.destination);
  const identity = {
    ...(buyer?.email === undefined ? {} : { email: buyer.email }),
    ...(address ? { countryCode: address.address.deliveryAddress.countryCode } : {}),
  };
  return {
    lines: toLineInputs(lines),
    attributes: [
      sessionId === undefined
        ? { key: CART_ATTRIBUTE, value: cartId }
        : { key: SESSION_ATTRIBUTE, value: sessionId },
    ],
    ...(discountCodes === undefined ? {} : { discountCodes: normalizeCodes(discountCodes) }),
    ...(Object.keys(identity).length === 0 ? {} : { buyerIdentity: identity }),
    ...(address ? { delivery: { addresses: [address] } } : {}),
  };
}

type PricedCart = { cart: CartNode; warnings: CartWarning[] };

/** One call unless the option is selected, as the cheapest is by default. One that is not offered changes nothing. */
async function selectOption(storefront: Storefront, priced: PricedCart, idOrTitle: string | undefined) {
  const delivery = toDelivery(priced.cart);
  const options = pickChoices(delivery, idOrTitle);
  if (!options) return priced;
  const answer = await storefront(SELECT_DELIVERY, { id: priced.cart.id, options, withDelivery: true });
  const { cartSelectedDeliveryOptionsUpdate: selected } = unwrapData(answer);
  const { cart = null, userErrors = [], warnings = [] } = selected ?? {};
  if (cart && userErrors.length === 0) return { cart, warnings };
  const isPending = userErrors.some(({ code }) => code === 'PENDING_DELIVERY_GROUPS');
  // The total is of the shop's own rates, whatever Shopify has selected after it.
  return isPending || !delivery.isPriced
    ? { ...priced, cart: { ...priced.cart, groupsOfCarriers: undefined } }
    : priced;
}

/** Throws a refusal of variants that the shop does not show: one unpublished product nulls the whole cart. */
async function fetchItems(storefront: Storefront, lines: CartRequest['lines']) {
  const references = lines.map(({ variantId }) => ({ kind: 'variant', id: variantId }) as const);
  const items = await resolveItems(storefront, references);
  const gone = lines.filter((_, index) => items[index] === undefined);
  if (gone.length > 0)
    throw createItemsRefusedError(gone.map(({ variantId }) => toNotSoldRefusal(variantId)));
  return items;
}

interface Shop {
  storefront: Storefront;
  /** Order of a session's cart; undefined also when orders cannot be read. */
  findOrder(reference: OrderReference): Promise<PlatformOrder | undefined>;
}

/** Two calls, four when the buyer changes the cart between them. A vanished cart is recreated unless paid, a refused change reverted. */
export async function updateCart(shop: Shop, handle: string, content: CartRequest): Promise<PlatformCart> {
  const { storefront } = shop;
  const withDelivery = content.fulfillment !== undefined;
  const [shopCart, request] = await Promise.all([
    readCart(storefront, handle, withDelivery),
    withTitles(storefront, content),
  ]);
  if (!shopCart) return recreateCart(shop, handle, request);
  let outcome = await change(storefront, handle, shopCart, request);
  if (outcome.kind === 'outdated') {
    const newer = await readCart(storefront, handle, withDelivery);
    outcome = newer ? await change(storefront, handle, newer, request) : { kind: 'vanished' };
  }
  if (outcome.kind === 'vanished') return recreateCart(shop, handle, request);
  const failure =
    outcome.kind === 'synced'
      ? toShortfallError(outcome.cart, request.lines, outcome.warnings)
      : outcome.failure;
  if (failure) await revertCart(storefront, handle, shopCart);
  if (failure || outcome.kind !== 'synced') throw failure;
  const priced = await selectOption(storefront, outcome, request.fulfillment?.optionId).catch(
    async (error) => {
      await revertCart(storefront, handle, shopCart).catch(() => undefined);
      throw error;
    },
  );
  return { ...toPlatformCart(priced.cart, priced.warnings, request), handle };
}

/** Recreates a vanished cart unless it vanished because it was paid: the buyer must not pay twice. */
async function recreateCart({ storefront, findOrder }: Shop, handle: string, request: CartRequest) {
  const { sessionId } = request;
  const paid = sessionId !== undefined && (await findOrder({ sessionId, cartHandle: handle }));
  if (!paid) return createCart(storefront, request);
  throw toConflictError('The buyer has paid already. Complete the checkout session.');
}

/** Reverts a change whose answer was lost, as far as the shop can be reached. */
async function change(storefront: Storefront, handle: string, shopCart: ShopCart, request: CartRequest) {
  const { fulfillment } = request;
  const addresses = fulfillment === null ? [] : fulfillment && [toAddressInput(fulfillment.destination)];
  const content = { ...request, email: request.buyer?.email, addresses };
  try {
    return await syncCart(storefront, handle, shopCart, content);
  } catch (error) {
    const mayStillBeMade = error instanceof CommerceError && error.kind === 'platform_timeout';
    if (!mayStillBeMade) await revertCart(storefront, handle, shopCart).catch(() => undefined);
    throw error;
  }
}

async function revertCart(storefront: Storefront, handle: string, before: ShopCart): Promise<void> {
  const now = await readCart(storefront, handle);
  const outcome = now && (await syncCart(storefront, handle, now, before));
  if (outcome?.kind === 'synced' && before.optionId) await selectOption(storefront, outcome, before.optionId);
}

/** Looks up unknown titles: only the document that creates a cart selects products. */
async function withTitles(storefront: Storefront, request: CartRequest): Promise<CartRequest> {
  const untitled = request.lines.filter(({ knownTitle }) => knownTitle === undefined);
  const items = await fetchItems(storefront, untitled);
  const titles = new Map(items.flatMap((item) => (item ? [[item.variantId, item.title] as const] : [])));
  const lines = request.lines.map((line) => ({
    ...line,
    knownTitle: line.knownTitle ?? titles.get(line.variantId) ?? line.variantId,
  }));
  return { ...request, lines };
}

/** Empties a cart, which Shopify cannot delete: one call when it is empty or has vanished, else two. */
export async function abandonCart(storefront: Storefront, handle: string): Promise<void> {
  const shopCart = await readCart(storefront, handle);
  if (!shopCart || (shopCart.lines.length === 0 && shopCart.discountCodes.length === 0)) return;
  const lineIds = shopCart.lines.map(({ id }) => id);
  const { emptied, uncoded } = unwrapData(await storefront(EMPTY_CART, { id: handle, lineIds }));
  const problems = [emptied, uncoded].flatMap((each) => each?.userErrors ?? []);
  const unexpected = problems.filter(({ code }) => !VANISHED.has(code));
  if (unexpected.length > 0) throw toFailureOfProblems(unexpected, []);
}

/** Codes for lines or a cart that have vanished meanwhile. */
const VANISHED = new Set<string | null>(['INVALID', 'INVALID_MERCHANDISE_LINE']);

/** Converts a cart that holds the whole request. Shopify does not state when it expires. */
function toPlatformCart(cart: CartNode, warnings: readonly CartWarning[], request: CartRequest) {
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
