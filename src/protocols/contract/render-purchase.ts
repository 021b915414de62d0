import {
  type Cart,
  type CartLine,
  computeLineSubtotal,
  type Discounts,
  NO_TOTALS,
  type Totals,
} from '../../commerce/checkout/cart.ts';
import {
  type CheckoutSession,
  getOpenProblem,
  type OrderSummary,
} from '../../commerce/checkout/checkout-session.ts';
import { listNamedDiscounts } from '../../commerce/checkout/discounts.ts';
import { listProvisional } from '../../commerce/checkout/provisional.ts';
import type { SessionFailure } from '../../commerce/checkout/session-failure.ts';
import { isOn } from '../../commerce/store/capabilities.ts';
import { toErrorTextForAgents } from '../../commerce/text/error-text-for-agents.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { isUndeliverable } from '../../operations/store/delivers-to.ts';
import { omitEmpty } from '../omit-empty.ts';
import { CHECKOUT_WALL_TEXTS } from '../texts.ts';
import { renderEnvelope } from './manifest.ts';

// Members that are undefined are absent from the text of an answer.

/** Destination of the request, to which the shop may not deliver. */
type Destination = { country: string } | undefined;

/** docs/contract.md, Carts. A canceled cart keeps its lines, so that an agent can create it again. */
export function renderCart(context: StoreContext, cart: Cart, destination?: Destination): object {
  const self = `${context.storeUrl}/carts/${cart.id}`;
  const checkout = `${context.storeUrl}/checkout-sessions`;
  return {
    ...renderLines(context, cart),
    totals: renderTotals(cart.totals),
    warnings: cart.totals.warnings,
    provisional: cart.status === 'active' ? omitEmpty(listProvisional(cart)) : undefined,
    automatic_discounts: omitEmpty(listNamedDiscounts(cart)),
    discounts: renderDiscounts(context, cart.discounts),
    continue_url: cart.continueUrl,
    expires_at: cart.expiresAt,
    _links: { self, update: self, cancel: `${self}/cancel`, checkout },
    undeliverable: isUndeliverable(context, destination?.country, cart.lines) || undefined,
  };
}

/** docs/contract.md, Checkout sessions. A failed session has totals of 0 and no `continue_url`. */
export function renderSession(context: StoreContext, session: CheckoutSession, destination?: Destination) {
  const { status, order, failure } = session;
  const { description, checkoutWall } = context.store;
  const isWaiting = status === 'requires_escalation';
  const isOpen = isWaiting && order === null;
  const priced = status === 'failed' ? NOTHING : session;
  const self = `${context.storeUrl}/checkout-sessions/${session.id}`;
  return {
    ...renderLines(context, session),
    totals: renderTotals(priced.totals),
    warnings: priced.totals.warnings,
    totals_stale: (isOpen && session.pending !== null) || undefined,
    provisional: isOpen ? omitEmpty(listProvisional(session)) : undefined,
    automatic_discounts: omitEmpty(listNamedDiscounts(priced)),
    discounts: renderDiscounts(context, priced.discounts),
    links: description.links,
    continue_url: priced.continueUrl,
    account_required: (isWaiting && description.requiresAccount) || undefined,
    checkout_wall:
      isWaiting && checkoutWall
        ? { code: checkoutWall, message: CHECKOUT_WALL_TEXTS[checkoutWall] }
        : undefined,
    expires_at: session.expiresAt,
    problem: renderProblem(session, self),
    failure: failure ? renderFailure(failure) : undefined,
    ...(order && { order: renderOrderSummary(order), payment: session.payment, paid: session.isPaid }),
    _links: { self, complete: `${self}/complete`, cancel: `${self}/cancel` },
    undeliverable: isUndeliverable(context, destination?.country, session.lines) || undefined,
  };
}

/** Leaves out the request and its lines, which only the merchant reads. */
function renderFailure({ code, message }: SessionFailure): object {
  return { code, message: toErrorTextForAgents({ kind: code, message }) };
}

const NOTHING = { lines: [], totals: NO_TOTALS, discounts: null, continueUrl: null };

/** Members with which a cart and a session begin. */
function renderLines({ store }: StoreContext, purchase: Cart | CheckoutSession) {
  const { id, status, currency, totals, lines } = purchase;
  return {
    ucp: renderEnvelope(store.switches),
    id,
    status,
    currency,
    prices_include_tax: totals.pricesIncludeTax,
    priced_for: totals.pricedFor,
    as_of: totals.asOf,
    line_items: lines.map(renderLine),
  };
}

function renderLine(line: CartLine) {
  const { variantId, title, price, imageUrl, quantity, priceWithTax, priceText } = line;
  return {
    item: {
      id: variantId,
      title,
      price,
      price_with_tax: priceWithTax,
      image_url: imageUrl,
      price_text: priceText,
      content_warning: line.contentWarning,
    },
    quantity,
    subtotal: computeLineSubtotal(line),
    added_by_shop: line.addedByShop,
  };
}

/** `discount`, `shipping` outside of orders and `fees` are additions to the contract, so that every answer adds up. */
export function renderTotals(totals: Totals) {
  const { subtotal, discount, tax, shipping, total, fees, feeLines, discountLines } = totals;
  return {
    subtotal,
    discount,
    tax,
    shipping: shipping ?? undefined,
    total,
    fees,
    fee_lines: feeLines,
    discount_lines: discountLines,
  };
}

/** docs/contract.md, Discounts: present when codes were supplied and the capability is on. */
function renderDiscounts({ store }: StoreContext, discounts: Discounts | null) {
  if (!discounts || !isOn(store.switches, 'discount')) return undefined;
  const { codes, applied, rejected } = discounts;
  return { codes, applied, rejected };
}

const REPAIR = 'The buyer cannot pay: send line_items that can be bought, or the same ones for a new cart.';

/** Why the buyer cannot pay, and the call that repairs it. */
function renderProblem(session: Readonly<CheckoutSession>, self: string) {
  const problem = getOpenProblem(session);
  if (!problem) return undefined;
  const items = problem.items.map(({ variantId: id, reason, message, available }) => {
    return { id, reason, message, available };
  });
  return {
    code: problem.code,
    message: `${problem.message} ${REPAIR}`,
    items: omitEmpty(items),
    next: { method: 'PUT', href: self },
  };
}

/** The order's sums, also where they differ from the session's. */
function renderOrderSummary({ id, status, currency, totals }: OrderSummary): object {
  return {
    id,
    status,
    currency,
    prices_include_tax: totals.pricesIncludeTax,
    totals: renderTotals({ ...totals, shipping: totals.shipping ?? 0 }),
  };
}
