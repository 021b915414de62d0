import { recordFacts } from '../../commerce/call/caller.ts';
import type { Line } from '../../commerce/checkout/set-quantities.ts';
import { createItemsRefusedError, type ItemRefusal } from '../../commerce/errors.ts';
import type { LineFacts, LineVerdict } from '../../commerce/policy/policy.ts';
import { PRODUCT_LIMITS } from '../../commerce/product/product-limits.ts';
import { type Product, toVariationId } from '../../commerce/product/products.ts';
import type { PlatformCart } from '../../store-platforms/store-platform.ts';
import { applyRules } from '../call/admit-call.ts';
import { describeQuantityRefusal, NO_SUCH_PRODUCT, toPolicyRefusal } from '../call/refuse-call.ts';
import type { StoreContext } from '../call/store-context.ts';
import { toProductLine } from '../catalog/hidden-products.ts';
import { isCopyWhole } from '../catalog/ranked-list.ts';
import type { CartLines } from './requested-lines.ts';

/** Throws for a cart whose value the store's rules refuse; the shop has it by then, so the caller takes it back there. */
export function checkValue(context: StoreContext, { totals, currency }: PlatformCart): void {
  const value = { amount: totals.subtotal, currency };
  recordFacts(context.callLog, { value });
  const verdict = applyRules(context, { value });
  if (verdict) throw toPolicyRefusal(verdict, { rules: context.store.policy?.enforced ?? [] });
}

/** Throws for a country that the rules refuse, and refuses lines as a shop does: a hidden product is an unknown one. */
export async function checkLines(context: StoreContext, lines: CartLines): Promise<void> {
  const { policyRecord } = context.callLog;
  if (!policyRecord) return;
  const logged = lines.map(({ variantId, quantity }) => [variantId, quantity] as const);
  recordFacts(context.callLog, { lines: policyRecord.facts.lines ?? logged, country: context.country });
  const { policy } = context.store;
  if (!policy) return;
  const isHiding = (policy.shadowed ?? policy.enforced).some(({ kind }) => kind === 'hide');
  // Products are looked up only for rules that hide some.
  const products = isHiding && lines.length > 0 ? await readLineProducts(context, lines) : [];
  const verdict = applyRules(context, { country: context.country, lines: toLineFacts(products, lines) });
  if (verdict?.reason === 'country') throw toPolicyRefusal(verdict, { rules: policy.enforced });
  const refused = verdict?.lines ?? [];
  const refusals = lines.flatMap(({ variantId }, index) => toItemRefusals(variantId, refused[index]));
  if (refusals.length > 0) throw createItemsRefusedError(refusals);
}

function toItemRefusals(variantId: string, verdict: LineVerdict | undefined): ItemRefusal[] {
  if (!verdict) return [];
  if (verdict.reason === 'hidden') return [{ variantId, reason: 'unknown', message: NO_SUCH_PRODUCT }];
  const { max = 0 } = verdict;
  const message = describeQuantityRefusal(max);
  return [{ variantId, reason: 'insufficient_stock', message, available: max }];
}

/** A variant that no product lists is one of a product with more variants than are listed. */
export function toLineFacts(products: readonly Product[], lines: readonly Line[]): LineFacts[] {
  const productOf = new Map(
    products.flatMap((product) =>
      product.variants.flatMap(({ id }) => [[id, product] as const, [toVariationId(id), product] as const]),
    ),
  );
  const large = products.filter(({ variants }) => variants.length >= PRODUCT_LIMITS.variants);
  return lines.map(({ variantId, quantity }) => {
    const product = productOf.get(variantId);
    return toProductLine(product ? [product] : large, quantity);
  });
}

/** Reads the products of the copy where it is whole, else at the shop. */
async function readLineProducts(context: StoreContext, lines: CartLines): Promise<readonly Product[]> {
  const ids = lines.map(({ variantId }) => variantId);
  if (!(await isCopyWhole(context))) return context.platform.lookupProducts(ids, context.caller);
  const { products } = await context.products.findByIds(context.store.id, ids);
  const variantIds = new Set(products.flatMap(({ variants }) => variants.map(({ id }) => id)));
  const missing = ids.filter((id) => !variantIds.has(id));
  if (missing.length === 0) return products;
  return [...products, ...(await context.platform.lookupProducts(missing, context.caller))];
}
