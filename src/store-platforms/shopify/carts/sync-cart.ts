import { normalizeCodes } from '../../../commerce/checkout/cart.ts';
import type { Line } from '../../../commerce/checkout/set-quantities.ts';
import { CommerceError } from '../../../commerce/errors.ts';
import { type Storefront, unwrapData } from '../client.ts';
import { READ_CART, SYNC_CART } from '../documents/carts.ts';
import { type SelectedAddress, toSelectedAddress } from '../quotes/delivery-address.ts';
import { toCartFulfillment, toDelivery } from '../quotes/delivery-options.ts';
import { type CartNode, type CartWarning, isSameCart, toLineInputs } from './answers.ts';
import { toFailureOfProblems } from './refusals.ts';

/** Wanted content. Omitted codes stay. */
interface CartContent {
  lines: readonly Line[];
  discountCodes?: readonly string[] | undefined;
  email?: string | undefined;
  /** The selected one, or none. Omitted: as it was. */
  addresses?: SelectedAddress[] | undefined;
}

export type ShopCart = NonNullable<Awaited<ReturnType<typeof readCart>>>;

/** Reads the cart's content; undefined when it has vanished. */
export async function readCart(storefront: Storefront, handle: string, withDelivery = false) {
  const { cart } = unwrapData(await storefront(READ_CART, { id: handle, withDelivery }));
  if (!cart) return undefined;
  return {
    discountCodes: cart.discountCodes.map(({ code }) => code),
    lines: cart.lines.nodes.map(({ merchandise, ...line }) => ({ ...line, variantId: merchandise.id })),
    ...(cart.delivery && {
      addresses: cart.delivery.addresses.map(({ address }) => toSelectedAddress(address)),
      optionId: toCartFulfillment(toDelivery(cart)).selectedId ?? undefined,
    }),
  };
}

type SyncOutcome =
  | { kind: 'vanished' }
  /** `outdated`: the buyer removed a line since the cart was read. */
  | { kind: 'refused' | 'outdated'; failure: CommerceError }
  | { kind: 'synced'; cart: CartNode; warnings: CartWarning[] };

/** Makes the cart hold exactly this content, in one call whose steps may succeed in part. */
export async function syncCart(
  storefront: Storefront,
  handle: string,
  shopCart: ShopCart,
  content: CartContent,
): Promise<SyncOutcome> {
  const steps = planSteps(shopCart, content);
  const { update, add } = steps;
  const variables = {
    id: handle,
    ...steps,
    update: update.map(({ variantId: _, ...line }) => line),
    add: toLineInputs(add),
  };
  const answer = await storefront(SYNC_CART, variables);
  const { removed, updated, added, identified, addressed, coded } = unwrapData(answer);
  const done = [removed, updated, added, identified, addressed, coded].filter((each) => !!each);
  // A mutation of an unknown cart returns a new cart; only a user error shows it.
  const metAnother = done.some(({ cart, userErrors }) =>
    cart ? !isSameCart(cart.id, handle) : userErrors.some(({ field }) => field?.join() === 'cartId'),
  );
  if (metAnother) return { kind: 'vanished' };
  const problems = done.flatMap(({ userErrors }) => userErrors);
  if (problems.some(({ code }) => code === 'INVALID_MERCHANDISE_LINE')) return toOutdatedOutcome();
  if (updated?.userErrors.length)
    return { kind: 'refused', failure: toFailureOfProblems(updated.userErrors, update) };
  if (problems.length > 0 || !coded?.cart)
    return { kind: 'refused', failure: toFailureOfProblems(problems, add) };
  return { kind: 'synced', cart: coded.cart, warnings: coded.warnings };
}

function toOutdatedOutcome(): SyncOutcome {
  const message = 'The buyer is changing this cart at the moment. Try again in a second.';
  const failure = new CommerceError('platform_unavailable', message, { retryAfterSeconds: 1 });
  return { kind: 'outdated', failure };
}

/** Keeps the first line of each variant; further lines and other variants are removed. */
function planSteps(shopCart: ShopCart, content: CartContent) {
  const { lines, discountCodes, email, addresses } = content;
  const quantities = new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]));
  const remove: string[] = [];
  const update: ShopCart['lines'] = [];
  for (const line of shopCart.lines) {
    const quantity = quantities.get(line.variantId);
    quantities.delete(line.variantId);
    if (quantity === undefined) remove.push(line.id);
    else if (quantity !== line.quantity) update.push({ ...line, quantity });
  }
  const add = [...quantities].map(([variantId, quantity]) => ({ variantId, quantity }));
  const [address] = addresses ?? [];
  const countryCode = address?.address.deliveryAddress.countryCode;
  return {
    remove,
    update,
    add,
    buyer: { ...(email === undefined ? {} : { email }), ...(countryCode ? { countryCode } : {}) },
    addresses: addresses ?? [],
    codes: discountCodes ? normalizeCodes(discountCodes) : shopCart.discountCodes,
    doRemove: remove.length > 0,
    doUpdate: update.length > 0,
    doAdd: add.length > 0,
    doBuyer: email !== undefined || countryCode !== undefined,
    doAddress: addresses !== undefined,
    withDelivery: addresses !== undefined,
  };
}
