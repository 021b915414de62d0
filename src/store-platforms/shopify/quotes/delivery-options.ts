import { hash } from 'node:crypto';
import type { z } from 'zod';
import {
  ANY_PICKUP,
  type CartFulfillment,
  type FulfillmentOption,
} from '../../../commerce/checkout/fulfillment.ts';
import { buildParcelFulfillment, pickSelectedParts } from '../../../commerce/checkout/parcels.ts';
import { sum } from '../../../commerce/money/money.ts';
import type { storefrontAnswers } from '../client/operations.generated.ts';

type Quoted = NonNullable<z.output<typeof storefrontAnswers.QuoteFulfillment>['cartCreate']>;
export type QuotedCart = NonNullable<Quoted['cart']>;
type Groups = QuotedCart['deliveryGroups'];
type DeliveryGroup = Groups['nodes'][number];
type DeliveryOption = DeliveryGroup['deliveryOptions'][number];

type AnsweredGroups = { [Name in 'deliveryGroups' | 'groupsOfCarriers']?: Groups | undefined };

type Delivery = ReturnType<typeof toDelivery>;

export function toDelivery({ deliveryGroups, groupsOfCarriers }: AnsweredGroups) {
  const [own = [], all] = [deliveryGroups?.nodes, groupsOfCarriers?.nodes];
  const joinSelected = (groups: readonly DeliveryGroup[]) =>
    groups.map(({ selectedDeliveryOption }) => selectedDeliveryOption?.handle).join();
  return {
    groups: all ?? own,
    /** True without the rates of carriers, which have not come in time. */
    isLate: deliveryGroups !== undefined && all === undefined,
    /** False when the options were selected after the cart's total was answered. */
    isPriced: joinSelected(all ?? own) === joinSelected(own),
  };
}

type GroupOption = FulfillmentOption & { handle: string };

/** Methods that deliver to an address; all others are picked up. */
const DELIVERED_METHODS = new Set(['SHIPPING', 'LOCAL']);

/** Options of a cart and the selected one, as its groups have them. It is pending while that one may be a carrier's. */
export function toCartFulfillment({ groups, isLate }: Delivery, idOrTitle?: string): CartFulfillment {
  const parcels = groups.map((group) => {
    const variantIds = group.cartLines.nodes.map(({ merchandise }) => merchandise.id);
    return { variantIds, options: toOptions(group) };
  });
  const fulfillment = buildParcelFulfillment(parcels, groups.map(getSelected));
  const isSettled = fulfillment.selectedId !== null && pickSelectedParts(groups.map(toOptions), idOrTitle);
  return isLate && !isSettled ? { ...fulfillment, selectedId: null, isPending: true } : fulfillment;
}

/** Choices that select the wanted option, or the cheapest where it is not offered; undefined where there is nothing to select. */
export function pickChoices({ groups, isLate, isPriced }: Delivery, idOrTitle?: string) {
  const parcels = groups.map(toOptions);
  const pickCheapest = () => pickSelectedParts(parcels, undefined) ?? pickSelectedParts(parcels, ANY_PICKUP);
  const parts = pickSelectedParts(parcels, idOrTitle) ?? (isLate ? undefined : pickCheapest());
  if (!parts) return undefined;
  const choices = groups.map(({ id }, index) => ({
    deliveryGroupId: id,
    deliveryOptionHandle: parts[index]?.handle ?? '',
  }));
  const isSelected = groups.every((group, index) => getSelected(group)?.handle === parts[index]?.handle);
  return isPriced && isSelected ? undefined : choices;
}

/** Price of the selected options before discounts; undefined while a group has none. */
export function sumSelectedCost(groups: readonly DeliveryGroup[]): number | undefined {
  const costs = groups.flatMap((group) => group.selectedDeliveryOption?.estimatedCost.amount ?? []);
  return groups.length > 0 && costs.length === groups.length ? sum(costs) : undefined;
}

function getSelected(group: DeliveryGroup): GroupOption | undefined {
  return toOptions(group).find(({ handle }) => handle === group.selectedDeliveryOption?.handle);
}

function toOptions({ deliveryOptions }: DeliveryGroup): GroupOption[] {
  return deliveryOptions.map(toOption);
}

/** Shopify states delivery dates only in the title, and tax only at the checkout. */
function toOption(option: DeliveryOption): GroupOption {
  const { handle, code, description, deliveryMethodType, estimatedCost } = option;
  const title = option.title || code || 'Shipping';
  return {
    // Stays the same while the cart changes, unlike handles, and does not hand the shop's text to a model.
    id: hash('sha256', JSON.stringify([[deliveryMethodType, option.title, code]])).slice(0, 16),
    title,
    amount: estimatedCost.amount,
    tax: null,
    description: description || null,
    ...(DELIVERED_METHODS.has(deliveryMethodType) ? {} : { pickup: { name: title, address: null } }),
    handle,
  };
}
