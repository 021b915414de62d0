import type { Buyer } from './orders.ts';
import { shippingRatesTo } from './pricing.ts';
import type { ShippingRate, ShopSettings } from './types.ts';

export interface CheckoutForm {
  buyer: Buyer;
  /** Rate for the buyer's country, or rates of several parcels joined by `+`; null when nothing is delivered there. */
  shippingRateId: string | null;
  /** Instant of an order of the past: it takes no stock and makes no news. Now when left out. */
  placedAt?: string;
}

type HomeAddress = Pick<Buyer, 'line1' | 'city' | 'region' | 'postalCode'>;

const AMERICAN: HomeAddress = {
  line1: '12 Maple Street',
  city: 'Springfield',
  region: 'IL',
  postalCode: '62704',
};

const EXAMPLES: Readonly<Record<string, HomeAddress>> = {
  CA: { line1: '48 King Street West', city: 'Toronto', region: 'ON', postalCode: 'M5H 1J9' },
  GB: { line1: '7 Garden Row', city: 'Bristol', region: '', postalCode: 'BS1 4ST' },
  DE: { line1: 'Lindenstraße 5', city: 'Berlin', region: '', postalCode: '10969' },
  JP: { line1: '1-2-3 Jingumae', city: 'Shibuya-ku', region: 'JP-13', postalCode: '150-0001' },
  KW: { line1: 'Block 4, Street 12', city: 'Salmiya', region: '', postalCode: '22004' },
};

/** Initial values of the form, also used for an empty POST. */
function exampleBuyer(settings: ShopSettings, buyer: Partial<Buyer> = {}): Buyer {
  const country = buyer.country ?? settings.country;
  const home = EXAMPLES[country] ?? AMERICAN;
  return { email: 'ada@example.com', name: 'Ada Lovelace', ...home, ...buyer, country };
}

/**
 * Reads the posted form; missing and blank fields keep their defaults. A rate that does not fit becomes the cheapest that does.
 */
export function readCheckoutForm(
  body: unknown,
  settings: ShopSettings,
  buyerSoFar: Partial<Buyer> = {},
  knownRateId?: string,
): CheckoutForm {
  const typed = textFields(body);
  const country = typed.country?.toUpperCase();
  const defaults = exampleBuyer(settings, country ? { ...buyerSoFar, country } : buyerSoFar);
  const buyer: Buyer = {
    email: typed.email ?? defaults.email,
    name: typed.name ?? defaults.name,
    line1: typed.line1 ?? defaults.line1,
    city: typed.city ?? defaults.city,
    region: typed.region ?? defaults.region,
    postalCode: typed.postal_code ?? defaults.postalCode,
    country: defaults.country,
  };
  const rates = shippingRatesTo(settings, buyer.country);
  const shippingRateId = choiceOf(rates, typed.shipping ?? knownRateId ?? '') ?? rates[0]?.id ?? null;
  const placedAt = Date.parse(typed.placed_at ?? '');
  const past = Number.isNaN(placedAt)
    ? {}
    : { placedAt: `${new Date(placedAt).toISOString().slice(0, 19)}Z` };
  return { buyer, shippingRateId, ...past };
}

/** One rate for all parcels, or one for each; undefined where a rate does not fit. */
function choiceOf(rates: readonly ShippingRate[], joined: string): string | undefined {
  const ids = new Set(joined.split('+'));
  if (![...ids].every((id) => rates.some((rate) => rate.id === id))) return undefined;
  return ids.size === 1 ? [...ids][0] : joined;
}

function textFields(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {};
  const filled = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(filled);
}
