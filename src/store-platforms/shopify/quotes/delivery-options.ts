import type { z } from 'zod';
import type { FulfillmentQuote } from '../../store-platform.ts';
import type { storefrontAnswers } from '../client/operations.generated.ts';

type Quoted = NonNullable<z.output<typeof storefrontAnswers.QuoteFulfillment>['cartCreate']>;
export type QuotedCart = NonNullable<Quoted['cart']>;
type DeliveryGroup = QuotedCart['deliveryGroups']['nodes'][number];
type DeliveryOption = DeliveryGroup['deliveryOptions'][number];

/** Methods that deliver to an address; all others are picked up. */
const DELIVERED_METHODS = new Set(['SHIPPING', 'LOCAL']);

/**
 * Combines delivery groups, cheapest first: options that all groups offer, or else the cheapest of each. A group without
 * options makes the whole undeliverable.
 */
export function deliveryQuotes(groups: readonly DeliveryGroup[]): FulfillmentQuote[] {
  const [first, ...others] = groups.map((group) =>
    group.deliveryOptions.filter(isDelivered).toSorted(byCost),
  );
  if (!first?.length || others.some((options) => options.length === 0)) return [];
  // Options are sorted: the cheapest of one title comes first.
  const titled = others.map((options) => new Map(options.toReversed().map((each) => [each.title, each])));
  const common = first.flatMap((option) => {
    const same = titled.map((options) => options.get(option.title));
    return same.every((each) => each !== undefined) ? [toQuote([option, ...same])] : [];
  });
  const quotes = common.length > 0 ? common : [toQuote([first, ...others].flatMap((all) => all.slice(0, 1)))];
  return quotes.toSorted((a, b) => a.amount - b.amount);
}

function isDelivered({ deliveryMethodType }: DeliveryOption): boolean {
  return DELIVERED_METHODS.has(deliveryMethodType);
}

function byCost(one: DeliveryOption, other: DeliveryOption): number {
  return one.estimatedCost.amount - other.estimatedCost.amount;
}

/** Builds one option of one or more parcels. Shopify states delivery dates only in the title, and tax only at the checkout. */
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
