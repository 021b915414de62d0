import type { CartLine, Totals } from './cart.ts';
import { getSelectedOption, type SessionFulfillment } from './fulfillment.ts';

/** Parts of a purchase that the shop may still add before the buyer pays. */
export const PROVISIONAL_PARTS = ['tax', 'shipping', 'fees'] as const;
export type ProvisionalPart = (typeof PROVISIONAL_PARTS)[number];

interface Priced {
  lines: readonly Pick<CartLine, 'needsDelivery'>[];
  totals: Pick<Totals, 'pricesIncludeTax' | 'fees'>;
  /** Absent and null without a destination. */
  fulfillment?: SessionFulfillment | null;
}

/** Lists the parts that the total may lack. A shop that charges fees may charge others for the buyer's place. */
export function listProvisional({ lines, totals, fulfillment = null }: Priced): ProvisionalPart[] {
  if (lines.length === 0) return [];
  const selected = fulfillment && getSelectedOption(fulfillment);
  const lacksShipping = !selected && lines.some(({ needsDelivery }) => needsDelivery !== false);
  const lacksTax = totals.pricesIncludeTax !== true && (selected?.tax ?? null) === null;
  const isPresent = { tax: lacksTax, shipping: lacksShipping, fees: !selected && (totals.fees ?? 0) !== 0 };
  return PROVISIONAL_PARTS.filter((part) => isPresent[part]);
}
