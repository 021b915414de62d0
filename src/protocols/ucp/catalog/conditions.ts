import { toCategoryName, toCategoryNames } from '../../../../search/index.ts';
import { type Product, type Variant, withPrices } from '../../../commerce/product/products.ts';
import type { StorePlace } from '../../../commerce/store/store.ts';
import { quoteInput } from '../../../commerce/text/quoted.ts';
import type { CatalogSearch } from '../../../operations/catalog/found-page.ts';
import { isCountryRefused } from '../../../operations/catalog/hidden-products.ts';
import { readCountryOfPlace } from '../content/to-request.ts';
import type { UcpContext } from '../envelope.ts';
import { createInfo, type Message } from '../messages.ts';
import { FULFILLMENT } from '../profile/capabilities.ts';
import type { Narrowing } from './catalog-schemas.ts';
import { renderAvailability } from './render-products.ts';

type Filter = CatalogSearch['filter'];

/** Conditions of a request on the products of its answer: categories, prices and fulfillment. */
export interface Conditions {
  /** Applied by an index before paging; undefined for none. `nothing`: no variant can be fulfilled as asked. */
  filter: Filter | 'nothing';
  /** Leaves out variants that do not meet the conditions, and products without any left; says which conditions were not applied. */
  narrow(candidates: readonly Product[]): { products: Product[]; messages: Message[] };
  /** Absent where the sides have not agreed on the extension for catalogs. */
  renderMethods: ((variant: Variant) => object[]) | undefined;
}

/** Prices in another currency and categories that the store does not have are not applied. */
export function readConditions(context: UcpContext, narrowing: Narrowing): Conditions {
  const storeCurrency = context.store.description.currency;
  const { categories = [], price } = narrowing.filters ?? {};
  const currency = narrowing.context?.currency?.toUpperCase() ?? storeCurrency;
  const range = currency === storeCurrency ? price : undefined;
  const { renderMethods, filter, canFulfill, messages = [] } = readFulfillment(context, narrowing) ?? {};
  return {
    renderMethods,
    filter: filter === 'nothing' ? filter : toIndexFilter(categories, range, filter),
    narrow(candidates) {
      const inCategory = filterByCategories(filterSellable(candidates), categories);
      const isInRange = (variant: Variant) => isWithin(variant, range);
      const inRange = range ? withVariants(inCategory.products, isInRange) : inCategory.products;
      const unpriced = price && !range ? [warnOfCurrency(storeCurrency, currency)] : [];
      return {
        products: canFulfill ? withVariants(inRange, canFulfill) : inRange,
        messages: [...inCategory.messages, ...unpriced, ...messages],
      };
    },
  };
}

type Filters = NonNullable<Narrowing['filters']>;
type Range = NonNullable<Filters['price']>;

function isWithin({ price }: Variant, { min = 0, max = Number.POSITIVE_INFINITY }: Range = {}): boolean {
  return price >= min && price <= max;
}

function warnOfCurrency(storeCurrency: string, currency: string): Message {
  const content = `Prices are in ${storeCurrency}: the price filter in ${currency.slice(0, 3)} was not applied.`;
  return createInfo('filter_not_applied', content, '$.filters.price');
}

function toIndexFilter(categories: string[], { min, max }: Range = {}, fulfillment?: Filter): Filter {
  const isUnbounded = min === undefined && max === undefined && categories.length === 0;
  if (isUnbounded && fulfillment === undefined) return undefined;
  return {
    ...(min === undefined ? {} : { minPrice: min }),
    ...(max === undefined ? {} : { maxPrice: max }),
    ...(categories.length > 0 ? { categories } : {}),
    ...fulfillment,
  };
}

/** Leaves out products without variants, which nothing could buy, and what has no price, which the schema requires. */
function filterSellable(products: readonly Product[]): Product[] {
  return withPrices(products).filter(({ variants }) => variants.length > 0);
}

function withVariants(products: readonly Product[], fits: (variant: Variant) => boolean): Product[] {
  return filterSellable(products.map((product) => ({ ...product, variants: product.variants.filter(fits) })));
}

