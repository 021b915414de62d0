import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CheckoutForm, readCheckoutForm } from '../../shop/checkout-form.ts';
import { checkoutPage, thankYouPage } from '../../shop/checkout-page.ts';
import type { Buyer, OrderBook, OrderedLine, Purchase, ShopOrder } from '../../shop/orders.ts';
import { textPage } from '../../shop/shop-pages.ts';
import { variantTitle } from '../../shop/stock.ts';
import { addCartPage } from '../pages/cart-page.ts';
import { imageUrl } from '../render/image.ts';
import type { Site } from '../site.ts';
import type { BuyerSteps } from './buyer-steps.ts';
import { checkItems } from './cart-items.ts';
import { askCheckoutRules, type CartItem } from './cart-plugins.ts';
import { needsShipping, priceItems, wantedRate } from './cart-totals.ts';
import type { Cart, Carts } from './carts.ts';
import { type HandedOver, handOver, isAnswer, tokenOf } from './hand-off.ts';
import { type OrderLife, orderKey } from './order-life.ts';
import { priceWithoutTax } from './rounding.ts';
import { sell } from './sell.ts';
import { emptyCart, type Visitor, type Visitors } from './visitors.ts';

export interface Till {
  site: Site;
  carts: Carts;
  orders: OrderBook;
  life: OrderLife;
  visitors: Visitors;
  steps: BuyerSteps;
}

/**
 * `/checkout/?ucp_cart=<token>` fills the visitor's cart and redirects to `/checkout/`, which counts as opened: programs that preview
 * links keep no cookie. It may be opened repeatedly; paying twice makes one order.
 */
export function addCheckout(app: FastifyInstance, till: Till): void {
  const { site, orders } = till;
  const payers = new Map<number, string>();
  app.get('/checkout', (request, reply) => showCheckout(till, payers, request, reply));
  app.post('/checkout', (request, reply) => pay(till, payers, request, reply));
  app.get<{ Params: { id: string } }>('/checkout/order-received/:id', (request, reply) => {
    const order = orders.find(Number(request.params.id));
    const { key } = request.query as Record<string, unknown>;
    const isShown = order !== undefined && key === orderKey(order);
    const thanks = isShown ? thankYouPage(site.settings, order, String(order.id)) : receivedPage(site);
    return reply.type('text/html').send(thanks);
  });
  addCartPage(app, till);
  addAddressRoutes(app, till);
}

/** Requests by which the classic and the block checkout report what the buyer types, before anything is ordered. */
function addAddressRoutes(app: FastifyInstance, { carts, visitors, steps }: Till): void {
  const note = (request: FastifyRequest, line1: unknown) => {
    const cart = carts.find(visitors.known(request)?.cartId ?? '');
    if (cart && typeof line1 === 'string' && line1 !== '') steps.reach(cart, 'address');
    return {};
  };
  app.post<{ Querystring: { 'wc-ajax'?: string }; Body: { post_data?: string } }>('/', (request, reply) => {
    if (request.query['wc-ajax'] !== 'update_order_review') return reply.callNotFound();
    return note(request, new URLSearchParams(request.body?.post_data).get('billing_address_1'));
  });
  app.post<{ Body: { billing_address?: { address_1?: unknown } } }>(
    '/wp-json/wc/store/v1/cart/update-customer',
    (request) => note(request, request.body?.billing_address?.address_1),
  );
}

/** Without the order's key only its placement is shown. */
function receivedPage(site: Site): string {
  return textPage(site.settings, 'Order received', ['Thank you. Your order has been received.']);
}

/** Browser that placed each order. */
type Payers = Map<number, string>;

