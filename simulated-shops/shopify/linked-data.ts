import { toDecimal, toMinorUnits } from '../../src/commerce/money/money.ts';
import { isAvailable, variantTitle } from '../shop/stock.ts';
import type { ShopProduct, ShopVariant } from '../shop/types.ts';
import type { ShopState } from './shop-state.ts';

/** Structured data as Liquid's filter `structured_data` prints it: a group of products where there is a choice. */
export function buildLinkedData({ settings }: ShopState, product: ShopProduct): object {
  const { currency } = settings;
  const path = `/products/${product.handle}`;
  const offerOf = (variant: ShopVariant) => ({
    '@type': 'Offer',
    availability: `http://schema.org/${isAvailable(variant) ? 'InStock' : 'OutOfStock'}`,
    price: toDecimal(toMinorUnits(variant.price, currency), currency),
    priceCurrency: currency,
    url: `${path}?variant=${variant.id}`,
  });
  const [first] = product.variants;
  const about = { '@context': 'http://schema.org/', name: product.title, url: path };
  if (first && product.optionNames.length === 0)
    return { ...about, '@id': `${path}#product`, '@type': 'Product', offers: offerOf(first) };
  return {
    ...about,
    ...{ '@id': `${path}#product`, '@type': 'ProductGroup', productGroupID: String(product.id) },
    hasVariant: product.variants.map((variant) => ({
      '@type': 'Product',
      name: `${product.title} - ${variantTitle(variant)}`,
      offers: offerOf(variant),
    })),
  };
}
