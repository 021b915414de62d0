import { hash } from 'node:crypto';
import type { z } from 'zod';
import {
  ANY_PICKUP,
  arrangedOptions,
  type CartFulfillment,
  type FulfillmentOption,
  isOption,
} from '../../../commerce/checkout/fulfillment.ts';
import { sum } from '../../../commerce/money.ts';
import type { storefrontAnswers } from '../client/operations.generated.ts';

type Quoted = NonNullable<z.output<typeof storefrontAnswers.QuoteFulfillment>['cartCreate']>;
export type QuotedCart = NonNullable<Quoted['cart']>;
type Groups = QuotedCart['deliveryGroups'];
type DeliveryGroup = Groups['nodes'][number];
type DeliveryOption = DeliveryGroup['deliveryOptions'][number];

/** Groups of an answer, where the document selects them. */
type AnsweredGroups = { [Name in 'deliveryGroups' | 'groupsOfCarriers']?: Groups | undefined };

interface Delivery {
  groups: readonly DeliveryGroup[];
  /** True without the rates of carriers, which have not come in time. */
  isLate: boolean;
  /** False when the options were selected after the cart's total was answered. */
  isPriced: boolean;
}

export function deliveryOf({ deliveryGroups, groupsOfCarriers }: AnsweredGroups): Delivery {
  const [own = [], all] = [deliveryGroups?.nodes, groupsOfCarriers?.nodes];
  const selectedOf = (groups: readonly DeliveryGroup[]) =>
    groups.map(({ selectedDeliveryOption }) => selectedDeliveryOption?.handle).join();
  return {
    groups: all ?? own,
    isLate: deliveryGroups !== undefined && all === undefined,
    isPriced: selectedOf(all ?? own) === selectedOf(own),
  };
}

/** An option of one or more parcels, with the handle that selects it for each group. */
interface CombinedOption extends FulfillmentOption {
  choices: { deliveryGroupId: string; deliveryOptionHandle: string }[];
}

/** Methods that deliver to an address; all others are picked up. */
const DELIVERED_METHODS = new Set(['SHIPPING', 'LOCAL']);

/** Options of a cart and the selected one, as its groups have them. It is pending while that one may be a carrier's. */
export function fulfillmentOf({ groups, isLate }: Delivery, idOrTitle?: string): CartFulfillment {
  const combined = combinedOptions(groups);
  const options = combined.map(({ choices: _, ...option }) => option);
  const selected = combined.find((option) => isSelected(option, groups));
  if (isLate && !(selected && optionFor(combined, idOrTitle)))
    return { options, selectedId: null, isPending: true };
  return { options, selectedId: selected?.id ?? null };
}

/** Choices that select the wanted option, or the cheapest where it is not offered; undefined where there is nothing to select. */
export function choicesFor(
  { groups, isLate, isPriced }: Delivery,
  idOrTitle: string | undefined,
): CombinedOption['choices'] | undefined {
  const options = combinedOptions(groups);
  const option = optionFor(options, idOrTitle) ?? (isLate ? undefined : options[0]);
  return option && !(isPriced && isSelected(option, groups)) ? option.choices : undefined;
}

/** Without a wish, the cheapest delivery. */
function optionFor<Option extends FulfillmentOption>(
  options: readonly Option[],
  idOrTitle: string | undefined,
) {
  return options.find((each) => {
    if (idOrTitle === undefined || idOrTitle === ANY_PICKUP)
      return !!each.pickup === (idOrTitle === ANY_PICKUP);
    return isOption(each, idOrTitle);
  });
}

/** Price of the selected options before discounts; undefined while a group has none. */
export function selectedCost(groups: readonly DeliveryGroup[]): number | undefined {
  const costs = groups.flatMap((group) => group.selectedDeliveryOption?.estimatedCost.amount ?? []);
  return groups.length > 0 && costs.length === groups.length ? sum(costs) : undefined;
}

function isSelected({ choices }: CombinedOption, groups: readonly DeliveryGroup[]): boolean {
  return groups.every((group, index) => {
    return group.selectedDeliveryOption?.handle === choices[index]?.deliveryOptionHandle;
  });
}

/** Deliveries and pickups, each combined over all groups. */
function combinedOptions(groups: readonly DeliveryGroup[]): CombinedOption[] {
  const combined = [true, false].flatMap((isDelivery) =>
    combine(groups, (option) => DELIVERED_METHODS.has(option.deliveryMethodType) === isDelivery),
  );
  return arrangedOptions(combined);
}

/**
 * Combines delivery groups: options that all groups offer, or else the cheapest of each. A group without options makes the whole
 * undeliverable.
 */
function combine(
  groups: readonly DeliveryGroup[],
  isWanted: (option: DeliveryOption) => boolean,
): CombinedOption[] {
  const [first, ...others] = groups.map((group) => group.deliveryOptions.filter(isWanted).toSorted(byCost));
  if (!first?.length || others.some((options) => options.length === 0)) return [];
  // Options are sorted: the cheapest of one title comes first.
  const titled = others.map((options) => new Map(options.toReversed().map((each) => [each.title, each])));
  const common = first.flatMap((option) => {
    const same = titled.map((options) => options.get(option.title));
    return same.every((each) => each !== undefined) ? [toOption(groups, [option, ...same])] : [];
  });
  if (common.length > 0) return common;
  return [
    toOption(
      groups,
      [first, ...others].flatMap((all) => all.slice(0, 1)),
    ),
  ];
}

function byCost(one: DeliveryOption, other: DeliveryOption): number {
  return one.estimatedCost.amount - other.estimatedCost.amount;
}

/** Builds one option of one or more parcels. Shopify states delivery dates only in the title, and tax only at the checkout. */
function toOption(groups: readonly DeliveryGroup[], options: readonly DeliveryOption[]): CombinedOption {
  const distinct = (texts: (string | null)[]) => [
    ...new Set(texts.filter((text) => text !== null && text !== '')),
  ];
  const descriptions = distinct(options.map(({ description }) => description));
  const title = distinct(options.map((each) => each.title ?? each.code)).join(' + ') || 'Shipping';
  const isPickup = options.every((each) => !DELIVERED_METHODS.has(each.deliveryMethodType));
  return {
    id: idOf(options),
    title,
    amount: sum(options.map(({ estimatedCost }) => estimatedCost.amount)),
    tax: null,
    description: descriptions.length > 0 ? descriptions.join(' ') : null,
    ...(isPickup ? { pickup: { name: title, address: null } } : {}),
    choices: options.map(({ handle }, index) => ({
      deliveryGroupId: groups[index]?.id ?? '',
      deliveryOptionHandle: handle,
    })),
  };
}

/** Stays the same while the cart changes, unlike handles, and does not hand the shop's text to a model. */
function idOf(options: readonly DeliveryOption[]): string {
  const texts = options.map(({ deliveryMethodType, title, code }) => [deliveryMethodType, title, code]);
  return hash('sha256', JSON.stringify(texts)).slice(0, 16);
}