function showCheckout(
  till: Till,
  payers: Payers,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const token = tokenOf(request) ?? tokenInBrowser(till, request);
  if (token === undefined) return reply.redirect('/cart/');
  const order = till.orders.ofCart(token);
  if (order) return reply.redirect(receipt(order, payers, till.visitors.known(request)), 303);
  const handed = handOver(till, request, reply, token);
  if (!handed) return reply;
  if (tokenOf(request) !== undefined) return reply.redirect('/checkout/', 303);
  const { cart, visitor } = handed;
  till.steps.reach(cart, 'opened');
  if (cart.destination?.line1) till.steps.reach(cart, 'address');
  const form = formOf(till, cart, {});
  beginOrder(till, cart, visitor, form);
  return send(till, reply, handed, form, askRules(till, handed));
}

/** The checkout asks plugins when it is opened and at its button; the connector keeps their answer with the agent's cart. */
function askRules({ site }: Till, { cart, visitor }: HandedOver): string | undefined {
  const checked = checkItems(site, visitor.items);
  const { pricing } = priceItems(site, 'items' in checked ? checked.items : [], cart.coupons);
  cart.refusal = askCheckoutRules(site, pricing);
  return cart.refusal ?? undefined;
}

/** Opening the link again refills the cart: a failed attempt stays, a draft is continued. */
function beginOrder(till: Till, cart: Cart, visitor: Visitor, form: CheckoutForm): void {
  const { unplaced } = till.life;
  // The connector deletes the draft of a test of the checkout.
  if (till.site.checkout !== 'block' || cart.isCheck) return;
  if (visitor.begun && unplaced.statusOf(visitor.begun) === 'checkout-draft') return;
  const checked = checkItems(till.site, visitor.items);
  visitor.begun = 'items' in checked ? unplaced.draft(purchaseOf(till, cart, checked.items, form)) : null;
}

/** Fails the order where a plugin refuses it or its payment is declined, and returns the sentence; undefined where neither does. */
function failOrder(
  { site, life }: Till,
  { cart, visitor }: HandedOver,
  purchase: Purchase,
  request: FastifyRequest,
): string | undefined {
  const { refusesOrders = null } = site.settings.cartPlugins ?? {};
  cart.orderRefusal = site.checkout === 'block' ? refusesOrders : null;
  if (cart.orderRefusal !== null) {
    visitor.begun = life.unplaced.refuse(purchase, visitor.begun);
    return cart.orderRefusal;
  }
  if (!isDeclined(request)) return undefined;
  visitor.begun = life.unplaced.fail(purchase, visitor.begun);
  return 'The payment was declined. Please try another way to pay.';
}

function pay(till: Till, payers: Payers, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { site, orders, visitors } = till;
  const token = tokenOf(request) ?? tokenInBrowser(till, request);
  if (token === undefined) return reply.redirect('/cart/', 303);
  const paid = orders.ofCart(token);
  if (paid) return reply.redirect(receipt(paid, payers, visitors.known(request)), 303);
  const handed = handOver(till, request, reply, token);
  if (!handed) return reply;
  const { cart, visitor } = handed;
  if (isAnswer(request)) return reply.redirect(`/checkout/?ucp_cart=${cart.token}`, 303);
  const form = formOf(till, cart, request.body);
  const checked = checkItems(site, visitor.items);
  if ('refusals' in checked) {
    return send(till, reply, handed, form, checked.refusals.map((each) => each.message).join(' '));
  }
  if (form.shippingRateId === null && needsShipping(site, checked.items)) {
    return send(till, reply, handed, form, 'Nothing is delivered to this country.');
  }
  const refusal = askRules(till, handed);
  if (refusal !== undefined) return send(till, reply, handed, form, refusal);
  const purchase = purchaseOf(till, cart, checked.items, form);
  till.steps.reach(cart, 'payment');
  const failure = failOrder(till, handed, purchase, request);
  if (failure !== undefined) return send(till, reply, handed, form, failure);
  if (purchase.placedAt === undefined) sell(site, purchase.lines);
  const order = till.life.unplaced.place(purchase, visitor.begun);
  payers.set(order.id, visitor.id);
  emptyCart(visitor);
  return reply.redirect(receipt(order, payers, visitor), 303);
}

