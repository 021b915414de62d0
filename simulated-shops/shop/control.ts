import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toDecimal, toMinorUnits } from '../../src/commerce/money/money.ts';
import type { CallCounter, FaultBoard } from './faults.ts';
import { addNewsRoutes } from './news-routes.ts';
import { ORDER_STEPS, type OrderBook, type Purchase } from './orders.ts';
import { newProduct, type ProductNews } from './product-news.ts';
import { applyDueSales } from './sales.ts';
import { returnStock } from './stock.ts';
import {
  FAULTS,
  type PlacedOrder,
  type ShopControl,
  type ShopProduct,
  type ShopSettings,
  SITE_FAULTS,
} from './types.ts';
import type { WebhookPost } from './webhook-post.ts';

export interface ControlParts {
  products: ShopProduct[];
  settings: ShopSettings;
  orders: OrderBook;
  faults: FaultBoard;
  calls: CallCounter;
  carts: ShopControl['carts'];
  expireCarts(): void;
  /** Listener of the platform for changes of products. */
  news: ProductNews;
  /** Notifies the platform's listeners of saved settings. */
  announceSettings(): void;
  /** Delivers the platform's webhooks. */
  webhooks: WebhookPost;
}

export function createControl(parts: ControlParts): ShopControl {
  const { products, settings, orders, faults, calls, webhooks } = parts;
  return {
    ...productControl(products, parts.news),
    injectWebhookFaults: webhooks.inject,
    webhooksSettled: webhooks.settled,
    products,
    settings,
    saveSettings: (change, how) => {
      Object.assign(settings, change);
      if (!how?.silently) parts.announceSettings();
    },
    calls: calls.calls,
    resetCalls: calls.reset,
    inject: faults.inject,
    clearFaults: faults.clear,
    carts: parts.carts,
    expireCarts: parts.expireCarts,
    orders: () =>
      orders.all().map((order) => ({
        id: order.id,
        sessionId: order.sessionId,
        total: toDecimal(order.pricing.total, settings.currency),
      })),
    placeOrder: ({ at, isPast = false, ...order }) => {
      const createdAt = `${at.slice(0, 19)}Z`;
      const purchase = { ...purchaseOf(products, order), createdAt };
      return orders.place(isPast ? { ...purchase, placedAt: createdAt } : purchase).id;
    },
    moveOrder: (id, to, at) => {
      const wasCanceled = orders.find(id)?.canceledAt !== null;
      const order = orders.move(id, to, at);
      if (to === 'canceled' && !wasCanceled) returnStock(products, order.lines);
    },
    shipPart: (id, pieces) => void orders.shipPart(id, pieces),
    refundPart: (id, amount, pieces = []) =>
      void orders.refundPart(id, { amount: toMinorUnits(amount, settings.currency), pieces }),
    removePart: (id, pieces) => void orders.removePart(id, pieces),
    deleteOrder: orders.delete,
  };
}

function purchaseOf(
  products: readonly ShopProduct[],
  { total, sessionId, cartId, lines = 1 }: Omit<PlacedOrder, 'at'>,
): Purchase {
  const marks = { service_session_id: sessionId, service_cart_id: cartId };
  return {
    sessionId: sessionId ?? null,
    ...(cartId === undefined ? {} : { cartId }),
    cartKey: `c1${randomUUID()}`,
    attributes: Object.entries(marks).flatMap(([key, value]) => (value === undefined ? [] : { key, value })),
    buyer: BUYER,
    lines: Array.from({ length: lines }, (_, index) => lineOf(products, index === 0 ? total : 0)),
    pricing: { subtotal: total, discount: 0, tax: 0, shipping: null, total, automatic: [], codes: [] },
    shippingRateId: null,
  };
}

const BUYER = {
  email: 'buyer@example.com',
  name: 'A Buyer',
  line1: '1 Main St',
  city: 'Town',
  region: '',
  postalCode: '1',
  country: 'US',
};

function lineOf([product]: readonly ShopProduct[], price: number): Purchase['lines'][number] {
  const [variant] = product?.variants ?? [];
  if (!product || !variant) throw new RangeError('There is no product to order');
  return {
    productId: product.id,
    variantId: variant.id,
    title: product.title,
    variantTitle: null,
    sku: variant.sku,
    quantity: 1,
    price,
    imageUrl: null,
  };
}

