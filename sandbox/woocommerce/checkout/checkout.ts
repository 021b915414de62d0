import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toMinorUnits } from '../../../src/commerce/money.ts';
import { type CheckoutForm, readCheckoutForm } from '../../shop/checkout-form.ts';
import { checkoutPage, emptyCartPage, thankYouPage } from '../../shop/checkout-page.ts';
import type { Buyer, OrderBook, OrderedLine, ShopOrder } from '../../shop/orders.ts';
import { variantTitle } from '../../shop/stock.ts';
import { imageUrl } from '../render/image.ts';
import type { Site } from '../site.ts';
import { type CartItem, checkItems } from './cart-items.ts';
import { needsShipping, priceItems } from './cart-totals.ts';
import type { Cart, Carts } from './carts.ts';
import { orderKey } from './order-life.ts';
import { sell } from './sell.ts';

interface Till {
  site: Site;
  carts: Carts;
  orders: OrderBook;
}

/** `/checkout/?ucp_cart=<token>` may be opened as often as the buyer likes; paying it twice makes one order. */
export function addCheckout(app: FastifyInstance, till: Till): void {
  const { site, orders } = till;
  app.get('/checkout', (request, reply) => showCheckout(till, request, reply));
  app.post('/checkout', (request, reply) => pay(till, request, reply));
  app.get('/cart', (_request, reply) => reply.type('text/html').send(emptyCartPage(site.settings)));
  app.get<{ Params: { id: string } }>('/checkout/order-received/:id', (request, reply) => {
    const order = orders.find(Number(request.params.id));
    const { key } = request.query as Record<string, unknown>;
    if (!order || key !== orderKey(order)) return reply.redirect('/cart/');
    const thanks = thankYouPage(site.settings, order, String(order.id));
    return reply.type('text/html').send(thanks);
  });
}

function showCheckout(till: Till, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const token = tokenOf(request);
  const order = till.orders.ofCart(token);
  if (order) return reply.redirect(receipt(order));
  const cart = till.carts.ofToken(token);
  if (!cart || cart.items.length === 0) return reply.redirect('/cart/');
  return send(till, reply, cart, readCheckoutForm({}, till.site.settings, knownBuyer(cart)));
}

function pay(till: Till, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { site, carts, orders } = till;
  const token = tokenOf(request);
  const paid = orders.ofCart(token);
  if (paid) return reply.redirect(receipt(paid), 303);
  const cart = carts.ofToken(token);
  if (!cart || cart.items.length === 0) return reply.redirect('/cart/', 303);
  const form = readCheckoutForm(request.body, site.settings, knownBuyer(cart));
  const checked = checkItems(site, cart.items);
  if ('refusals' in checked) {
    return send(till, reply, cart, form, checked.refusals.map((each) => each.message).join(' '));
  }
  if (form.shippingRateId === null && needsShipping(site, checked.items)) {
    return send(till, reply, cart, form, 'Nothing is delivered to this country.');
  }
  return reply.redirect(receipt(placeOrder(till, cart, checked.items, form)), 303);
}

function placeOrder(till: Till, cart: Cart, items: CartItem[], form: CheckoutForm): ShopOrder {
  const { site, orders } = till;
  const lines = items.map((item) => orderedLine(site, item));
  const buying = { ...form.buyer, rateId: form.shippingRateId };
  const { pricing, rates } = priceItems(site, items, cart.coupons, buying);
  sell(site, lines);
  return orders.place({
    sessionId: cart.sessionId,
    cartKey: cart.token,
    attributes: [],
    buyer: form.buyer,
    lines,
    pricing,
    shippingRateId: rates.length === 0 ? null : form.shippingRateId,
  });
}

/** What has become unbuyable is shown as a problem beside what is left. */
function send(
  till: Till,
  reply: FastifyReply,
  cart: Cart,
  form: CheckoutForm,
  problem?: string,
): FastifyReply {
  const { site } = till;
  const items = cart.items.flatMap((item) => {
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
    price: toMinorUnits(variant.price, site.settings.currency),
    imageUrl: imageUrl(site, product),
  };
}

/** What the agent told of the buyer fills the form; blank fields are left to the buyer. */
function knownBuyer({ buyer, destination }: Cart): Partial<Buyer> {
  const { email, name } = buyer ?? {};
  return {
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    ...(destination === undefined ? {} : address(destination)),
  };
}

function address(destination: NonNullable<Cart['destination']>): Partial<Buyer> {
  const { country, region, postal_code: postalCode, city, line1 } = destination;
  return {
    country: country.toUpperCase(),
    ...(region === undefined ? {} : { region }),
    ...(postalCode === undefined ? {} : { postalCode }),
    ...(city === undefined ? {} : { city }),
    ...(line1 === undefined ? {} : { line1 }),
  };
}

function receipt(order: ShopOrder): string {
  return `/checkout/order-received/${order.id}/?key=${orderKey(order)}`;
}

function tokenOf(request: FastifyRequest): string {
  const { ucp_cart: token } = request.query as Record<string, unknown>;
  return typeof token === 'string' ? token : '';
}
