import type { CheckoutProblem } from '../../commerce/checkout/checkout-problem.ts';
import { createUnavailableProblem } from '../../commerce/checkout/checkout-problem.ts';
import type { CheckoutSession } from '../../commerce/checkout/checkout-session.ts';
import type { StoreContext } from '../call/store-context.ts';

type CopyReader = Pick<StoreContext, 'products' | 'store'>;

/** Finds lines that have sold out since they were priced, by the copy of the catalog: without a call to the shop. */
export async function findSoldOutLines(
  context: CopyReader,
  { lines, totals, pending }: CheckoutSession,
): Promise<CheckoutProblem | null> {
  const pricedAt = (pending?.totals ?? totals).asOf;
  if (pricedAt === undefined) return null;
  const variantIds = lines.map(({ variantId }) => variantId);
  const { products } = await context.products.findByIds(context.store.id, variantIds);
  const variants = new Map(products.flatMap((product) => product.variants.map((each) => [each.id, each])));
  const suspects = lines.filter(({ variantId }) => variants.get(variantId)?.available === false);
  const items = [];
  for (const { variantId, title } of suspects) {
    // A reading from before the pricing is older than what the shop has said with it.
    const { asOf } = await context.products.findByIds(context.store.id, [variantId]);
    if (asOf === null || asOf <= pricedAt) continue;
    items.push({ variantId, reason: 'out_of_stock' as const, message: `${title} is out of stock.` });
  }
  return items.length > 0 ? createUnavailableProblem(items) : null;
}
