import type { ShopProduct } from '../shop/types.ts';
import { renderAttributes, renderChoices, slugOf } from './attributes.ts';
import { categoryOf, renderCategory, renderTags } from './categories.ts';
import { galleryHtml } from './gallery.ts';
import { fullTitle, isSimple, onlyVariant, type Variation, variationsOf } from './posts.ts';
import { NO_SHIPPING_CLASS, NOT_DOWNLOADABLE, TAXABLE, UNWEIGHED } from './render-constants.ts';
import { NO_SALE_DATES, POST_DATES } from './render-dates.ts';
import { renderImages } from './render-image.ts';
import { renderLinks } from './render-links.ts';
import { priceFields, productPriceFields, productPriceHtml, variationPriceHtml } from './render-price.ts';
import { variationLink } from './render-variation.ts';
import { apiUrl, type Site } from './site.ts';
import { productStockStatus, stockFields, stockStatus } from './stock.ts';

const UNCOUNTED = { options: [], id: 0, sku: '', price: '', stock: null };

/** One member of `GET /products`; `GET /products/:id` answers the same. */
export function renderProduct(site: Site, product: ShopProduct): object {
  const { traits } = site;
  const simple = isSimple(product);
  const prices = productPriceFields(site, product);
  const virtual = traits.virtual.has(product.id);
  return {
    id: product.id,
    name: product.title,
    slug: product.published ? product.handle : '',
    permalink: product.published
      ? productLink(site, product)
      : `${site.origin()}/?post_type=product&p=${product.id}`,
    ...POST_DATES,
    type: simple ? 'simple' : 'variable',
    status: product.published ? 'publish' : 'draft',
    featured: false,
    catalog_visibility: 'visible',
    description: description(site, product),
    short_description: `<p>${product.title}</p>\n`,
    sku: simple ? onlyVariant(product).sku : '',
    ...prices,
    ...NO_SALE_DATES,
    // The key's owner may edit products: for such a user a draft counts as purchasable too.
    purchasable: prices.price !== '',
    total_sales: traits.sold.get(product.id) ?? 0,
    virtual,
    ...NOT_DOWNLOADABLE,
    external_url: '',
    button_text: '',
    ...TAXABLE,
    ...stockFields(traits, { product, variant: simple ? onlyVariant(product) : UNCOUNTED }),
    sold_individually: traits.soldIndividually.has(product.id),
    ...UNWEIGHED,
    shipping_required: !virtual,
    shipping_taxable: !virtual,
    ...NO_SHIPPING_CLASS,
    reviews_allowed: true,
    ...UNRATED,
    parent_id: 0,
    purchase_note: '',
    categories: [renderCategory(categoryOf(product))],
    brands: [],
    tags: renderTags(product),
    images: renderImages(site, product),
    attributes: renderAttributes(product, traits.anyOptions.get(product.id) ?? {}),
    default_attributes: [],
    variations: variationsOf(product).map(({ variant }) => variant.id),
    grouped_products: [],
    menu_order: 0,
    price_html: productPriceHtml(site, product),
    related_ids: relatedIds(site, product),
    meta_data: [],
    stock_status: productStockStatus(traits, product),
    has_options: !simple,
    post_password: '',
    global_unique_id: '',
    _links: renderLinks(apiUrl(site, `/products/${product.id}`), apiUrl(site, '/products')),
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
    ...priceFields(site, variation),
    purchasable: variant.price !== '' && !disabled,
    // A variation's count is not cast: it comes as text.
    total_sales: String(site.traits.sold.get(variant.id) ?? 0),
    ...stockFields(site.traits, variation),
    reviews_allowed: false,
    parent_id: product.id,
    categories: [],
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

const UNRATED = { average_rating: '0.00', rating_count: 0, upsell_ids: [], cross_sell_ids: [] };

export function productLink(site: Site, product: ShopProduct): string {
  return `${site.origin()}/product/${product.handle}/`;
}

function description(site: Site, product: ShopProduct): string {
  const gallery = site.traits.galleries.has(product.id) ? galleryHtml(site) : '';
  return `${product.descriptionHtml}\n${gallery}`;
}

function relatedIds(site: Site, product: ShopProduct): number[] {
  const category = categoryOf(product);
  const others = site.products.filter((other) => other.published && other.id !== product.id);
  return others
    .filter((other) => categoryOf(other).id === category.id)
    .map((other) => other.id)
    .slice(0, 5);
}
