import { CommerceError } from '../../commerce/errors.ts';
import type { PlatformOrder } from '../../commerce/order/order.ts';
import type { OrderReference } from '../store-platform.ts';
import { readCartProblem } from './carts/ask-for-cart.ts';
import { createWrongShapeError, requireReadable } from './client/errors.ts';
import { type Ask, askCore, parseAnswer, readList, type SiteAnswer } from './client.ts';
import { CART_PROBLEM_HEADER } from './connector-wire.ts';
import { readOrderNumber } from './items.ts';
import { readMetaText, SESSION_META, toPlatformOrder } from './orders/platform-order.ts';
import { type WooOrder, wooOrder, wooRefund } from './orders/wire.ts';

const UNKNOWN = 'woocommerce_rest_shop_order_invalid_id';

/** The shop otherwise rounds to the decimals it displays. Six is WooCommerce's precision and exceeds every currency's. */
export const DIGITS = { dp: 6 };

/** The oldest first: plugins split an order into parts, and copy it with its session. */
const OF_SESSION = { orderby: 'id', order: 'asc', per_page: 20, ...DIGITS };

/** Core alone ignores the connector's filter by session and returns all orders, so each is checked. */
export async function findOrder(ask: Ask, reference: OrderReference): Promise<PlatformOrder | undefined> {
  const filter = { [SESSION_META]: reference.sessionId, ...OF_SESSION };
  const { entries, broken, answer } = await readList(ask, '/orders', wooOrder, filter);
  const ours = entries
    .filter((order) => readMetaText(order, SESSION_META) === reference.sessionId)
    .filter(isPlaced);
  // The placed one first, for a session may have left failed attempts beside it; then the oldest.
  const [best] = ours.toSorted((one, other) => rankOf(other) - rankOf(one) || one.id - other.id);
  // The unreadable one may be the buyer's, who has not paid in vain.
  if (!best && broken[0]) throw createWrongShapeError(answer.operation, broken[0].error);
  // Plugins say beside a list without a sale why the cart cannot be paid.
  const isSold = best && rankOf(best) >= SOLD;
  const problem = isSold ? undefined : readCartProblem(answer.headers.get(CART_PROBLEM_HEADER));
  if (problem) reference.onUnpayable?.(problem);
  return best && toReadable(ask, best, answer);
}

export async function readOrder(ask: Ask, id: string): Promise<PlatformOrder | undefined> {
  const number = readOrderNumber(id);
  if (number === undefined) return undefined;
  const answer = await askCore(ask, `/orders/${number}`, wooOrder, DIGITS, [UNKNOWN]);
  if (answer.errorCode) return undefined;
  const order = parseAnswer(wooOrder, answer);
  if (order.id !== number)
    throw new CommerceError('platform_error', 'The store answered with another order than was asked for.');
  return isPlaced(order) ? toReadable(ask, order, answer) : undefined;
}

/** False for drafts, which opening the checkout page creates, and for trashed orders. */
function isPlaced({ status }: WooOrder): boolean {
  return status !== 'checkout-draft' && status !== 'trash';
}

const SOLD = 3;
/** Orders that sell nothing; all others were placed. */
const RANKS: Readonly<Record<string, number>> = { cancelled: 0, failed: 1, pending: 2 };

function rankOf({ status }: WooOrder): number {
  return RANKS[status] ?? SOLD;
}

/** Reads goods and times of refunds, which the order itself lacks: one call, for orders with refunds only. */
async function toReadable(ask: Ask, order: WooOrder, { operation }: SiteAnswer): Promise<PlatformOrder> {
  const read = () => readList(ask, `/orders/${order.id}/refunds`, wooRefund, { per_page: 100, ...DIGITS });
  const { entries } = order.refunds.length === 0 ? { entries: [] } : await read();
  return requireReadable(operation, () => toPlatformOrder(order, entries));
}
