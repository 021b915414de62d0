import type { PolicyLink, StoreDescription } from '../../commerce/store.ts';
import type { Caller } from '../store-platform.ts';
import { type Ask, CONNECTOR, CORE, parseAnswer, query } from './client.ts';
import { cartCreateResponse, type StoreInfo, storeInfo } from './connector-wire.ts';
import { plainLine } from './plain-text.ts';

const STORE_INFO = 'GET /store-info';

/** The connector keeps nothing for this cart: with it, a key is seen to be allowed to write (connector-protocol.md). */
const PROBE_CART = '00000000-0000-4000-8000-000000000000';

/**
 * Asks the connector who the shop is, then proves that the key can read and write. Throws a `platform_error` that
 * says what is missing: the connector, pretty permalinks, https, the key, its secret, or its permission.
 */
export async function describeStore(ask: Ask, siteUrl: string, caller: Caller): Promise<StoreDescription> {
  const info = await readStoreInfo(ask, caller);
  await Promise.all([proveReading(ask, caller), proveWriting(ask, caller)]);
  const hosts = [siteUrl, info.url].map((url) => new URL(url).host.toLowerCase());
  return {
    name: plainLine(info.name),
    currency: info.currency.toUpperCase(),
    country: /^[A-Z]{2}$/.test(info.country ?? '') ? info.country : null,
    hosts: [...new Set(hosts)],
    links: info.policies.flatMap(toPolicyLink),
    versions: info.versions,
  };
}

/** Without the keys: a wrong secret would be refused here as well, and hide whether the connector is there. */
export async function readStoreInfo(ask: Ask, caller: Caller): Promise<StoreInfo> {
  const path = `${CONNECTOR}/store-info`;
  return parseAnswer(
    storeInfo,
    await ask({ operation: STORE_INFO, path, anonymous: true }, caller),
    STORE_INFO,
  );
}

async function proveReading(ask: Ask, caller: Caller): Promise<void> {
  const path = `${CORE}/products?${query({ per_page: 1, status: 'publish', _fields: 'id' })}`;
  await ask({ operation: 'GET /products', path }, caller);
}

/** A read key is refused every POST, whatever is in it. */
async function proveWriting(ask: Ask, caller: Caller): Promise<void> {
  const operation = 'POST /cart/create';
  const body = { cart_id: PROBE_CART, items: [], coupons: [] };
  const answer = await ask({ operation, path: `${CONNECTOR}/cart/create`, body }, caller);
  parseAnswer(cartCreateResponse, answer, operation);
}

const RELS: readonly PolicyLink['rel'][] = [
  'terms-of-service',
  'privacy-policy',
  'refund-policy',
  'shipping-policy',
];

function toPolicyLink({ rel, href }: StoreInfo['policies'][number]): PolicyLink[] {
  const known = RELS.find((each) => each === rel);
  return known && /^https?:\/\//.test(href) ? [{ rel: known, href }] : [];
}
