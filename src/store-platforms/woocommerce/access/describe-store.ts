import { randomUUID } from 'node:crypto';
import { CommerceError } from '../../../commerce/errors.ts';
import { isCountry } from '../../../commerce/money/countries.ts';
import { toBrand } from '../../../commerce/product/brand.ts';
import type { PolicyLink, StoreDescription } from '../../../commerce/store/store.ts';
import { normalizeTimeZone } from '../../../commerce/time/days.ts';
import { wooProduct } from '../catalog/wire.ts';
import { type Ask, askCore, CONNECTOR, parseAnswer } from '../client.ts';
import {
  type CartCreateRequest,
  ITEMS_REFUSED,
  itemsRefusedError,
  type StoreInfo,
  storeInfo,
} from '../connector-wire.ts';
import { plainLine } from '../plain-text.ts';

/** Item that no shop has: only a key with write permission gets as far as its refusal, and nothing is stored. */
const NO_SUCH_ITEM = Number.MAX_SAFE_INTEGER;

/** Throws a `platform_error` that names what is missing: the connector, permalinks, https, the key, its secret, or its permission. */
export async function describeStore(ask: Ask, siteUrl: string): Promise<StoreDescription> {
  const description = await readDescription(ask, siteUrl);
  await proveReading(ask);
  await proveWriting(ask);
  return description;
}

export async function readDescription(ask: Ask, siteUrl: string): Promise<StoreDescription> {
  const info = await readStoreInfo(ask);
  if (isTooOld(info.versions.woocommerce)) throw createTooOldError(info);
  const brand = toBrand(info.logo, info.color);
  const timeZone = normalizeTimeZone(info.time_zone ?? '');
  const hosts = [siteUrl, info.url].map((url) => new URL(url).host.toLowerCase());
  return {
    name: plainLine(info.name),
    currency: info.currency.toUpperCase(),
    country: /^[A-Z]{2}$/.test(info.country ?? '') ? info.country : null,
    hosts: [...new Set(hosts)],
    folder: new URL(info.url).pathname.replace(/(?<!\/)\/+$/, ''),
    links: info.policies.flatMap(toPolicyLink),
    versions: info.versions,
    ...(info.prices_include_tax === undefined ? {} : { pricesIncludeTax: info.prices_include_tax }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(brand ? { brand } : {}),
    ...(info.guest_checkout === undefined ? {} : { requiresAccount: !info.guest_checkout }),
    ...(info.ships_to ? { deliversTo: info.ships_to.filter(isCountry) } : {}),
    ...(info.pickup_places
      ? { pickupPlaces: info.pickup_places.map(({ id, name }) => ({ id, name: plainLine(name) })) }
      : {}),
  };
}

/** Minimum in the connector plugin's header. */
const OLDEST_WOOCOMMERCE = [8, 2] as const;

export function isTooOld(woocommerce: string): boolean {
  const [major = 0, minor = 0] = woocommerce.split('.').map((part) => Number.parseInt(part, 10));
  const [oldestMajor, oldestMinor] = OLDEST_WOOCOMMERCE;
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

export function createTooOldError({ versions }: StoreInfo): CommerceError {
  const message = `WooCommerce ${plainLine(versions.woocommerce)} is too old. Update WooCommerce to ${OLDEST_WOOCOMMERCE.join('.')} or later, in WordPress under Plugins.`;
  return new CommerceError('platform_error', message);
}

/** Calls without keys first: a wrong secret would hide whether the connector exists. A site closed to guests is called with them. */
export async function readStoreInfo(ask: Ask): Promise<StoreInfo> {
  const call = { path: `${CONNECTOR}/store-info` };
  const asGuest = await ask({ ...call, anonymous: true, answersToGuests: true });
  return parseAnswer(storeInfo, asGuest.errorCode === undefined ? asGuest : await ask(call));
}

/** With keys the plugin names the site's plugins too. */
export async function readOwnStoreInfo(ask: Ask): Promise<StoreInfo> {
  return parseAnswer(storeInfo, await ask({ path: `${CONNECTOR}/store-info` }));
}

export async function proveReading(ask: Ask): Promise<void> {
  await askCore(ask, '/products', wooProduct.pick({ id: true }), { per_page: 1, status: 'publish' });
}

/** Proves write permission: a read-only key is refused every POST. */
export async function proveWriting(ask: Ask): Promise<void> {
  const body: CartCreateRequest = { cart_id: randomUUID(), items: [{ id: NO_SUCH_ITEM, quantity: 1 }] };
  const call = { path: `${CONNECTOR}/cart/create`, body, answers: [ITEMS_REFUSED] };
  parseAnswer(itemsRefusedError, await ask(call));
}

const RELS = ['terms-of-service', 'privacy-policy', 'refund-policy', 'shipping-policy'] as const;

function toPolicyLink({ rel, href }: StoreInfo['policies'][number]): PolicyLink[] {
  return RELS.filter((each) => each === rel).map((type) => ({ rel: type, href }));
}
