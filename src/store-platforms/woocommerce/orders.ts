import type { PlatformOrder } from '../../commerce/order.ts';
import type { Caller, OrderReference } from '../store-platform.ts';
import { type Ask, CORE, nonsense, parseAnswer, query } from './client.ts';
import { readOrderNumber } from './items.ts';
import {
  ORDER_FIELDS,
  type WooOrder,
  type WooRefunds,
  wooOrder,
  wooOrders,
  wooRefunds,
} from './orders/wire.ts';
import { SESSION_META, sessionIdOf, toPlatformOrder } from './orders/platform-order.ts';
import { wrongShape } from './client/errors.ts';

const LIST = 'GET /orders';
const READ = 'GET /orders/{id}';
const REFUNDS = 'GET /orders/{id}/refunds';
const REFUND_FIELDS = 'id,date_created_gmt,amount,line_items';
const UNKNOWN = 'woocommerce_rest_shop_order_invalid_id';

/**
 * To how many digits the shop shall write amounts, for by itself it rounds each to those that it shows: whole dollars, where its
 * merchant wants no cents to be seen. As many as WooCommerce reckons with, and more than any currency has: an order's own currency,
 * which need not be the shop's, is known only once it is read.
 */
const DIGITS = { dp: 6 };

/** A checkout opened in several browsers leaves a draft for each. */
const MAX_OF_ONE_SESSION = 5;

/**
 * Finds the order of a session by the filter that the connector adds to core's route. Without the connector core
 * ignores the parameter and gives everybody's orders: so each is looked at, and only ever one of this session returned.
 */
export async function findOrder(
  ask: Ask,
  reference: OrderReference,
  caller: Caller,
): Promise<PlatformOrder | undefined> {
  const filter = {
    [SESSION_META]: reference.sessionId,
    per_page: MAX_OF_ONE_SESSION,
    ...DIGITS,
    _fields: ORDER_FIELDS,
  };
  const answer = await ask({ operation: LIST, path: `${CORE}/orders?${query(filter)}` }, caller);
  const ours = parseAnswer(wooOrders, answer, LIST)
    .filter((order) => sessionIdOf(order) === reference.sessionId)
    .filter(isPlaced);
  const best = ours.toSorted(byWorth)[0];
  return best && readable(best, await refundsOf(ask, best, caller), LIST);
}

/** By GID or plain number. What is neither is not asked for. */
export async function readOrder(ask: Ask, id: string, caller: Caller): Promise<PlatformOrder | undefined> {
  const number = readOrderNumber(id);
  if (number === undefined) return undefined;
  const path = `${CORE}/orders/${number}?${query({ ...DIGITS, _fields: ORDER_FIELDS })}`;
  const answer = await ask({ operation: READ, path, answers: [UNKNOWN] }, caller);
  if (answer.errorCode) return undefined;
  const order = parseAnswer(wooOrder, answer, READ);
  if (order.id !== number) throw nonsense('The store answered with another order than was asked for.');
  return isPlaced(order) ? readable(order, await refundsOf(ask, order, caller), READ) : undefined;
}

/** The order itself names no goods that were given back, nor when. One call, and only for an order with refunds. */
async function refundsOf(ask: Ask, { id, refunds }: WooOrder, caller: Caller): Promise<WooRefunds> {
  if (refunds.length === 0) return [];
  const path = `${CORE}/orders/${id}/refunds?${query({ per_page: 100, ...DIGITS, _fields: REFUND_FIELDS })}`;
  return parseAnswer(wooRefunds, await ask({ operation: REFUNDS, path }, caller), REFUNDS);
}

/** Opening the checkout page already makes a draft; what the merchant has thrown away is no order any more. */
function isPlaced({ status }: WooOrder): boolean {
  return status !== 'checkout-draft' && status !== 'trash';
}

/** A session may have left a failed attempt beside the order that was paid: the one that went furthest counts. */
function byWorth(one: WooOrder, other: WooOrder): number {
  return worth(other) - worth(one) || other.id - one.id;
}

const WORTH: Readonly<Record<string, number>> = { cancelled: 0, failed: 1, pending: 2, 'on-hold': 3 };

function worth({ status }: WooOrder): number {
  return WORTH[status] ?? 4;
}

/** Amounts and times that are none are the shop's nonsense, no bug of ours. */
function readable(order: WooOrder, refunds: WooRefunds, operation: string): PlatformOrder {
  try {
    return toPlatformOrder(order, refunds);
  } catch (cause) {
    if (cause instanceof RangeError) throw wrongShape(operation, cause);
    throw cause;
  }
}
