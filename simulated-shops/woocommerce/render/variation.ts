import { choiceQuery, renderChoices } from '../goods/attributes.ts';
import { type Variation, variationTitle } from '../goods/posts.ts';
import { stockFields, stockStatus } from '../goods/stock.ts';
import { apiUrl, type Site } from '../site.ts';
import { NO_SHIPPING_CLASS, NOT_DOWNLOADABLE, TAXABLE, UNWEIGHED } from './constants.ts';
import { POST_DATES, renderSaleDates } from './dates.ts';
import { renderVariationImage } from './image.ts';
import { bareLinks, renderLinks } from './links.ts';
import { priceFields } from './price.ts';

/** One member of `GET /products/:id/variations`. */
export function renderVariation(site: Site, variation: Variation): object {
  const { product, variant } = variation;
  const up = apiUrl(site, `/products/${product.id}`);
  const collection = `${up}/variations`;
  return { ...fields(site, variation), _links: renderLinks(`${collection}/${variant.id}`, collection, up) };
}

/** One member of `GET /variations`; its `up` link leads to product 0, as the real one's does. */
export function renderVariationAlone(site: Site, variation: Variation): object {
  const collection = apiUrl(site, '/variations');
  const links = bareLinks(`${collection}/${variation.variant.id}`, collection, apiUrl(site, '/products/0'));
  return { ...fields(site, variation), _links: links };
}

export function variationLink(site: Site, variation: Variation): string {
  return `${site.origin()}/product/${variation.product.handle}/${choiceQuery(variation)}`;
}

function fields(site: Site, variation: Variation): object {
  const { product, variant } = variation;
  const disabled = site.traits.disabled.has(variant.id);
  const { on_sale, ...prices } = priceFields(variation);
  return {
    id: variant.id,
    type: 'variation',
    ...POST_DATES,
    description: '',
    permalink: variationLink(site, variation),
    sku: variant.sku,
    global_unique_id: variant.barcode ?? '',
    ...prices,
    ...renderSaleDates(variant),
    on_sale,
    status: disabled ? 'private' : 'publish',
    purchasable: variant.price !== '' && !disabled,
    virtual: site.traits.virtual.has(product.id),
    ...NOT_DOWNLOADABLE,
    ...TAXABLE,
    ...stockFields(site.traits, variation),
    stock_status: stockStatus(site.traits, variation),
    ...UNWEIGHED,
    ...NO_SHIPPING_CLASS,
    image: renderVariationImage(site, variation),
    attributes: renderChoices(variation),
    menu_order: 0,
    meta_data: [],
    name: variationTitle(variation),
    parent_id: product.id,
  };
}
