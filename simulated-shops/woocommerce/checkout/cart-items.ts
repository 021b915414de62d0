import type {
  CartCreateRequest,
  ItemsRefusedError,
} from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import { findChosenVariation, nameOpenChoices, toPostId } from '../goods/open-choices.ts';
import { findProduct, fullTitle, isSimple, onlyVariant, postIdOf, type Variation } from '../goods/posts.ts';
import { stockStatus } from '../goods/stock.ts';
import { isSoldIndividually } from '../goods/traits.ts';
import type { Site } from '../site.ts';
import { type CartItem, withGivenItems } from './cart-plugins.ts';

type Item = CartCreateRequest['items'][number];
export type Refusal = ItemsRefusedError['data']['items'][number];

/** Accepts all items or returns the reason for each refused one. Equal ids become one item. */
export function checkItems(
  site: Site,
  items: readonly Item[],
): { items: CartItem[] } | { refusals: [Refusal, ...Refusal[]] } {
  const checked = merged(items).map((item) => checkItem(site, item));
  const [first, ...others] = checked.flatMap((each) => ('problem' in each ? [each] : []));
  if (first !== undefined) return { refusals: [first, ...others] };
  const accepted = checked.flatMap((each) => ('problem' in each ? [] : [each]));
  return { items: withGivenItems(site, accepted) };
}

function merged(items: readonly Item[]): Item[] {
  const quantities = new Map<Item['id'], number>();
  for (const { id, quantity } of items) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  return [...quantities].map(([id, quantity]) => ({ id, quantity }));
}

function checkItem(site: Site, item: Item): CartItem | Refusal {
  const product = findProduct(site.products, toPostId(item.id));
  if (product !== undefined && !isSimple(product) && product.published) {
    const message = `"${product.title}" comes in several variations; choose one of them.`;
    return { id: item.id, problem: 'unbuyable', message };
  }
  const variation = product === undefined ? findChosenVariation(site, item.id) : only(product);
  // Treats a draft as unknown.
  if (variation === undefined || !variation.product.published) {
    return {
      id: item.id,
      problem: 'unknown',
      message: `There is no product with the id ${toPostId(item.id)}.`,
    };
  }
  const problem = purchaseProblem(site, variation, item) ?? stockProblem(site, variation, item);
  return problem ?? { ...item, ...variation };
}

function only(product: Variation['product']): Variation | undefined {
  return isSimple(product) ? { product, variant: onlyVariant(product) } : undefined;
}

function purchaseProblem(site: Site, variation: Variation, item: Item): Refusal | undefined {
  const { product, variant } = variation;
  const title = fullTitle(variation);
  const unbuyable = (message: string): Refusal => ({ id: item.id, problem: 'unbuyable', message });
  if (site.traits.disabled.has(variant.id)) return unbuyable(`"${title}" is not sold at the moment.`);
  if (variant.price === '' || variant.byPlugins?.hidesPrice)
    return unbuyable(`"${title}" has no price for guests and cannot be bought.`);
  if (variant.byPlugins?.sellsToMembers) return unbuyable(`"${title}" is not sold here at the moment.`);
  if (variant.options.includes('')) {
    const page = `${site.origin()}/product/${product.handle}/`;
    return unbuyable(
      `"${title}" leaves a choice open: ${nameOpenChoices(site.traits, variation)}. Ask for a variant that names it, or let the buyer choose at ${page}`,
    );
  }
  if (isSoldIndividually(site, product) && item.quantity > 1) {
    return unbuyable(`"${title}" is sold one per order; ask for a quantity of 1.`);
  }
  return undefined;
}

function stockProblem(site: Site, variation: Variation, item: Item): Refusal | undefined {
  const { stock } = variation.variant;
  const title = fullTitle(variation);
  if (stockStatus(site.traits, variation) === 'outofstock') {
    return { id: item.id, problem: 'out_of_stock', message: `"${title}" is out of stock.` };
  }
  if (stock === null || stock >= item.quantity || site.traits.backorders.has(postIdOf(variation)))
    return undefined;
  const message = `There is not enough stock of "${title}" (${stock} remaining).`;
  return { id: item.id, problem: 'insufficient_stock', message, available: Math.floor(stock) };
}
