import type { CheckoutProblem } from '../../commerce/checkout/checkout-problem.ts';
import { createUnavailableProblem } from '../../commerce/checkout/checkout-problem.ts';
import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import type { StoreContext } from '../call/store-context.ts';

type CopyReader = Pick<StoreContext, 'products' | 'store'>;

/** Finds lines that have sold out since they were priced, by the copy of the catalog, read once: without a call to the shop. */
export async function findSoldOutLines(
  { products, store }: CopyReader,
  { lines, totals, pending }: CheckoutSession,
): Promise<CheckoutProblem | null> {
  const pricedAt = (pending?.totals ?? totals).asOf;
  if (pricedAt === undefined) return null;
  const readings = await products.readings(
    store.id,
    lines.map(({ variantId }) => variantId),
  );
  // A reading from before the pricing is older than what the shop has said with it.
  const soldOut = readings.filter(
    ({ id, product, readAt }) =>
      readAt > pricedAt && product.variants.find((each) => each.id === id)?.available === false,
  );
  const ids = new Set(soldOut.map(({ id }) => id));
  const items = lines
    .filter(({ variantId }) => ids.has(variantId))
    .map(({ variantId, title }) => ({
      variantId,
      reason: 'out_of_stock' as const,
      message: `${title} is out of stock.`,
    }));
  return items.length > 0 ? createUnavailableProblem(items) : null;
}
