import { type Product, type Variant, withPrices } from '../../../commerce/product/products.ts';
import type { CatalogFilter } from '../../../../search/index.ts';
import type { StorePlace } from '../../../commerce/store/store.ts';
import { quoteInput } from '../../../commerce/text/quoted.ts';
import type { CatalogSearch } from '../../../operations/catalog/found-page.ts';
import { isCountryRefused } from '../../../operations/catalog/hidden-products.ts';
import { toCategoryTerm, toCategoryTerms } from '../../../search/index/index-document.ts';
import type { CatalogFilter } from '../../../search/ranking/filter.ts';
import { readCountryOfPlace } from '../content/to-request.ts';
import type { UcpContext } from '../envelope.ts';
import { createInfo, type Message } from '../messages.ts';
import { FULFILLMENT } from '../profile/capabilities.ts';
import type { Narrowing } from './catalog-schemas.ts';
import { renderAvailability } from './render-products.ts';

interface CatalogMethod {
  type: 'shipping' | 'pickup';
  availability: { available: boolean; status?: string };
  description?: { plain: string };
  location?: string;
}

/** Fulfillment of catalog answers: the methods of variants, and the filters of a request. */
export interface CatalogFulfillment {
  /** Absent where the sides have not agreed on the extension for catalogs. */
  methodsOf?: (variant: Variant) => CatalogMethod[];
  /** Condition met by products with a variant that can be fulfilled as asked; absent without a request for it. */
  filter?: Pick<CatalogFilter, 'delivery'> | 'nothing';
  /** Leaves out variants that cannot be fulfilled as asked, and products without any left. */
  narrow(products: readonly Product[]): { products: Product[]; messages: Message[] };
}

/** Reads the destination of a request: `fulfills_to` names it, `context` is a hint. */
export function readCatalogFulfillment(
  context: UcpContext,
  { filters, context: hint }: Narrowing,
): CatalogFulfillment {
  const { agreed, store } = context;
  const extended = agreed.declared[FULFILLMENT]?.[0]?.extends ?? [];
  if (!agreed.active.has(FULFILLMENT) || !extended.includes(context.root))
    return { narrow: (products) => ({ products: [...products], messages: [] }) };
  const { fulfills_to: to, methods: types } = filters ?? {};
  const places = store.description.pickupPlaces ?? [];
  const destination = to ?? hint ?? {};
  const place = places.find(({ id }) => id === destination.location);
  const country = readCountryOfPlace(destination.address_country);
  const delivers = country === undefined ? undefined : canDeliverTo(context, country);
  const nearest = place ?? places[0];
  const getMethods = (variant: Variant) =>
    variant.needsDelivery === false ? [] : buildMethodsTo(variant, { delivers, place: nearest });
  const isPossible = computePossibilities({ to, types, delivers, hasPickup: !!nearest, hasPlace: !!place });

  return {
    methodsOf: getMethods,
    ...(to || types ? { filter: filterOf(isPossible) } : {}),
    narrow(products) {
      if (!to && !types) return { products: [...products], messages: [] };
      const canFulfill = ({ needsDelivery = true }) => isPossible[needsDelivery ? 'needed' : 'none'];
      const unknown = to?.location !== undefined && !place ? [warnOfUnknownPlace(to.location, places)] : [];
      const unread = to && to.location === undefined && delivers === undefined ? [NOT_APPLIED] : [];
      return { products: withVariants(products, canFulfill), messages: [...unknown, ...unread] };
    },
  };
}

interface Conditions {
  to: NonNullable<Narrowing['filters']>['fulfills_to'];
  types: readonly string[] | undefined;
  delivers: boolean | undefined;
  hasPickup: boolean;
  /** True where the place that `to` names is one of the store's. */
  hasPlace: boolean;
}

type Possibilities = Record<'needed' | 'none', boolean>;

/** Says whether variants that need delivery, and variants that need none, can be fulfilled as asked. */
function computePossibilities({ to, types, delivers, hasPickup, hasPlace }: Conditions): Possibilities {
  const isWanted = (type: string) => !types || types.includes(type);
  const isFetched = hasPickup && isWanted('pickup');
  if (to?.location !== undefined) return { needed: hasPlace && isFetched, none: false };
  const isOffered = isFetched || isWanted('shipping');
  const isReached = !to || delivers !== false || (types !== undefined && isFetched);
  return { needed: isOffered && isReached, none: !types };
}

function filterOf({ needed, none }: Possibilities): Pick<CatalogFilter, 'delivery'> | 'nothing' {
  if (needed) return none ? {} : { delivery: 'needed' };
  return none ? { delivery: 'none' } : 'nothing';
}

