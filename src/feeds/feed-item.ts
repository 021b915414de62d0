import { toCategoryName, toCategoryNames } from '../../search/index.ts';
import { toSlug } from '../commerce/product/item-codes.ts';
import { PRODUCT_LIMITS } from '../commerce/product/product-limits.ts';
import {
  formatLineTitle,
  type Media,
  type Product,
  toGidNumber,
  type Variant,
} from '../commerce/product/products.ts';
import { NO_FEED_RULES } from '../commerce/store/feed-rules.ts';
import { nameOf, type Store } from '../commerce/store/store.ts';
import { getPresentation } from '../store-platforms/presentations.ts';
import { readGtin } from './gtin.ts';
import { readProperties } from './properties.ts';
import type { Reason } from './reasons.ts';

type Platform = ReturnType<typeof getPresentation>;

/** Facts of a store that its items share. */
export type FeedStore = ReturnType<typeof toFeedStore>;

/** A variant as feeds have it. Texts are uncut. */
export type FeedItem = ReturnType<typeof toItem>;

/** A variant with all that stands in its way, whichever feed it is for. `item` is absent where a feed cannot have it. */
export type FeedVariant = ReturnType<typeof checkVariants>[number];

/** Addresses of a shop. `url`: its front page. `permalinks`: prefix of the links that lead to its checkout with an item. */
type FeedAddresses = Record<'url' | 'permalinks', string>;

export function toFeedStore(store: Store, addresses: FeedAddresses) {
  const { country, currency, deliversTo, links } = store.description;
  const rules = store.feedRules ?? NO_FEED_RULES;
  const mapped = Object.entries(rules.categories).map(([from, to]) => [toCategoryName(from), to] as const);
  return {
    ...addresses,
    name: nameOf(store),
    country,
    currency,
    links,
    rules,
    /** Countries that the shop delivers to. */
    countries: deliversTo ?? (country === null ? [] : [country]),
    platform: getPresentation(store.platform),
    /** Google's categories by comparable names of the shop's. */
    categories: new Map(mapped),
    leaveOut: new Set(rules.leaveOut.map(toCategoryName)),
  };
}

export function checkVariants(product: Product, store: FeedStore, isHidden: boolean) {
  const common = checkProduct(product, store, isHidden);
  return product.variants.map((variant) => {
    const title = toTitle(product, variant, store);
    const image = variant.image ?? product.media[0];
    const { gtin, isInvalid } = readGtin(variant.barcode);
    const reasons: Reason[] = [
      ...common,
      ...checkOffer(variant),
      ...(image ? [] : (['no_image'] as const)),
      ...(isInvalid ? (['invalid_gtin'] as const) : gtin === undefined ? (['no_identifier'] as const) : []),
    ];
    const item = image && toItem(product, variant, store, { title, image, gtin });
    return { productId: product.id, title, item, reasons };
  });
}

function checkProduct(product: Product, store: FeedStore, isHidden: boolean): Reason[] {
  const { description, title, url, unlisted, variants, pricesIncludeTax } = product;
  const faults: Partial<Record<Reason, boolean>> = {
    hidden_by_rule: isHidden,
    unlisted: unlisted === true,
    left_out: isLeftOut(product, store),
    // The copy has the shop's front page for a product without an address of the web.
    no_link: URL.parse(url)?.href.replace(/\/$/, '') === store.url.replace(/\/$/, ''),
    no_description: ['', title].includes(description.trim()),
    no_brand: (product.brand ?? store.rules.brand ?? '') === '',
    too_many_variants: variants.length >= PRODUCT_LIMITS.variants,
    // Shops of these countries add tax at the checkout.
    prices_without_tax: pricesIncludeTax === false && !['US', 'CA'].includes(store.country ?? ''),
    no_country: store.country === null,
  };
  return Object.entries(faults).flatMap(([reason, isSo]) => (isSo ? (reason as Reason) : []));
}

function checkOffer({ price, restriction, available, backorder }: Variant): Reason[] {
  if (restriction === 'price_on_request' || price <= 0) return ['no_price'];
  if (restriction !== undefined) return [restriction];
  return available && backorder ? ['backorder_without_date'] : [];
}