function filterByCategories(products: Product[], names: readonly string[]) {
  if (names.length === 0) return { products, messages: [] };
  if (products.every(({ categories = [] }) => categories.length === 0)) {
    const content = 'No product found here has a category: the filter was not applied.';
    return { products, messages: [createInfo('filter_not_applied', content, '$.filters.categories')] };
  }
  const categoryNames = new Set(names.map(toCategoryName));
  const isWanted = (path: string) => toCategoryNames(path).some((name) => categoryNames.has(name));
  return { products: products.filter(({ categories = [] }) => categories.some(isWanted)), messages: [] };
}

/** Reads the destination of a request: `fulfills_to` names it, `context` is a hint. */
function readFulfillment(context: UcpContext, { filters, context: hint }: Narrowing) {
  const { agreed, store } = context;
  const extended = agreed.declared[FULFILLMENT]?.[0]?.extends ?? [];
  if (!agreed.active.has(FULFILLMENT) || !extended.includes(context.root)) return undefined;
  const { fulfills_to: to, methods: types } = filters ?? {};
  const places = store.description.pickupPlaces ?? [];
  const destination = to ?? hint ?? {};
  const place = places.find(({ id }) => id === destination.location);
  const country = readCountryOfPlace(destination.address_country);
  const delivers = canDeliverTo(context, country);
  const nearest = place ?? places[0];
  const renderMethods = (variant: Variant) =>
    variant.needsDelivery === false ? [] : buildMethods(variant, delivers, nearest);
  if (!to && !types) return { renderMethods };
  const possible = computePossibilities({ to, types, delivers, hasPickup: !!nearest, hasPlace: !!place });
  return {
    renderMethods,
    filter: toDeliveryFilter(possible),
    canFulfill: ({ needsDelivery }: Variant) => possible[needsDelivery === false ? 'none' : 'needed'],
    messages: to ? warnOfDestination(to, place, delivers, places) : [],
  };
}

interface Asked {
  to: Filters['fulfills_to'];
  types: readonly string[] | undefined;
  delivers: boolean | undefined;
  hasPickup: boolean;
  /** True where the place that `to` names is one of the store's. */
  hasPlace: boolean;
}

type Possibilities = Record<'needed' | 'none', boolean>;

/** Says whether variants that need delivery, and variants that need none, can be fulfilled as asked. */
function computePossibilities({ to, types, delivers, hasPickup, hasPlace }: Asked): Possibilities {
  const isWanted = (type: string) => !types || types.includes(type);
  const isFetched = hasPickup && isWanted('pickup');
  if (to?.location !== undefined) return { needed: hasPlace && isFetched, none: false };
  const isOffered = isFetched || isWanted('shipping');
  const isReached = !to || delivers !== false || (types !== undefined && isFetched);
  return { needed: isOffered && isReached, none: !types };
}

function toDeliveryFilter({ needed, none }: Possibilities): Conditions['filter'] {
  if (needed) return none ? {} : { delivery: 'needed' };
  return none ? { delivery: 'none' } : 'nothing';
}

/** Undefined where the shop does not say. */
function canDeliverTo(context: UcpContext, country: string | undefined): boolean | undefined {
  if (country === undefined) return undefined;
  if (isCountryRefused(context, country)) return false;
  return context.store.description.deliversTo?.includes(country);
}

function buildMethods(variant: Variant, delivers: boolean | undefined, place: StorePlace | undefined) {
  const { available, status } = renderAvailability(variant);
  const shipping = {
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

function warnOfDestination(
  { location }: NonNullable<Filters['fulfills_to']>,
  place: StorePlace | undefined,
  delivers: boolean | undefined,
  places: readonly StorePlace[],
): Message[] {
  if (location === undefined) return delivers === undefined ? [NOT_APPLIED] : [];
  if (place) return [];
  const list = places.map(({ id, name }) => `${id} (${name})`).slice(0, 10);
  const all = list.length > 0 ? `Places of pickup: ${list.join(', ')}.` : 'The store has no place of pickup.';
  const content = `${quoteInput(location)} is no location of this store. ${all}`;
  return [createInfo('location_unknown', content, '$.filters.fulfills_to.location')];
}