/** Undefined where the shop does not say. */
function canDeliverTo(context: UcpContext, country: string): boolean | undefined {
  if (isCountryRefused(context, country)) return false;
  return context.store.description.deliversTo?.includes(country);
}

interface Destination {
  delivers: boolean | undefined;
  place: StorePlace | undefined;
}

function buildMethodsTo(variant: Variant, { delivers, place }: Destination): CatalogMethod[] {
  const { available, status } = renderAvailability(variant);
  const shipping: CatalogMethod = {
    type: 'shipping',
    availability: delivers === false ? { available: false } : { available, status },
    ...(delivers === false ? { description: { plain: 'Not delivered there' } } : {}),
  };
  if (!place) return [shipping];
  const description = { plain: `Pickup at ${place.name}` };
  return [shipping, { type: 'pickup', description, location: place.id, availability: { available, status } }];
}

const NOT_APPLIED = createInfo(
  'filter_not_applied',
  'The store does not say where it delivers: the filter was not applied. A checkout with this address tells.',
  '$.filters.fulfills_to',
);

function warnOfUnknownPlace(location: string, places: readonly StorePlace[]): Message {
  const list = places.map(({ id, name }) => `${id} (${name})`).slice(0, 10);
  const all = list.length > 0 ? `Places of pickup: ${list.join(', ')}.` : 'The store has no place of pickup.';
  return createInfo(
    'location_unknown',
    `${quoteInput(location)} is no location of this store. ${all}`,
    '$.filters.fulfills_to.location',
  );
}

/** Leaves out products without variants, which nothing could buy, and what has no price, which the schema requires. */
export function filterSellable(products: readonly Product[]): Product[] {
  return withPrices(products).filter(({ variants }) => variants.length > 0);
}

function withVariants(products: readonly Product[], fits: (variant: Variant) => boolean): Product[] {
  return filterSellable(products.map((product) => ({ ...product, variants: product.variants.filter(fits) })));
}

/**
 * Filters products by category, and variants by price; products without any left are dropped. A price in another currency and
 * categories that the store does not have are not applied, and a message says so.
 */
export function narrowProducts(
  candidates: readonly Product[],
  { filters, context }: Narrowing,
  storeCurrency: string,
): { products: Product[]; messages: Message[] } {
  const { products, messages } = filterByCategories(candidates, filters?.categories ?? []);
  const { price } = filters ?? {};
  if (!price) return { products, messages };
  const currency = getCurrency(context, storeCurrency);
  if (currency !== storeCurrency) {
    const content = `Prices are in ${storeCurrency}: the price filter in ${currency.slice(0, 3)} was not applied.`;
    return {
      products,
      messages: [...messages, createInfo('filter_not_applied', content, '$.filters.price')],
    };
  }
  const isInPriceRange = (variant: Variant) =>
    variant.price >= (price.min ?? 0) && variant.price <= (price.max ?? Infinity);
  return { products: withVariants(products, isInPriceRange), messages };
}

function filterByCategories(products: readonly Product[], names: readonly string[]) {
  if (names.length === 0) return { products: [...products], messages: [] };
  if (products.every(({ categories = [] }) => categories.length === 0)) {
    const content = 'No product found here has a category: the filter was not applied.';
    return {
      products: [...products],
      messages: [createInfo('filter_not_applied', content, '$.filters.categories')],
    };
  }
  const terms = new Set(names.map(toCategoryTerm));
  const isWanted = (path: string) => toCategoryTerms(path).some((term) => terms.has(term));
  return { products: products.filter(({ categories = [] }) => categories.some(isWanted)), messages: [] };
}

/**
 * Returns the conditions that an index applies before paging; undefined for none, as for prices in another currency.
 * `fulfilling`: those of fulfillment.
 */
export function indexFilter(
  { filters, context }: Narrowing,
  storeCurrency: string,
  fulfilling: CatalogSearch['filter'] | 'nothing',
): CatalogSearch['filter'] {
  const { categories = [] } = filters ?? {};
  const isComparable = getCurrency(context, storeCurrency) === storeCurrency;
  const { min, max } = (isComparable && filters?.price) || {};
  const isUnbounded = min === undefined && max === undefined && categories.length === 0;
  if (isUnbounded && fulfilling === undefined) return undefined;
  return {
    ...(min === undefined ? {} : { minPrice: min }),
    ...(max === undefined ? {} : { maxPrice: max }),
    ...(categories.length > 0 ? { categories } : {}),
    ...(fulfilling === 'nothing' ? {} : fulfilling),
  };
}

function getCurrency(context: Narrowing['context'], storeCurrency: string): string {
  return context?.currency?.toUpperCase() ?? storeCurrency;
}
