import type { ShopProduct } from '../../shop/types.ts';
import { renderAttributes, renderChoices, slugOf } from '../goods/attributes.ts';
import { categoriesOf, renderBrands, renderTags, renderTerm } from '../goods/categories.ts';
import { fullTitle, isSimple, onlyVariant, type Variation, variationsOf } from '../goods/posts.ts';
import { productStockStatus, stockFields, stockStatus } from '../goods/stock.ts';
import { isSoldIndividually } from '../goods/traits.ts';
import { apiUrl, type Site } from '../site.ts';
import { NO_RELATIVES, NO_SHIPPING_CLASS, NOT_DOWNLOADABLE, TAXABLE, UNWEIGHED } from './constants.ts';
import { POST_DATES, renderSaleDates } from './dates.ts';
import { galleryHtml } from './gallery.ts';
import { renderImages } from './image.ts';
import { renderLinks } from './links.ts';
import { priceFields, productPriceFields, productPriceHtml, variationPriceHtml } from './price.ts';
import { variationLink } from './variation.ts';

const UNCOUNTED = { options: [], id: 0, sku: '', price: '', stock: null };

/** One member of `GET /products`; `GET /products/:id` answers the same. */
export function renderProduct(site: Site, product: ShopProduct): object {
  const simple = isSimple(product);
  return {
    ...identity(site, product),
    description: description(site, product),
    short_description: `<p>${product.title}</p>\n`,
    sku: simple ? onlyVariant(product).sku : product.handle.toUpperCase(),
    global_unique_id: simple ? (onlyVariant(product).barcode ?? '') : '',
    ...productPriceFields(site, product),
    ...renderSaleDates(simple ? onlyVariant(product) : {}),
    price_html: productPriceHtml(site, product),
    ...saleFields(site, product),
    ...UNWEIGHED,
    ...NO_SHIPPING_CLASS,
    reviews_allowed: true,
    average_rating: product.rating?.average ?? '0.00',
    rating_count: product.rating?.count ?? 0,
    ...NO_RELATIVES,
    categories: categoriesOf(product).map(renderTerm),
    brands: renderBrands(product),
    tags: renderTags(product),
    images: renderImages(site, product),
    attributes: renderAttributes(product, site.traits.anyOptions.get(product.id) ?? {}),
    // Core lists them for its own type alone.
    variations:
      product.pluginType !== undefined ? [] : variationsOf(product).map(({ variant }) => variant.id),
    related_ids: relatedIds(site, product),
    has_options: !simple,
    _links: renderLinks(apiUrl(site, `/products/${product.id}`), apiUrl(site, '/products')),
  };
}

/** A draft has no slug and an address that only its editors can open. */
function identity(site: Site, product: ShopProduct): object {
  const { id, title, published, visibility = 'visible' } = product;
  const preview = `${site.origin()}/?post_type=product&p=${id}`;
  return {
    id,
    name: title,
    slug: published ? product.handle : '',
    permalink: published ? `${site.origin()}/product/${product.handle}/` : preview,
    ...POST_DATES,
    type: product.pluginType ?? (isSimple(product) ? 'simple' : 'variable'),
    status: published ? 'publish' : 'draft',
    featured: false,
    catalog_visibility: visibility,
  };
}

function saleFields(site: Site, product: ShopProduct): object {
  const { traits } = site;
  const virtual = traits.virtual.has(product.id);
  const variant = isSimple(product) ? onlyVariant(product) : UNCOUNTED;
  return {
    // The key's owner may edit products: for such a user a draft counts as purchasable too.
    purchasable: productPriceFields(site, product).price !== '',
    total_sales: traits.sold.get(product.id) ?? 0,
    virtual,
    ...NOT_DOWNLOADABLE,
    ...TAXABLE,
    ...stockFields(traits, { product, variant }),
    stock_status: productStockStatus(traits, product),
    sold_individually: isSoldIndividually(site, product),
    shipping_required: !virtual,
    shipping_taxable: !virtual,
  };
}

/** A variation asked for as if it were a product: `GET /products/57`, `?sku=TEE-M-RED`. */
export function renderVariationAsProduct(site: Site, variation: Variation): object {
  const { product, variant } = variation;
  const base = renderProduct(site, product);
  const disabled = site.traits.disabled.has(variant.id);
  const name = fullTitle(variation);
  return {
    ...base,
    id: variant.id,
    name,
    slug: slugOf(name),
    permalink: variationLink(site, variation),
    type: 'variation',
    status: disabled ? 'private' : 'publish',
    description: '',
    short_description: '',
    sku: variant.sku,
    global_unique_id: variant.barcode ?? '',
    ...priceFields(variation),
    purchasable: variant.price !== '' && !disabled,
    // A variation's count is not cast: it comes as text.
    total_sales: String(site.traits.sold.get(variant.id) ?? 0),
    ...stockFields(site.traits, variation),
    reviews_allowed: false,
    average_rating: '0.00',
    rating_count: 0,
    parent_id: product.id,
    categories: [],
    brands: [],
    tags: [],
    images: renderImages(site, product).slice(0, 1),
    attributes: renderChoices(variation),
    variations: [],
    price_html: variationPriceHtml(site, variation),
    related_ids: [],
    stock_status: stockStatus(site.traits, variation),
    has_options: false,
    _links: renderLinks(
      apiUrl(site, `/products/${variant.id}`),
      apiUrl(site, '/products'),
      apiUrl(site, `/products/${product.id}`),
    ),
  };
}

function description(site: Site, product: ShopProduct): string {
  const gallery = site.traits.galleries.has(product.id) ? galleryHtml(site) : '';
  return `${product.descriptionHtml}\n${gallery}`;
}

/** Products that are looked at: a long catalog is not searched for every product of a page. */
const MAX_LOOKED_AT = 40;
const MAX_RELATED = 5;

function relatedIds(site: Site, product: ShopProduct): number[] {
  const own = new Set(categoriesOf(product).map(({ id }) => id));
  const related: number[] = [];
  for (const other of site.products.slice(0, MAX_LOOKED_AT)) {
    const isCandidate = other.published && other !== product;
    if (isCandidate && categoriesOf(other).some(({ id }) => own.has(id))) related.push(other.id);
    if (related.length === MAX_RELATED) break;
  }
  return related;
}
