import { normalizeCodes, type Warning } from '../../commerce/checkout/cart.ts';
import { type CheckoutSession, nextStatus } from '../../commerce/checkout/checkout-session.ts';
import {
  type CartFulfillment,
  type FulfillmentOption,
  type FulfillmentRequest,
  getSelectedByParcel,
  getSelectedOption,
  getUnhonoredPart,
  pickParcelWithout,
  type SessionFulfillment,
} from '../../commerce/checkout/fulfillment.ts';
import { CommerceError, toConflictError } from '../../commerce/errors.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import type { Buyer, PlatformCart } from '../../store-platforms/store-platform.ts';
import type { StoreContext } from '../call/store-context.ts';
import {
  toCartContent,
  toHeldFulfillment,
  toSessionFulfillment,
  toSessionPrices,
  type WantedFulfillment,
} from '../cart/cart-content.ts';
import { replaceInPlatformCart } from '../cart/make-platform-cart.ts';
import { fillCart, type RequestedLine, readLines } from '../cart/requested-lines.ts';
import { changeSession } from './session-lease.ts';

/**
 * Replaces a session's lines and keeps its totals until completion (docs/contract.md, Checkout sessions); when the shop has
 * changed its currency, the totals change with the lines. Cut off: the session keeps the acknowledged lines.
 */
export async function replaceLinesKeepingTotals(context: StoreContext, id: string, lines: RequestedLine[]) {
  return changeSession(context, id, async ({ session, finish }) => {
    const status = nextStatus(session.status, 'replace_lines');
    if (session.payment === 'verified')
      throw toConflictError('The buyer has ordered already. Complete the checkout session.');
    // Codes are sent along: a platform cart that has vanished is made again, and would lack them.
    const discountCodes = session.discounts?.codes ?? [];
    const current = toHeldFulfillment(session);
    const cart = await refillCart(context, session, { lines, discountCodes, fulfillment: current });
    const fulfillment = toSessionFulfillment(cart, current);
    const content = toCartContent(context, cart, discountCodes);
    const priced = { ...content, ...toSessionPrices(session, content) };
    const warnings = warnOfChangedOption(session, fulfillment);
    return finish({ ...session, status, ...priced, fulfillment, problem: null, warnings });
  });
}

interface CheckoutContent {
  lines: readonly RequestedLine[];
  discountCodes: readonly string[];
  buyer?: Buyer | undefined;
  /** Omitted: the session keeps its own. Throws `unhonored` for what the shop does not honor; null removes it. */
  fulfillment?: WantedFulfillment | null | undefined;
  /** Members of the request that are not taken as asked. */
  warnings: Warning[];
}

/** Replaces the content of an open session and prices it at once. Cut off: the session keeps the acknowledged content. */
export async function replaceContentAndTotals(
  context: StoreContext,
  id: string,
  request: CheckoutContent | ((session: CheckoutSession) => CheckoutContent),
): Promise<CheckoutSession> {
  return changeSession(context, id, async ({ session, finish }) => {
    mustHaveNoOrder(session);
    const status = nextStatus(session.status, 'replace_lines');
    const { lines, buyer, ...content } = typeof request === 'function' ? request(session) : request;
    const discountCodes = normalizeCodes(content.discountCodes);
    const wantedFulfillment = pickFulfillmentToKeep(session, content.fulfillment);
    const refill = { lines, buyer, discountCodes, fulfillment: wantedFulfillment };
    const cart = await refillCart(context, session, refill, content.fulfillment ?? undefined);
    const fulfillment = toSessionFulfillment(cart, wantedFulfillment);
    const isNamed = content.fulfillment?.optionId !== undefined;
    const warnings = [...content.warnings, ...(isNamed ? [] : warnOfChangedOption(session, fulfillment))];
    const priced = { ...toCartContent(context, cart, discountCodes), pending: null };
    return finish({ ...session, status, ...priced, fulfillment, problem: null, warnings });
  });
}

