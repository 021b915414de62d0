import { z } from 'zod';
import type { FulfillmentQuote } from '../../store-platform.ts';
import { money } from '../wire.ts';

export const deliveryGroup = z.object({
  deliveryOptions: z.array(
    z.object({
      handle: z.string(),
      code: z.string().nullable(),
      title: z.string().nullable(),
      description: z.string().nullable(),
      deliveryMethodType: z.string(),
      estimatedCost: money,
    }),
  ),
});

type DeliveryGroup = z.output<typeof deliveryGroup>;
type DeliveryOption = DeliveryGroup['deliveryOptions'][number];

/** What brings goods to an address. The rest is fetched. */
const BROUGHT = new Set(['SHIPPING', 'LOCAL']);

/**
 * Cheapest first. What is sent in several groups needs an option for each: those that all groups offer, or else the cheapest
 * of each together. A group without any cannot be delivered, and so the whole cannot.
 */
export function deliveryQuotes(groups: readonly DeliveryGroup[]): FulfillmentQuote[] {
  const [first, ...others] = groups.map((group) => group.deliveryOptions.filter(isBrought).toSorted(byCost));
  if (!first?.length || others.some((options) => options.length === 0)) return [];
  const common = first.flatMap((option) => {
    const same = others.map((options) => options.find(({ title }) => title === option.title));
    return same.every((each) => each !== undefined) ? [toQuote([option, ...same])] : [];
  });
  const quotes = common.length > 0 ? common : [toQuote([first, ...others].flatMap((all) => all.slice(0, 1)))];
  return quotes.toSorted((a, b) => a.amount - b.amount);
}

function isBrought({ deliveryMethodType }: DeliveryOption): boolean {
  return BROUGHT.has(deliveryMethodType);
}

function byCost(one: DeliveryOption, other: DeliveryOption): number {
  return one.estimatedCost.amount - other.estimatedCost.amount;
}

/** One choice of the buyer, which may be several parcels. Shopify tells delivery dates in the title only, and tax at the checkout. */
function toQuote(options: readonly DeliveryOption[]): FulfillmentQuote {
  const distinct = (texts: (string | null)[]) => [
    ...new Set(texts.filter((text) => text !== null && text !== '')),
  ];
  const descriptions = distinct(options.map(({ description }) => description));
  return {
    id: options.map(({ handle }) => handle).join('+'),
    title: distinct(options.map(({ title, code }) => title ?? code)).join(' + ') || 'Shipping',
    amount: options.reduce((sum, { estimatedCost }) => sum + estimatedCost.amount, 0),
    tax: null,
    description: descriptions.length > 0 ? descriptions.join(' ') : null,
    earliestDelivery: null,
    latestDelivery: null,
  };
}
