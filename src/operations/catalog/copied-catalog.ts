import { isShopFailure } from '../../commerce/errors.ts';
import type { Product } from '../../commerce/product/products.ts';
import type { Instant } from '../../commerce/time/time.ts';
import type { CopiedProducts } from '../../storage/repositories/catalog/products.ts';
import type { StoreContext } from '../call/store-context.ts';
import { withoutHidden } from './hidden-products.ts';

/** Age and completeness of an answer from the synchronized products. */
export interface CopyWarning {
  /** Reading of the oldest product in the answer. */
  asOf: Instant;
  ageSeconds: number;
  /** False until the catalog has been read to its end: there may be more products. */
  complete: boolean;
}

/**
 * True for failures for which the copy answers: the shop is down, slow, throttling, sends an error page, or no longer lets the
 * service in. A shop that its platform has closed sells nothing.
 */
export function isAnsweredByCopy(error: unknown): boolean {
  return isShopFailure(error) && !(error.refused && error.kind === 'platform_unavailable');
}

type CopyContext = Pick<StoreContext, 'products' | 'store' | 'caller' | 'callLog' | 'now'>;

export async function lookUpCopy(
  context: CopyContext,
  ids: readonly string[],
): Promise<{ products: Product[]; copy: CopyWarning } | undefined> {
  const copied = await context.products.findByIds(context.store.id, ids);
  const copy = await findWarning(context, copied);
  return copy && { products: withoutHidden(context, copied.products), copy };
}

/**
 * Undefined when the copy cannot answer: nothing was found in a catalog that was never read to its end, or the shop has changed
 * its currency. Prices of two currencies are never mixed: the copy answers again after the next whole import.
 */
async function findWarning(context: CopyContext, copied: CopiedProducts): Promise<CopyWarning | undefined> {
  const { currency } = context.store.description;
  const lastImport = await context.products.findLastImport(context.store.id);
  if (lastImport && lastImport.currency !== currency) return undefined;
  if (copied.products.some(({ priceRange }) => priceRange.currency !== currency)) return undefined;
  const asOf = copied.asOf ?? lastImport?.startedAt;
  if (asOf === undefined) return undefined;
  const ageSeconds = Math.max(0, Math.round((context.now() - Date.parse(asOf)) / 1000));
  return { asOf, ageSeconds, complete: lastImport?.limited === null };
}