async function refillCart(
  context: StoreContext,
  session: CheckoutSession,
  {
    lines,
    ...request
  }: Pick<CheckoutContent, 'lines' | 'buyer' | 'fulfillment'> & { discountCodes: string[] },
  toBeHonored?: FulfillmentRequest,
): Promise<PlatformCart> {
  const { id, cartHandle } = session;
  if (cartHandle === null)
    throw toConflictError('The session has no cart yet. Read the session, then try again.');
  const placedCart = { ids: { cartId: id, sessionId: id }, handle: cartHandle, content: session };
  const mustBeHonored = (cart: PlatformCart) => toBeHonored && mustHonor(toBeHonored, cart);
  return fillCart(context, await readLines(context, lines), (cartLines) =>
    replaceInPlatformCart(context, placedCart, { ...request, lines: cartLines }, mustBeHonored),
  );
}

/** An option that is not named again stays selected while the destination is the same. */
function pickFulfillmentToKeep(session: CheckoutSession, request: WantedFulfillment | null | undefined) {
  const current = toHeldFulfillment(session);
  if (request === undefined) return current;
  if (request === null) return current && null;
  const isPickup = session.fulfillment && getSelectedOption(session.fulfillment)?.pickup;
  const isSame = current !== undefined && current.destinationId === request.destinationId && !isPickup;
  return isSame ? { ...request, optionId: request.optionId ?? current.optionId } : request;
}

function mustHonor(request: FulfillmentRequest, { fulfillment }: PlatformCart): void {
  const refusal = fulfillment && describeUnhonoredSelection(request, fulfillment);
  if (refusal) throw new CommerceError('address_undeliverable', refusal.message, refusal);
}

/** Says which part the shop does not honor, of which parcel where the request has an option for each, and what is offered. */
export function describeUnhonoredSelection(request: FulfillmentRequest, fulfillment: CartFulfillment) {
  const unhonored = getUnhonoredPart(request, fulfillment);
  if (!unhonored) return undefined;
  const { optionId = '', isByParcel } = request;
  const { options, parcels } = fulfillment;
  const parcel = isByParcel && parcels ? pickParcelWithout(optionId, parcels) : undefined;
  const offered = parcel === undefined ? options : (parcels?.[parcel]?.options ?? options);
  return { unhonored, parcel, message: UNHONORED[unhonored](offered) };
}

/** Sentences by the part that the shop does not honor. `options`: what it offers. */
export const UNHONORED = {
  destination: () => 'The store does not deliver there. Name another destination, or remove items.',
  option: (options: readonly FulfillmentOption[]) => {
    const titles = options.map(({ id, title }) => `${quoteInput(id)} (${title})`).join(', ');
    return `The store does not offer this option. It offers: ${titles}.`;
  },
} as const;

/** Warns when the selected option is not offered for the new content. */
function warnOfChangedOption({ fulfillment: before }: CheckoutSession, after: SessionFulfillment | null) {
  const selected = after && getSelectedOption(after);
  if (!before?.selectedId || !selected) return [];
  // While rates were pending, the option was held by the words that the agent had for it.
  const request = { destination: before.destination, optionId: before.selectedId };
  if (!getUnhonoredPart(request, after) && !haveMoved(before, after)) return [];
  const content = `${getSelectedOption(before)?.title ?? 'The selected option'} is not offered for this content. ${selected.title} is selected now.`;
  return [{ code: 'fulfillment_option_changed', content, path: SELECTED_OPTION }];
}

/** True where some goods go by another option than before, as the shop divides them in another way. */
function haveMoved(before: SessionFulfillment, after: SessionFulfillment): boolean {
  const optionOf = new Map(mapOptionsByVariant(before));
  return mapOptionsByVariant(after).some(([variantId, id]) => (optionOf.get(variantId) ?? id) !== id);
}

function mapOptionsByVariant(fulfillment: SessionFulfillment): [variantId: string, optionId: string][] {
  const ids = getSelectedByParcel(fulfillment);
  return (fulfillment.parcels ?? []).flatMap(({ variantIds }, index) =>
    variantIds.map((variantId): [string, string] => [variantId, ids[index] ?? '']),
  );
}

const SELECTED_OPTION = '$.fulfillment.methods[0].groups[0].selected_option_id';

/** Throws `conflict`: the shop may have reported an order before the agent completed the session. */
export function mustHaveNoOrder({ order, payment }: CheckoutSession): void {
  if (order === null || payment !== 'verified') return;
  throw toConflictError('The buyer has ordered: the checkout session is completed.');
}
