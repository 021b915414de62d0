import { toMinorUnits } from '../../src/commerce/money/money.ts';
import type { ShopMeasure, ShopProduct, ShopVariant } from '../shop/types.ts';
import { gid } from './gid.ts';
import { moneyV2 } from './money-strings.ts';
import type { ShopState } from './shop-state.ts';

export function moneyOf(shop: ShopState, price: string) {
  const { currency } = shop.settings;
  return moneyV2(toMinorUnits(price, currency), currency);
}

/** Category with its ancestors, from the top down. */
export function categoryView(path: readonly string[]) {
  const views = path.map((name, index) => ({
    id: gid('TaxonomyCategory', encodeURIComponent(path.slice(0, index + 1).join('>'))),
    name,
    ancestors: [] as object[],
  }));
  const last = views.at(-1);
  return last ? { ...last, ancestors: views.slice(0, -1) } : null;
}

/** Standard metafields that review apps write: `reviews.rating` and `reviews.rating_count`. */
export function ratingMetafield(
  { id, rating }: ShopProduct,
  { key, namespace }: { key: string; namespace?: string | null },
) {
  if (!rating || namespace !== 'reviews') return null;
  const stars = JSON.stringify({ value: rating.average, scale_min: '1.0', scale_max: '5.0' });
  const fields: Record<string, { type: string; value: string }> = {
    rating: { type: 'rating', value: stars },
    rating_count: { type: 'number_integer', value: String(rating.count) },
  };
  const field = fields[key];
  return field ? { id: gid('Metafield', `${id}-${key}`), key, namespace, ...field } : null;
}

/** Thousandths of the base unit. */
const SIZES = { G: 1_000, KG: 1_000_000, ML: 1_000, L: 1_000_000 };

export function unitPriceView(shop: ShopState, { price, measure }: ShopVariant) {
  if (!measure) return { unitPrice: null, unitPriceMeasurement: null };
  const { currency } = shop.settings;
  const { content, reference } = measure;
  const amount = Math.round((toMinorUnits(price, currency) * sizeOf(reference)) / sizeOf(content));
  return {
    unitPrice: moneyV2(amount, currency),
    unitPriceMeasurement: {
      measuredType: content[1].endsWith('G') ? 'WEIGHT' : 'VOLUME',
      quantityUnit: content[1],
      quantityValue: content[0],
      referenceUnit: reference[1],
      referenceValue: reference[0],
    },
  };
}

function sizeOf([amount, unit]: ShopMeasure): number {
  return amount * SIZES[unit];
}
