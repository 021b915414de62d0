import { sum, toMinorUnits } from '../../../src/commerce/money/money.ts';
import {
  CART_REFUSED,
  type CartCreateRequest,
} from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import type { Pricing } from '../../shop/pricing.ts';
import { findProduct, findVariation, isSimple, onlyVariant, type Variation } from '../goods/posts.ts';
import type { Site } from '../site.ts';
import { WordPressError } from '../wordpress-error.ts';

/** `isAdded`: by a plugin, unasked. */
export type CartItem = CartCreateRequest['items'][number] & Variation & { isAdded?: true };

/** Returns the items with those that plugins add to the cart. */
export function withGivenItems(site: Site, items: readonly CartItem[]): CartItem[] {
  const { gives } = site.settings.cartPlugins ?? {};
  const gift = gives && findGoods(site, gives.given);
  const bought = gives && items.find(({ id }) => id === gives.bought);
  if (!gift || !bought) return [...items];
  const variant = gives.isFree ? { ...gift.variant, price: '0' } : gift.variant;
  const { quantity } = bought;
  return [...items, { ...gift, variant, id: gives.given, quantity, isAdded: true }];
}

function findGoods(site: Site, id: number): Variation | undefined {
  const product = findProduct(site.products, id);
  if (product && isSimple(product)) return { product, variant: onlyVariant(product) };
  return findVariation(site.products, id);
}

/** Adds the charges of plugins, without tax. */
export function withFees({ settings }: Site, pricing: Pricing): Pricing {
  const { fees = [] } = settings.cartPlugins ?? {};
  if (fees.length === 0) return pricing;
  const charges = fees.map(({ name, amount }) => ({ name, amount: toMinorUnits(amount, settings.currency) }));
  const all = sum(charges.map(({ amount }) => amount));
  return { ...pricing, subtotal: pricing.subtotal + all, total: pricing.total + all, fees: charges };
}

/** Throws the sentence of a plugin that refuses the cart. */
export function askCartRules(site: Site, pricing: Pricing): void {
  const sentence = askCheckoutRules(site, pricing);
  if (sentence !== null) throw new WordPressError(409, CART_REFUSED, sentence);
}

/** Sentence with which a plugin refuses the cart; null when none does. */
export function askCheckoutRules({ settings }: Site, { taxed }: Pricing): string | null {
  const { minimumOrder } = settings.cartPlugins ?? {};
  const goods = sum((taxed?.lines ?? []).map(({ subtotal }) => subtotal));
  const isRefused = minimumOrder && goods < toMinorUnits(minimumOrder.amount, settings.currency);
  return isRefused ? minimumOrder.sentence : null;
}
