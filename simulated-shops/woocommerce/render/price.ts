import { toMinorUnits } from '../../../src/commerce/money/money.ts';
import type { ShopProduct } from '../../shop/types.ts';
import { shownPrice } from '../checkout/rounding.ts';
import { isSimple, onlyVariant, type Variation, variationsOf } from '../goods/posts.ts';
import type { Site } from '../site.ts';
import { priceHtml, salePriceHtml } from './price-html.ts';

interface PriceFields {
  price: string;
  regular_price: string;
  sale_price: string;
  on_sale: boolean;
}

/** All strings, as the merchant typed them; empty where there is no price. */
export function priceFields(variation: Variation): PriceFields {
  const { price, listPrice: before } = variation.variant;
  const onSale = before !== undefined && price !== '';
  return {
    price,
    regular_price: onSale ? before : price,
    sale_price: onSale ? price : '',
    on_sale: onSale,
  };
}

/** A product with a choice has its lowest variation's price, and neither a regular nor a sale price. */
export function productPriceFields(site: Site, product: ShopProduct): PriceFields {
  if (isSimple(product)) return priceFields({ product, variant: onlyVariant(product) });
  const variations = visibleVariations(site, product);
  return {
    price: sortedPrices(site, product)[0] ?? '',
    regular_price: '',
    sale_price: '',
    on_sale: variations.some((variation) => priceFields(variation).on_sale),
  };
}

/** Over all variations that are not switched off, in or out of stock; null when none has a price. */
export function priceRange(site: Site, product: ShopProduct): { min: string; max: string } | null {
  const prices = sortedPrices(site, product);
  const [min] = prices;
  return min === undefined ? null : { min, max: prices.at(-1) ?? min };
}

export function productPriceHtml(site: Site, product: ShopProduct): string {
  if (isSimple(product)) return variationPriceHtml(site, { product, variant: onlyVariant(product) });
  const prices = sortedPrices(site, product);
  const [lowest = '', highest = ''] = [prices[0], prices.at(-1)].map((price) =>
    shownPrice(site, price ?? '', product),
  );
  return priceHtml(site.settings, lowest, highest);
}

export function variationPriceHtml(site: Site, variation: Variation): string {
  const { price, regular_price, on_sale } = priceFields(variation);
  const amount = shownPrice(site, price, variation.product);
  return on_sale
    ? salePriceHtml(site.settings, shownPrice(site, regular_price, variation.product), amount)
    : priceHtml(site.settings, amount, amount);
}

export function visibleVariations(site: Site, product: ShopProduct): Variation[] {
  return variationsOf(product).filter(({ variant }) => !site.traits.disabled.has(variant.id));
}

function sortedPrices(site: Site, product: ShopProduct): string[] {
  const { currency } = site.settings;
  const prices = visibleVariations(site, product).map(({ variant }) => variant.price);
  return prices
    .filter((price) => price !== '')
    .sort((one, other) => toMinorUnits(one, currency) - toMinorUnits(other, currency));
}
