import type { StoreInfo } from '../../../src/store-platforms/woocommerce/connector-wire.ts';
import type { OrderBook } from '../../shop/orders.ts';
import { LOGO_PATH } from '../../shop/shop-pages.ts';
import type { ApiRoute } from '../api/api-routes.ts';
import { rateId } from '../checkout/cart-totals.ts';
import type { Carts } from '../checkout/carts.ts';
import { policyLinks } from '../pages/policies.ts';
import { type Site, VERSIONS } from '../site.ts';
import { carriersAnswer, createCart, readRequest } from './cart-create.ts';
import { pairingRoutes } from './pairing-routes.ts';
import type { Plugin } from './plugin.ts';

/** The connector plugin's endpoints, under its own namespace. */
export function connectorRoutes(site: Site, carts: Carts, orders: OrderBook, plugin: Plugin): ApiRoute[] {
  return [
    {
      method: 'GET',
      path: '/store-info',
      permission: 'public',
      answer: ({ request }) => storeInfo(site, request.headers.authorization !== undefined),
    },
    ...pairingRoutes(site, plugin),
    {
      method: 'POST',
      path: '/cart/create',
      permission: 'connector',
      check: readRequest,
      answer: async (call) => {
        plugin.meet();
        const { check, items, cart_id } = readRequest(call.body);
        if (check && items.length === 0) return carts.discard(cart_id);
        await carriersAnswer(site, readRequest(call.body));
        return createCart(site, carts, orders, call);
      },
    },
  ];
}

/** The names of plugins are for the service's key alone. */
function storeInfo(site: Site, isKeyed: boolean): StoreInfo {
  const { name, currency, country, timeZone, brandColor, shippingRates } = site.settings;
  const delivered = shippingRates.flatMap(({ countries, pickup }) => (pickup ? [] : countries));
  return {
    name,
    url: site.statedUrl ?? site.origin(),
    currency,
    country,
    product_count: site.products.filter((product) => product.published).length,
    versions: VERSIONS,
    policies: policyLinks(site),
    prices_include_tax: site.prices.includeTax,
    time_zone: timeZone,
    logo: brandColor === null ? null : site.origin() + LOGO_PATH,
    color: brandColor,
    ...(delivered.includes('all') ? {} : { ships_to: [...new Set(delivered)] }),
    pickup_places: shippingRates.flatMap((rate) =>
      rate.pickup ? [{ id: rateId(rate), name: rate.pickup.name }] : [],
    ),
    guest_checkout: site.guestCheckout,
    ...(isKeyed ? { plugins: [...site.plugins] } : {}),
  };
}
