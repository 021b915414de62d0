import {
  type AddressInput,
  type BuyerInput,
  type SelectedOptionInput,
  selectOption,
  setAddresses,
  setAttributes,
  setBuyer,
  setCodes,
  setNote,
} from './cart-changes.ts';
import {
  addLines,
  type Change,
  type LineInput,
  type LineUpdate,
  removeLines,
  UNCHANGED,
  updateLines,
} from './cart-lines.ts';
import { priceOf } from './cart-pricing.ts';
import { discountWarnings, NO_SUCH_CART } from './cart-problems.ts';
import type { Attribute, Cart } from './cart-store.ts';
import { cartView } from './cart-view.ts';
import type { ShopState } from './shop-state.ts';

interface CartInput {
  attributes?: Attribute[] | null;
  buyerIdentity?: BuyerInput | null;
  delivery?: { addresses?: AddressInput[] | null } | null;
  discountCodes?: string[] | null;
  lines?: LineInput[] | null;
  note?: string | null;
}

/** The fields of the Storefront API's `Mutation`. */
export function storefrontMutation(shop: ShopState) {
  type Named<Rest> = { cartId: string } & Rest;
  const change = (cartId: string, make: (cart: Cart) => Change) => changeCart(shop, cartId, make);
  return {
    cartCreate: ({ input }: { input?: CartInput | null }) => createCart(shop, input ?? {}),
    cartLinesAdd: ({ cartId, lines }: Named<{ lines: LineInput[] }>) =>
      change(cartId, (cart) => addLines(shop, cart, lines, ['lines'])),
    cartLinesUpdate: ({ cartId, lines }: Named<{ lines: LineUpdate[] }>) =>
      change(cartId, (cart) => updateLines(shop, cart, lines)),
    cartLinesRemove: ({ cartId, lineIds }: Named<{ lineIds?: string[] | null }>) =>
      change(cartId, (cart) => removeLines(cart, lineIds ?? [])),
    cartDiscountCodesUpdate: ({ cartId, discountCodes }: Named<{ discountCodes: string[] }>) =>
      change(cartId, (cart) => setCodes(cart, discountCodes)),
    cartAttributesUpdate: ({ cartId, attributes }: Named<{ attributes: Attribute[] }>) =>
      change(cartId, (cart) => setAttributes(cart, attributes, ['attributes'])),
    cartBuyerIdentityUpdate: ({ cartId, buyerIdentity }: Named<{ buyerIdentity: BuyerInput }>) =>
      change(cartId, (cart) => setBuyer(cart, buyerIdentity, ['buyerIdentity'])),
    cartDeliveryAddressesReplace: ({ cartId, addresses }: Named<{ addresses: AddressInput[] }>) =>
      change(cartId, (cart) => setAddresses(cart, addresses, ['addresses'])),
    cartSelectedDeliveryOptionsUpdate: (input: Named<{ selectedDeliveryOptions: SelectedOptionInput[] }>) =>
      change(input.cartId, (cart) => selectOption(shop, cart, input.selectedDeliveryOptions)),
    cartNoteUpdate: ({ cartId, note }: Named<{ note: string }>) =>
      change(cartId, (cart) => setNote(cart, note, ['note'])),
  };
}

function createCart(shop: ShopState, input: CartInput) {
  const cart = shop.carts.create();
  const changes = [
    setAttributes(cart, input.attributes ?? [], ['input', 'attributes']),
    input.note ? setNote(cart, input.note, ['input', 'note']) : UNCHANGED,
    setBuyer(cart, input.buyerIdentity ?? {}, ['input', 'buyerIdentity']),
    setAddresses(cart, input.delivery?.addresses ?? [], ['input', 'delivery', 'addresses']),
    addLines(shop, cart, input.lines ?? [], ['input', 'lines']),
    setCodes(cart, input.discountCodes ?? []),
  ];
  const refused = changes.some((change) => change.refused);
  if (refused) shop.carts.remove(cart);
  return answer(shop, cart, {
    problems: changes.flatMap((change) => change.problems),
    warnings: changes.flatMap((change) => change.warnings),
    refused,
  });
}

/** Replaces an unknown cart, or one without its key, silently by a new empty one, as the real shop does. */
function changeCart(shop: ShopState, cartId: string, make: (cart: Cart) => Change) {
  const entry = shop.carts.find(cartId);
  if (!entry?.keyed) {
    return { cart: cartView(shop, shop.carts.create()), userErrors: [NO_SUCH_CART], warnings: [] };
  }
  const change = make(entry.cart);
  if (!change.refused) entry.cart.updatedAt = new Date().toISOString();
  return answer(shop, entry.cart, change);
}

/** Each change repeats the warnings of refused codes. */
function answer(shop: ShopState, cart: Cart, change: Change) {
  if (change.refused) return { cart: null, userErrors: change.problems, warnings: [] };
  const pricing = priceOf(shop, cart);
  const discounts = discountWarnings(cart, pricing.codes, pricing.shipping !== null);
  return {
    cart: cartView(shop, cart),
    userErrors: change.problems,
    warnings: [...change.warnings, ...discounts],
  };
}
