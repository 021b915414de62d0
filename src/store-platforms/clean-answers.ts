import type { CartLine } from '../commerce/checkout/cart.ts';
import {
  arrangeOptions,
  type FulfillmentOption,
  type Parcel,
  type PickupPlace,
} from '../commerce/checkout/fulfillment.ts';
import { CommerceError, type ItemRefusal } from '../commerce/errors.ts';
import { limitRecord } from '../commerce/json/bounded-record.ts';
import type { PlatformOrder, ShippingAddress, Tracking } from '../commerce/order/order.ts';
import { mapYielding } from '../commerce/paging/map-yielding.ts';
import { cleanProduct } from '../commerce/product/clean-product.ts';
import { MAX_NAME_LENGTH } from '../commerce/product/product-limits.ts';
import type { Product } from '../commerce/product/products.ts';
import { toShopFailure } from '../commerce/store/shop-failure.ts';
import type { PolicyLink, StoreDescription, StorePlace } from '../commerce/store/store.ts';
import { cleanShopLine, cleanShopMessage, cleanShopTitle } from '../commerce/text/shop-text.ts';
import { toWebAddress } from '../commerce/text/web-address.ts';
import { type PlatformAnswer, type PlatformCall, wrapPlatform } from './around-platform.ts';
import type { PairingProof } from './pairing.ts';
import type { AccessDiagnostic, FulfillmentQuote, PlatformCart, StorePlatform } from './store-platform.ts';

const MAX_QUOTES = 100;
const MAX_REJECTED = 100;
const MAX_LINKS = 20;
const MAX_TOPICS = 50;
const MAX_DIAGNOSTICS = 20;
/** The largest page of either platform. */
const MAX_PAGE = 250;

/** Cleans and bounds every text and address of the shop; its failures say what has failed at `host`. */
export function withCleanAnswers(platform: StorePlatform, host: string): StorePlatform {
  return wrapPlatform(platform, (name, call) =>
    call().then(
      (answer) => CLEANED[name](answer, host),
      (error: unknown) => {
        throw cleanError(error, host);
      },
    ),
  );
}

const keepUnchanged = <Answer>(answer: Answer): Answer => answer;

type Cleaning<Answer> = (answer: Answer, host: string) => Answer | Promise<Answer>;

const CLEANED: { readonly [Name in PlatformCall]: Cleaning<PlatformAnswer<Name>> } = {
  searchProducts: cleanPage,
  listProducts: cleanPage,
  lookupProducts: cleanProducts,
  resolveItems: (items) => items.map((item) => item && { ...item, title: cleanShopLine(item.title) }),
  createCart: cleanCart,
  updateCart: cleanCart,
  abandonCart: keepUnchanged,
  quoteFulfillment: (answer) => ({ ...answer, quotes: answer.quotes.slice(0, MAX_QUOTES).map(cleanOption) }),
  findOrder: (order) => order && cleanOrder(order),
  readOrder: (order) => order && cleanOrder(order),
  changedProducts: cleanChanges,
  changedOrders: cleanChanges,
  listOrders: keepUnchanged,
  tagOrder: keepUnchanged,
  subscribe: ({ created, repaired, fine }) => ({
    created: cleanTopics(created),
    repaired: cleanTopics(repaired),
    fine: cleanTopics(fine),
  }),
  unsubscribe: cleanTopics,
  checkAccess(diagnostics) {
    const clean = diagnostics.slice(0, MAX_DIAGNOSTICS).map(cleanDiagnostic);
    // A shop that is down fails each part of the access alike.
    return [...new Map(clean.map((each) => [each.title, each])).values()];
  },
  readDescription: cleanDescription,
  describeStore: cleanDescription,
};

export function cleanProof(proof: PairingProof): PairingProof {
  return proof.ok ? { ...proof, description: cleanDescription(proof.description) } : proof;
}

async function cleanPage<Page extends { products: Product[] }>(page: Page, host: string): Promise<Page> {
  return { ...page, products: await cleanProducts(page.products.slice(0, MAX_PAGE), host) };
}

function cleanProducts(products: readonly Product[], host: string): Promise<Product[]> {
  return mapYielding(products, (product) => cleanProduct(product, `https://${host}/`));
}

function cleanChanges<Page extends { ids: string[] }>(page: Page): Page {
  return { ...page, ids: page.ids.slice(0, MAX_PAGE) };
}

function cleanTopics(topics: readonly string[]): string[] {
  return topics.slice(0, MAX_TOPICS).map((topic) => cleanShopLine(topic, MAX_NAME_LENGTH));
}

function cleanDiagnostic(diagnostic: AccessDiagnostic): AccessDiagnostic {
  const { title, remedy } = diagnostic;
  return { ...diagnostic, title: cleanShopLine(title), ...(remedy && { remedy: cleanShopLine(remedy) }) };
}

