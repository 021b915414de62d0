import type { FastifyInstance, FastifyReply } from 'fastify';
import { drawProduct, type PictureQuery } from '../pictures/draw-product.ts';
import { checkoutPage, emptyCartPage, thankYouPage } from '../shop/checkout-page.ts';
import type { ShopOrder } from '../shop/orders.ts';
import { homePage, LOGO_PATH, logoSvg, notFoundPage, productPage, textPage } from '../shop/shop-pages.ts';
import type { Cart } from './cart-store.ts';
import { isListed } from './catalog-view.ts';
import { checkoutOf, pay } from './checkout.ts';
import { buildLinkedData } from './linked-data.ts';
import { checkoutToken, orderName, statusKey } from './order-view.ts';
import { POLICIES } from './policies.ts';
import type { ShopState } from './shop-state.ts';
import type { CheckoutNews } from './webhook-delivery.ts';

interface CartAddress {
  Params: { token: string };
  Querystring: { key?: string; line1?: string };
}

/** Pages for buyers: catalog, products, policies, pictures and the hosted checkout. */
export function addPageRoutes(app: FastifyInstance, shop: ShopState, news: CheckoutNews): void {
  addShopPages(app, shop);
  app.get<CartAddress>('/cart/c/:token', (request, reply) => {
    const { token } = request.params;
    const bought = orderOf(shop, token, request.query.key);
    if (bought) return thanks(shop, reply, bought);
    const cart = shop.carts.open(token, request.query.key);
    const view = cart && checkoutOf(shop, cart, request.query);
    if (cart && view) news.visited(cart, addressIn(cart, request.query.line1));
    return view ? sendPage(reply, checkoutPage(view)) : sendPage(reply, emptyCartPage(shop.settings), 404);
  });

  app.get<CartAddress>('/orders/:token/authenticate', (request, reply) => {
    const { params, query } = request;
    const order = shop.orders.all().find((each) => checkoutToken(each) === params.token);
    const isShown = order !== undefined && query.key === statusKey(order);
    return isShown ? thanks(shop, reply, order) : sendPage(reply, notFoundPage(shop.settings), 404);
  });

  app.post<CartAddress>('/cart/c/:token', (request, reply) => {
    const { token } = request.params;
    const bought = orderOf(shop, token, request.query.key);
    // A repeated submission shows the existing order.
    if (bought) return thanks(shop, reply, bought);
    const cart = shop.carts.open(token, request.query.key);
    const view = cart && checkoutOf(shop, cart, request.body);
    if (!cart || !view) return sendPage(reply, emptyCartPage(shop.settings), 404);
    news.visited(cart, view.form.buyer);
    const payment = pay(shop, cart, request.body);
    if ('order' in payment) {
      news.ordered(cart);
      return thanks(shop, reply, payment.order);
    }
    return sendPage(reply, checkoutPage({ ...view, problem: payment.problem }), 409);
  });
}

/** The address that the agent gave fills the page in. */
function addressIn({ addresses }: Cart, typed: string | undefined): { line1?: string } {
  const line1 = typed || addresses.find(({ selected }) => selected)?.fields.address1;
  return line1 ? { line1 } : {};
}

function addShopPages(app: FastifyInstance, shop: ShopState): void {
  const missing = (reply: FastifyReply) => sendPage(reply, notFoundPage(shop.settings), 404);
  const productOf = (handle: string) =>
    shop.products.find((product) => product.handle === handle && isListed(shop, product));

  app.get('/', (_request, reply) =>
    sendPage(
      reply,
      homePage(shop.settings, shop.products, (product) => `/products/${product.handle}`),
    ),
  );
  app.get<{ Params: { handle: string } }>('/products/:handle', (request, reply) => {
    const product = productOf(request.params.handle);
    return product
      ? sendPage(reply, productPage(shop.settings, product, buildLinkedData(shop, product)))
      : missing(reply);
  });
  app.get(LOGO_PATH, (_request, reply) => reply.type('image/svg+xml').send(logoSvg(shop.settings)));
  app.get<{ Params: { file: string }; Querystring: PictureQuery }>('/images/:file', (request, reply) => {
    const product = productOf(request.params.file.replace(/\.svg$/, ''));
    return product
      ? reply.type('image/svg+xml').send(drawProduct(product, request.query.of))
      : missing(reply);
  });
  app.get<{ Params: { handle: string } }>('/policies/:handle', (request, reply) => {
    const policy = POLICIES.find((each) => each.handle === request.params.handle);
    return policy ? sendPage(reply, textPage(shop.settings, policy.title, [policy.text])) : missing(reply);
  });
}

function orderOf(shop: ShopState, token: string, key: string | undefined): ShopOrder | undefined {
  return shop.carts.wasSold(token, key) ? shop.orders.ofCart(token) : undefined;
}

function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

function thanks(shop: ShopState, reply: FastifyReply, order: ShopOrder): FastifyReply {
  return sendPage(reply, thankYouPage(shop.settings, order, orderName(order)));
}
