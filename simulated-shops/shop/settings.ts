import { countryOf, priceIn } from './currencies.ts';
import type { ShopCoupon, ShopSettings } from './types.ts';

/** Settings with eight percent tax, two rates (express to some countries only) and a code for each case. */
export function shopSettings(shop: { currency: string; name: string }): ShopSettings {
  const { currency, name } = shop;
  return {
    name,
    currency,
    missingPolicies: [],
    paysByTransfer: false,
    brandColor: null,
    pixelUrl: null,
    country: countryOf(currency),
    timeZone: 'UTC',
    taxRate: '0.08',
    taxesIncluded: false,
    shippingRates: [
      { id: 'standard', title: 'Standard', amount: priceIn(currency, 500), countries: DELIVERED_TO },
      {
        id: 'express',
        title: 'Express',
        amount: priceIn(currency, 1500),
        countries: ['US', 'CA', 'GB', 'DE', 'FR'],
      },
    ],
    coupons: coupons((cents) => priceIn(currency, cents)),
    automaticDiscounts: [
      { title: 'Big basket', kind: 'percent', value: '5', minimum: priceIn(currency, 1_000_000) },
    ],
  };
}

/** The only countries with delivery. */
const DELIVERED_TO = ['US', 'CA', 'GB', 'IE', 'DE', 'FR', 'IT', 'ES', 'NL', 'AT', 'JP', 'KW', 'AU'];

/** Four valid codes of different kinds, and one for each reason of refusal. */
function coupons(price: (cents: number) => string): ShopCoupon[] {
  return [
    { code: 'SUMMER10', kind: 'percent', value: '10' },
    { code: 'FREESHIP', kind: 'free_shipping', value: '0' },
    { code: 'SOLO', kind: 'percent', value: '15', individualUse: true },
    { code: 'MUGSONLY', kind: 'percent', value: '20', onlyTagged: 'mug' },
    { code: 'VIP', kind: 'percent', value: '25', onlyEmails: ['vip@example.com'] },
    { code: 'BIG100', kind: 'fixed', value: price(1000), minimum: price(10_000) },
    { code: 'MAX50', kind: 'fixed', value: price(500), maximum: price(5000) },
    { code: 'USEDUP', kind: 'percent', value: '30', usageLimit: 1, used: 1 },
    { code: 'EXPIRED5', kind: 'percent', value: '5', expiresAt: '2024-01-01T00:00:00.000Z' },
  ];
}