function cleanCart(cart: PlatformCart): PlatformCart {
  const { applied, rejected } = cart.discounts;
  const { fulfillment } = cart;
  return limitRecord({
    ...cart,
    ...(fulfillment && {
      fulfillment: {
        ...fulfillment,
        options: cleanOptions(fulfillment.options),
        ...(fulfillment.parcels && { parcels: fulfillment.parcels.map(cleanParcel) }),
      },
    }),
    lines: cart.lines.map(cleanLine),
    discounts: {
      applied,
      rejected: rejected
        .slice(0, MAX_REJECTED)
        .map((each) => ({ ...each, message: cleanShopMessage(each.message) })),
    },
  });
}

function cleanLine(line: CartLine): CartLine {
  const { title, imageUrl, allocations, priceText } = line;
  return {
    ...line,
    ...cleanShopTitle(title),
    imageUrl: toWebAddress(imageUrl),
    ...(priceText === undefined ? {} : { priceText: cleanShopMessage(priceText) }),
    ...(allocations && {
      allocations: allocations.map((each) => ({ ...each, title: cleanShopMessage(each.title, '') })),
    }),
  };
}

function cleanParcel({ variantIds, options }: Parcel): Parcel {
  return { variantIds: variantIds.slice(0, MAX_PAGE), options: cleanOptions(options) };
}

function cleanOptions(options: readonly FulfillmentOption[]): FulfillmentOption[] {
  return arrangeOptions(options.slice(0, MAX_QUOTES).map(cleanOption));
}

function cleanOption<Option extends FulfillmentOption | FulfillmentQuote>(option: Option): Option {
  return {
    ...option,
    id: cleanShopLine(option.id),
    title: cleanShopMessage(option.title, 'Shipping'),
    description: option.description === null ? null : cleanShopMessage(option.description),
    ...('pickup' in option && option.pickup && { pickup: cleanPickup(option.pickup) }),
  };
}

function cleanPickup({ name, address }: PickupPlace): PickupPlace {
  return { name: cleanShopMessage(name, 'Pickup'), address: cleanWord(address) };
}

function cleanOrder(order: PlatformOrder): PlatformOrder {
  const { lines, progress, shippingAddress, tracking, pageUrl } = order;
  return {
    ...order,
    pageUrl: toWebAddress(pageUrl),
    lines: lines.map((line) => ({ ...line, ...cleanShopTitle(line.title) })),
    shippingAddress: shippingAddress && cleanPlace(shippingAddress),
    tracking: tracking.map(cleanTracking),
    progress: {
      ...progress,
      lines: progress.lines.map((line) => ({ ...line, title: cleanShopMessage(line.title) })),
      events: progress.events.map((event) => ({
        ...event,
        tracking: event.tracking && cleanTracking(event.tracking),
      })),
    },
  };
}

function cleanTracking({ carrier, number, url }: Tracking): Tracking {
  return { carrier: cleanWord(carrier), number: cleanWord(number), url: toWebAddress(url) };
}

function cleanPlace(address: ShippingAddress): ShippingAddress {
  const members = Object.entries(address).map(([name, text]) => [name, cleanWord(text)]);
  return Object.fromEntries(members) as ShippingAddress;
}

function cleanWord(text: string | null): string | null {
  return text === null ? null : cleanShopMessage(text, '').slice(0, MAX_NAME_LENGTH).toWellFormed();
}

function cleanDescription(description: StoreDescription): StoreDescription {
  const { pickupPlaces } = description;
  return {
    ...description,
    ...(pickupPlaces && { pickupPlaces: pickupPlaces.slice(0, MAX_QUOTES).map(cleanPickupPlace) }),
    name: cleanShopLine(description.name, MAX_NAME_LENGTH),
    links: description.links.flatMap(cleanLink).slice(0, MAX_LINKS),
    versions: Object.fromEntries(
      Object.entries(description.versions).map(([name, version]) => [
        name,
        cleanShopLine(version, MAX_NAME_LENGTH),
      ]),
    ),
  };
}

function cleanPickupPlace({ id, name }: StorePlace): StorePlace {
  return { id: cleanShopLine(id), name: cleanShopMessage(name, 'Pickup') };
}

function cleanLink({ rel, href }: PolicyLink): PolicyLink[] {
  const address = toWebAddress(href);
  return address === null ? [] : [{ rel, href: address }];
}

/** Fits a refusal for every line of a cart. */
const MAX_MESSAGE = 10_000;
const MAX_REFUSALS = 100;

/** Cleans the shop's texts in the error's message, details and refusals in place, and returns the error with the shop's failure. */
function cleanError(error: unknown, host: string): unknown {
  if (!(error instanceof CommerceError)) return error;
  const refusals = error.refusals.slice(0, MAX_REFUSALS).map(cleanRefusal);
  const details = error.details.map(({ path, message }) => ({ path, message: cleanShopMessage(message) }));
  const message = refusals.length > 0 ? refusals.map((each) => each.message).join(' ') : error.message;
  Object.assign(error, { refusals, details, message: cleanShopMessage(message, undefined, MAX_MESSAGE) });
  return Object.assign(error, { failure: toShopFailure(error, host) });
}

function cleanRefusal(refusal: ItemRefusal): ItemRefusal {
  const plain = `The store refuses ${refusal.variantId} (${refusal.reason.replaceAll('_', ' ')}).`;
  return { ...refusal, message: cleanShopMessage(refusal.message, plain) };
}