function isLeftOut({ tags, keywords = [], categories = [] }: Product, { leaveOut }: FeedStore): boolean {
  if (leaveOut.size === 0) return false;
  const names = [...tags, ...keywords].map(toCategoryName);
  return [...names, ...categories.flatMap(toCategoryNames)].some((name) => leaveOut.has(name));
}

function toItem(
  product: Product,
  variant: Variant,
  store: FeedStore,
  { title, image, gtin }: { title: string; image: Media; gtin: string | undefined },
) {
  const { description, media, categories = [], pricedFor } = product;
  // Form of the platform's own feeds, which every endpoint resolves: a merchant who changes over keeps the history of an item.
  const [form] = store.platform.feedIds;
  const [productNumber, number] = [toGidNumber(product.id), toGidNumber(variant.id)];
  const id = form?.replace('{product}', productNumber).replace('{variant}', number) ?? variant.id;
  const others = media.map(({ url }) => url).filter((url) => url !== image.url);
  return {
    id,
    /** Undefined for the only variant of a product. */
    groupId: product.variants.length > 1 ? productNumber : undefined,
    title,
    groupTitle: product.title,
    description: description.trim() || product.title,
    /** Page of the product, with the variant chosen. */
    link: toVariantLink(product, variant, store.platform),
    checkoutLink: `${store.permalinks}/${id}:1`,
    image: image.url,
    otherImages: [...new Set(others)],
    availability: getAvailability(variant),
    quantity: variant.quantity,
    /** Minor units of `currency`. */
    price: variant.price,
    /** Price before a sale, above `price`. */
    listPrice: variant.listPrice,
    /** Sale with dates: it runs where there is a `listPrice`, and is to come otherwise. */
    sale: variant.sale,
    currency: variant.currency,
    brand: product.brand || store.rules.brand || undefined,
    gtin,
    /** Path in the shop's own categories. */
    category: categories[0],
    googleCategory: findGoogleCategory(categories, store),
    options: variant.options ?? [],
    properties: readProperties(product, variant),
    unitPrice: variant.unitPrice,
    rating: product.rating,
    isDigital: variant.needsDelivery === false,
    weight: variant.weight,
    countries: pricedFor === undefined ? store.countries : [pricedFor],
  };
}

function getAvailability({ available, backorder }: Variant): 'in_stock' | 'out_of_stock' | 'backorder' {
  if (!available) return 'out_of_stock';
  return backorder ? 'backorder' : 'in_stock';
}

/** Without a parameter of the platform, options are written as WordPress does, whose attributes are the shop's or the product's own. */
function toVariantLink({ url, variants }: Product, variant: Variant, platform: Platform): string {
  const link = URL.parse(url);
  if (!link || variants.length === 1) return url;
  if (platform.variantParameter !== undefined)
    link.searchParams.set(platform.variantParameter, toGidNumber(variant.id));
  else
    for (const { name, value } of variant.options ?? []) {
      link.searchParams.set(`attribute_pa_${toSlug(name)}`, toSlug(value));
      link.searchParams.set(`attribute_${toSlug(name)}`, value);
    }
  return link.href;
}

function toTitle(product: Product, variant: Variant, { rules }: FeedStore): string {
  if (rules.title === null) return formatLineTitle(product.title, variant.title);
  const parts: Record<string, string> = {
    title: product.title,
    brand: product.brand ?? rules.brand ?? '',
    options: (variant.options ?? []).map(({ value }) => value).join(' / '),
  };
  const filled = rules.title.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');
  return filled.replaceAll(/\s+/g, ' ').trim() || product.title;
}

/** The longest path that is mapped wins. */
function findGoogleCategory(categories: readonly string[], { categories: mapped }: FeedStore) {
  if (mapped.size === 0) return undefined;
  const names = categories.flatMap(toCategoryNames).toSorted((one, other) => other.length - one.length);
  return names.flatMap((name) => mapped.get(name) ?? [])[0];
}