/** `payment=declined` simulates a declined card. */
function isDeclined({ body }: FastifyRequest): boolean {
  return typeof body === 'object' && body !== null && 'payment' in body && body.payment === 'declined';
}

function purchaseOf(till: Till, cart: Cart, items: CartItem[], form: CheckoutForm): Purchase {
  const { site } = till;
  const buying = { ...form.buyer, rateId: form.shippingRateId };
  const { pricing, rates } = priceItems(site, items, cart.coupons, buying);
  return {
    sessionId: cart.sessionId,
    cartId: cart.id,
    cartKey: cart.token,
    attributes: [],
    buyer: form.buyer,
    lines: items.map((item) => orderedLine(site, item)),
    pricing,
    shippingRateId: rates.length === 0 ? null : form.shippingRateId,
    ...(form.placedAt ? { placedAt: form.placedAt, createdAt: form.placedAt } : {}),
  };
}

/** Shows unavailable items as a problem. */
function send(
  till: Till,
  reply: FastifyReply,
  { cart, visitor }: HandedOver,
  form: CheckoutForm,
  problem?: string,
): FastifyReply {
  const { site } = till;
  const items = visitor.items.flatMap((item) => {
    const checked = checkItems(site, [item]);
    return 'items' in checked ? checked.items : [];
  });
  const buying = { ...form.buyer, rateId: form.shippingRateId };
  const { pricing } = priceItems(site, items, cart.coupons, buying);
  const action = `/checkout/?ucp_cart=${cart.token}`;
  const lines = items.map((item) => orderedLine(site, item));
  const view = { settings: site.settings, lines, pricing, form, action };
  const html = checkoutPage(problem === undefined ? view : { ...view, problem });
  return reply
    .code(problem === undefined ? 200 : 409)
    .type('text/html')
    .send(html);
}

function orderedLine(site: Site, { product, variant, quantity }: CartItem): OrderedLine {
  return {
    productId: product.id,
    variantId: variant.id,
    title: product.title,
    variantTitle: variantTitle(variant),
    sku: variant.sku,
    quantity,
    price: priceWithoutTax(site, variant.price, product),
    imageUrl: imageUrl(site, product, variant),
  };
}

/** Filled in with the agent's destination and shipping option. */
function formOf({ site: { settings } }: Till, cart: Cart, body: unknown): CheckoutForm {
  const rate = wantedRate(settings, cart.shippingOption);
  return readCheckoutForm(body, settings, knownBuyer(cart), rate ?? undefined);
}

/** Prefills the form with the agent's data of the buyer. */
function knownBuyer({ buyer, destination }: Cart): Partial<Buyer> {
  const { email, name } = buyer ?? {};
  return {
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    ...(destination ? address(destination) : {}),
  };
}

function address(destination: NonNullable<Cart['destination']>): Partial<Buyer> {
  const { country, region, postal_code: postalCode, city, line1 } = destination;
  const name = [destination.first_name, destination.last_name].filter((part) => part).join(' ');
  return {
    ...(name === '' ? {} : { name }),
    country: country.toUpperCase(),
    ...(region === undefined ? {} : { region }),
    ...(postalCode === undefined ? {} : { postalCode }),
    ...(city === undefined ? {} : { city }),
    ...(line1 === undefined ? {} : { line1 }),
  };
}

/** Shows details only to the browser that placed the order. */
function receipt(order: ShopOrder, payers: Payers, visitor: Visitor | undefined): string {
  const address = `/checkout/order-received/${order.id}/`;
  return visitor && payers.get(order.id) === visitor.id ? `${address}?key=${orderKey(order)}` : address;
}

function tokenInBrowser({ carts, visitors }: Till, request: FastifyRequest): string | undefined {
  const cartId = visitors.known(request)?.cartId;
  return typeof cartId === 'string' ? carts.find(cartId)?.token : undefined;
}
