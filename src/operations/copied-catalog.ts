import { CommerceError } from '../commerce/errors.ts';
import type { Product, ProductPage } from '../commerce/products.ts';
import type { ProductQuery } from '../store-platforms/store-platform.ts';
import type { CopiedProducts } from '../storage/repositories/products.ts';
import type { CopyPosition } from '../storage/repositories/search-products.ts';
import type { StoreContext } from './store-context.ts';

/** Said with an answer from the synchronized products: how old they are, and why the platform did not answer. */
export interface CopyWarning {
  /** ISO instant of the oldest word in the answer. */
  asOf: string;
  ageSeconds: number;
  /** False while the catalog has not been read to its end yet: there may be more. */
  complete: boolean;
}

/**
 * The copy answers for every failure of the shop: down, slow, throttling, an error page, nonsense. A shop that refuses the
 * service is not known to sell any more, so its copy stays closed.
 */
export function isShopFailure(error: unknown): boolean {
  return error instanceof CommerceError && error.kind.startsWith('platform_') && !error.refused;
}

export async function searchCopy(
  context: StoreContext,
  query: ProductQuery,
  after?: CopyPosition,
): Promise<(ProductPage & { copy: CopyWarning }) | undefined> {
  const { text, first } = query;
  const found = await context.products.search(context.store.id, { text, first, ...(after ? { after } : {}) });
  const copy = await warningOf(context, found);
  if (!copy) return undefined;
  return {
    products: found.products,
    hasNextPage: found.next !== null,
    endCursor: found.next && toCopyCursor(found.next),
    copy,
  };
}

export async function lookupCopy(
  context: StoreContext,
  ids: readonly string[],
): Promise<{ products: Product[]; copy: CopyWarning } | undefined> {
  const found = await context.products.lookup(context.store.id, ids);
  const copy = await warningOf(context, found);
  return copy && { products: found.products, copy };
}

/**
 * Undefined when the copy has nothing to say: nothing was found in a catalog that was never read to its end, or the shop has
 * changed its currency since. Prices of before and after are never mixed: the copy opens again with the next whole reading.
 */
async function warningOf(context: StoreContext, found: CopiedProducts): Promise<CopyWarning | undefined> {
  const { currency } = context.store.description;
  const whole = await context.products.lastImport(context.store.id);
  if (whole && whole.currency !== currency) return undefined;
  if (found.products.some(({ priceRange }) => priceRange.currency !== currency)) return undefined;
  const asOf = found.asOf ?? whole?.startedAt;
  if (asOf === undefined) return undefined;
  const ageSeconds = Math.max(0, Math.round((context.now() - Date.parse(asOf)) / 1000));
  return { asOf, ageSeconds, complete: whole?.limited === null };
}

const COPY_CURSOR = /^copy-([01])-(\d{1,15})$/;

function toCopyCursor({ available, number }: CopyPosition): string {
  return Buffer.from(`copy-${available ? 1 : 0}-${number}`).toString('base64url');
}

/** A listing that began in the copy goes on there. Undefined for a platform's own cursor. */
export function readCopyCursor(cursor: string | undefined): CopyPosition | undefined {
  const [, available, number] = COPY_CURSOR.exec(Buffer.from(cursor ?? '', 'base64url').toString()) ?? [];
  return number === undefined ? undefined : { available: available === '1', number: Number(number) };
}
