import { toCategoryNames } from '../../../search/index.ts';
import { evaluate, hideRules, type LineFacts } from '../../commerce/policy/policy.ts';
import type { Product } from '../../commerce/product/products.ts';
import { getCallFacts, type PolicyContext } from '../call/admit-call.ts';
import type { StoreContext } from '../call/store-context.ts';

/** Finds products that the index leaves out before it ranks, so that pages stay full. `keys`: numbers of their rows in the copy. */
export async function findHiddenProducts(context: PolicyContext & Pick<StoreContext, 'productRevisions'>) {
  const { policy } = context.store;
  if (!policy) return { categories: [], keys: [] };
  const rules = hideRules(policy.enforced, getCallFacts(context, 'browse').agent);
  const ids = rules.flatMap(({ products = [] }) => products);
  return {
    categories: rules.flatMap(({ categories = [] }) => categories),
    keys: await context.productRevisions.listNumbers(context.store.id, ids),
  };
}

export function withoutHidden<Each extends Product>(context: PolicyContext, products: readonly Each[]) {
  const { policy } = context.store;
  if (!policy || products.length === 0) return [...products];
  const lines = products.map((product) => toProductLine([product], 0));
  const verdict = evaluate(policy.enforced, { ...getCallFacts(context, 'browse'), lines });
  return products.filter((_, index) => verdict?.lines?.[index] === undefined);
}

/** True where the store's rules let this agent buy nothing for a country. Records nothing: a look into the catalog is no purchase. */
export function isCountryRefused(context: PolicyContext, country: string): boolean {
  const { policy } = context.store;
  if (!policy) return false;
  return evaluate(policy.enforced, { ...getCallFacts(context, 'browse'), country })?.reason === 'country';
}

export function toProductLine(products: readonly Product[], quantity: number): LineFacts {
  return {
    products: products.map(({ id }) => id),
    categories: products.flatMap(({ categories = [] }) => categories.flatMap(toCategoryNames)),
    quantity,
  };
}