type ProductControl = Pick<ShopControl, 'createProduct' | 'touchProduct' | 'applySales' | 'deleteProduct'>;

function productControl(products: ShopProduct[], news: ProductNews): ProductControl {
  const productWith = (id: number) => {
    const product = products.find((each) => each.id === id);
    if (!product) throw new RangeError(`There is no product ${id}`);
    return product;
  };
  return {
    createProduct(details) {
      const product = newProduct(products, details);
      products.push(product);
      news.announce(product, 'created');
      return product;
    },
    touchProduct: (id) => news.announce(productWith(id), 'updated'),
    applySales: (now) => applyDueSales(products, now),
    deleteProduct(id, how) {
      const product = productWith(id);
      products.splice(products.indexOf(product), 1);
      if (!how?.silently) news.announce(product, 'deleted');
    },
  };
}

const faultInput = z.strictObject({
  kind: z.enum([...FAULTS, ...SITE_FAULTS]),
  operation: z.string().optional(),
  times: z.int().positive().optional(),
  delayMs: z.int().nonnegative().optional(),
  variant: z.string().optional(),
});

type FaultInput = z.infer<typeof faultInput>;

const pieces = z.array(z.int().nonnegative());

/** Order of a buyer without an agent; `total` in minor units. */
const orderInput = z.strictObject({ total: z.int().positive(), at: z.iso.datetime() });

/** Step of the whole order, or change of a part of it. */
const changeInput = z.union([
  z.strictObject({ to: z.enum(ORDER_STEPS), at: z.iso.datetime().optional() }),
  z.strictObject({ ship: pieces }),
  z.strictObject({ refund: z.strictObject({ amount: z.string(), pieces: pieces.optional() }) }),
  z.strictObject({ remove: pieces }),
]);

function changeOrder(control: ShopControl, id: number, input: z.infer<typeof changeInput>): void {
  if ('to' in input) control.moveOrder(id, input.to, input.at);
  else if ('ship' in input) control.shipPart(id, input.ship);
  else if ('refund' in input) control.refundPart(id, input.refund.amount, input.refund.pieces);
  else control.removePart(id, input.remove);
}

/** Offers the control over HTTP, for the demo and for scripts: JSON under `/_sandbox/`. */
export function addControlRoutes(
  app: FastifyInstance,
  control: ShopControl,
  kinds: readonly FaultInput['kind'][] = FAULTS,
): void {
  const ofThisShop = faultInput.extend({ kind: z.enum(kinds) });
  app.get('/_sandbox/calls', () => ({ calls: control.calls() }));
  app.delete('/_sandbox/calls', () => done(control.resetCalls));
  app.delete('/_sandbox/faults', () => done(control.clearFaults));
  app.get('/_sandbox/orders', () => ({ orders: control.orders() }));
  app.post('/_sandbox/orders', (request, reply) => {
    const input = orderInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    return { id: control.placeOrder({ ...input.data, isPast: true }) };
  });
  app.get('/_sandbox/carts', () => ({ carts: control.carts() }));
  app.post('/_sandbox/carts/expire', () => done(control.expireCarts));
  addNewsRoutes(app, control);
  app.post('/_sandbox/faults', (request, reply) => {
    const input = ofThisShop.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    control.inject(withoutUndefined(input.data));
    return { ok: true };
  });
  app.post<{ Params: { id: string } }>('/_sandbox/orders/:id', (request, reply) => {
    const id = Number(request.params.id);
    const input = changeInput.safeParse(request.body);
    if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
    if (!control.orders().some((order) => order.id === id)) {
      return reply.code(404).send({ error: `There is no order ${request.params.id}` });
    }
    try {
      changeOrder(control, id, input.data);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return reply.code(409).send({ error: error.message });
    }
    return { ok: true };
  });
}

function done(act: () => void): { ok: true } {
  act();
  return { ok: true };
}

/** Omits members that zod returns as `undefined`. */
function withoutUndefined(input: FaultInput): Parameters<ShopControl['inject']>[0] {
  const { kind, operation, times, delayMs, variant } = input;
  return {
    kind,
    ...(operation === undefined ? {} : { operation }),
    ...(times === undefined ? {} : { times }),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(variant === undefined ? {} : { variant }),
  };
}
