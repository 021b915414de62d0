import { countryOf, priceIn } from './currencies.ts';
import type { ShopSettings } from './types.ts';

/** Eight percent tax, two rates (express to some countries only) and four codes; amounts natural for the currency. */
export function shopSettings(shop: { currency: string; name: string }): ShopSettings {
  const { currency, name } = shop;
  return {
    name,
    currency,
    country: countryOf(currency),
    taxRate: '0.08',
    shippingRates: [
      { id: 'standard', title: 'Standard', amount: priceIn(currency, 500), countries: DELIVERED_TO },
      {
        id: 'express',
        title: 'Express',
        amount: priceIn(currency, 1500),
        countries: ['US', 'CA', 'GB', 'DE', 'FR'],
      },
    ],
    coupons: [
      { code: 'SUMMER10', kind: 'percent', value: '10' },
      { code: 'EXPIRED5', kind: 'percent', value: '5', expiresAt: '2024-01-01T00:00:00.000Z' },
      { code: 'BIG100', kind: 'fixed', value: priceIn(currency, 1000), minimum: priceIn(currency, 10_000) },
      { code: 'FREESHIP', kind: 'free_shipping', value: '0' },
    ],
  };
}

/** Everywhere else nothing is delivered. */
const DELIVERED_TO = ['US', 'CA', 'GB', 'IE', 'DE', 'FR', 'IT', 'ES', 'NL', 'AT', 'JP', 'KW', 'AU'];
