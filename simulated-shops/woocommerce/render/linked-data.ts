import type { ShopProduct } from '../../shop/types.ts';
import { isSimple, onlyVariant } from '../goods/posts.ts';
import { productStockStatus } from '../goods/stock.ts';
import type { Site } from '../site.ts';
import { priceFields, priceRange } from './price.ts';

const AVAILABILITY = { instock: 'InStock', outofstock: 'OutOfStock', onbackorder: 'BackOrder' };

/** Structured data that WooCommerce's core prints on the page of a product: prices as typed, and none of single variations. */
export function buildLinkedData(site: Site, product: ShopProduct): object {
  const url = `${site.origin()}/product/${product.handle}/`;
  const offer = {
    ...priceOf(site, product),
    availability: `https://schema.org/${AVAILABILITY[productStockStatus(site.traits, product)]}`,
    url,
    seller: { '@type': 'Organization', name: site.settings.name, url: site.origin() },
  };
  const item = { '@type': 'Product', '@id': `${url}#product`, name: product.title, url };
  return { '@context': 'https://schema.org/', '@graph': [{ ...item, offers: [offer] }] };
}

function priceOf(site: Site, product: ShopProduct): object {
  const { currency } = site.settings;
  const specify = (price: string, more = {}) => ({
    ...{ '@type': 'UnitPriceSpecification', price, priceCurrency: currency },
    valueAddedTaxIncluded: site.prices.includeTax,
    ...more,
  });
  if (isSimple(product)) {
    const { price, regular_price, on_sale } = priceFields({ product, variant: onlyVariant(product) });
    const former = on_sale ? [specify(regular_price, { priceType: 'https://schema.org/ListPrice' })] : [];
    return { '@type': 'Offer', priceSpecification: [specify(price), ...former] };
  }
  const { min, max } = priceRange(site, product) ?? { min: '', max: '' };
  if (min === max) return { '@type': 'Offer', priceSpecification: [specify(min)] };
  return { '@type': 'AggregateOffer', lowPrice: min, highPrice: max, priceCurrency: currency };
}
