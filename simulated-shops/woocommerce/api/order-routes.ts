import { CART_PROBLEM_HEADER } from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import type { OrderBook } from '../../shop/orders.ts';
import { checkItems } from '../checkout/cart-items.ts';
import type { Carts } from '../checkout/carts.ts';
import type { OrderLife } from '../checkout/order-life.ts';
import { type WriteAmount, writeAmounts } from '../render/amounts.ts';
import { renderOrder } from '../render/order.ts';
import { renderRefunds } from '../render/order-refunds.ts';
import type { Site } from '../site.ts';
import { WordPressError } from '../wordpress-error.ts';
import type { ApiCall, ApiRoute } from './api-routes.ts';
import { chosenFields, PAGING, type Page, paged } from './listing.ts';
import { isAfter } from './product-filters.ts';
import { idList, integer, oneOf, optional, readParams, someOf, text } from './query-params.ts';

const STATUSES = [
  'any',
  'trash',
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'checkout-draft',
] as const;

/** Decimals of amounts; the shop's display setting by default. */
interface Digits {
  dp: number | undefined;
}

interface OrderFilters extends Page, Digits {
  include: number[];
  status: (typeof STATUSES)[number][];
  service_session_id: string;
  modified_after: string;
  after: string;
  before: string;
  order: 'asc' | 'desc';
}

const DIGITS = optional(integer(0, 0));

export function orderRoutes(
  site: Site,
  { orders, life, carts }: { orders: OrderBook; life: OrderLife; carts: Carts },
): ApiRoute[] {
  return [
    {
      method: 'GET',
      path: '/orders',
      permission: 'list',
      answer: (call) => {
        const listed = listOrders(site, orders, life, call);
        addCartProblem(site, carts, call, listed);
        return listed;
      },
    },
    {
      method: 'GET',
      path: '/orders/:id',
      permission: 'view',
      answer: (call) => {
        const order = orders.find(call.id) ?? life.unplaced.find(call.id);
        if (order) return chosenFields(call, renderOrder(site, life, order, amountsFor(site, call)));
        throw new WordPressError(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.');
      },
    },
    {
      method: 'GET',
      path: '/orders/:id/refunds',
      permission: 'list',
      answer: (call) => {
        const order = orders.find(call.id) ?? life.unplaced.find(call.id);
        if (!order) throw new WordPressError(404, 'woocommerce_rest_order_invalid_id', 'Invalid order ID.');
        const refunds = renderRefunds(site, order, amountsFor(site, call));
        return paged(site, call, refunds, readParams<Page>(call.query, PAGING)).map((refund) =>
          chosenFields(call, refund),
        );
      },
    },
  ];
}

/** Newest first. Core ignores unknown parameters, a search by meta among them, and lists everything. */
function listOrders(site: Site, orders: OrderBook, life: OrderLife, call: ApiCall): object[] {
  const filters = readParams<OrderFilters>(call.query, {
    ...PAGING,
    include: idList(),
    status: someOf(STATUSES),
    service_session_id: text(),
    modified_after: text(),
    after: text(),
    before: text(),
    order: oneOf(['asc', 'desc'], 'desc'),
    dp: DIGITS,
  });
  // The connector teaches the list this one filter.
  const isNarrowed = site.withConnector && 'service_session_id' in call.query;
  const matches = [...orders.all(), ...life.unplaced.all()]
    .toSorted((one, other) => one.id - other.id)
    .filter((order) => filters.include.length === 0 || filters.include.includes(order.id))
    .filter((order) => hasStatus(filters.status, life.statusOf(order)))
    .filter((order) => !isNarrowed || order.sessionId === filters.service_session_id)
    .filter((order) => isAfter(order.updatedAt, filters.modified_after))
    .filter(({ createdAt }) => isAfter(createdAt, filters.after))
    .filter(({ createdAt }) => filters.before === '' || !isAfter(createdAt, filters.before));
  if (filters.order === 'desc') matches.reverse();
  const amount = writeAmounts(site, filters.dp);
  return paged(site, call, matches, filters).map((order) =>
    chosenFields(call, renderOrder(site, life, order, amount)),
  );
}

const NOT_SOLD = ['checkout-draft', 'pending', 'failed', 'cancelled', 'trash'];

/** The connector says beside a list without a sale why the session's cart, which has its id, cannot be paid. */
function addCartProblem(site: Site, carts: Carts, call: ApiCall, listed: readonly object[]): void {
  const id = call.query.service_session_id;
  const isSold = listed.some((order) => !('status' in order && NOT_SOLD.includes(String(order.status))));
  if (!site.withConnector || typeof id !== 'string' || isSold) return;
  const cart = carts.find(id);
  const checked = checkItems(site, cart?.items ?? []);
  const refusal = cart?.refusal ?? cart?.orderRefusal ?? null;
  const problem = !cart
    ? { problem: 'expired' }
    : 'refusals' in checked
      ? { problem: 'items', items: checked.refusals }
      : refusal !== null && { problem: 'refused', message: refusal };
  if (problem) call.reply.header(CART_PROBLEM_HEADER, toAscii(JSON.stringify(problem)));
}

/** Escapes what a header cannot hold, as PHP writes JSON. */
function toAscii(json: string): string {
  return json.replaceAll(/[\u0080-\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function amountsFor(site: Site, call: ApiCall): WriteAmount {
  return writeAmounts(site, readParams<Digits>(call.query, { dp: DIGITS }).dp);
}

function hasStatus(statuses: readonly string[], status: string): boolean {
  return statuses.length === 0 || statuses.includes('any') || statuses.includes(status);
}
