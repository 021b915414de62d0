import { sum } from '../money/money.ts';
import {
  ANY_PICKUP,
  arrangedOptions,
  type CartFulfillment,
  type FulfillmentOption,
  idsByParcel,
  isOption,
  joinedIds,
} from './fulfillment.ts';

/** Goods that the shop sends apart from the others, and their own options. */
interface ShopParcel<Option> {
  variantIds: string[];
  options: Option[];
}

/** Option of all goods; `parts` has the option of each parcel. */
interface Combination<Option> extends FulfillmentOption {
  parts: Option[];
}

/** Fulfillment of goods whose parcels have these options selected: one for each parcel, or none. */
export function fulfillmentOfParcels<Option extends FulfillmentOption>(
  parcels: readonly ShopParcel<Option>[],
  selected: readonly (Option | undefined)[],
): CartFulfillment {
  const parts = selected.flatMap((option) => option ?? []);
  const choice = parcels.length > 0 && parts.length === parcels.length ? [combined(parts)] : [];
  const offered = combinations(parcels.map(({ options }) => options));
  const selectedId = choice[0]?.id ?? null;
  const isOffered = offered.some(({ id }) => id === selectedId);
  const options = isOffered ? offered : arrangedOptions([...offered, ...choice]);
  const deliveries = parcels.map(({ variantIds, options }) => {
    const own = arrangedOptions(options.filter(({ pickup }) => !pickup));
    return { variantIds, options: own.map(withoutExtras) };
  });
  const isDivided = deliveries.length > 1 && deliveries.every(({ options }) => options.length > 0);
  return {
    options: options.map(withoutExtras),
    selectedId,
    ...(isDivided ? { parcels: deliveries } : {}),
  };
}

/** Returns the option of each parcel that an id, a title or the parcels' own ids select; undefined where one lacks it. */
export function selectedParts<Option extends FulfillmentOption>(
  parcels: readonly (readonly Option[])[],
  idOrTitle: string | undefined,
): Option[] | undefined {
  const offered = combinations(parcels);
  if (idOrTitle === undefined || idOrTitle === ANY_PICKUP) {
    return offered.find(({ pickup }) => !!pickup === (idOrTitle === ANY_PICKUP))?.parts;
  }
  const option = offered.find((each) => isOption(each, idOrTitle));
  return option?.parts ?? partsWithIds(parcels, idsByParcel(idOrTitle, parcels.length));
}

function partsWithIds<Option extends FulfillmentOption>(
  parcels: readonly (readonly Option[])[],
  ids: readonly string[] = [],
): Option[] | undefined {
  const parts = parcels.flatMap((options, index) => {
    const isWanted = ({ id, pickup }: Option) => (ids[index] === '' ? !pickup : id === ids[index]);
    return options.toSorted(byAmount).find(isWanted) ?? [];
  });
  return parts.length === parcels.length ? parts : undefined;
}

/** Deliveries and pickups of all parcels, arranged. */
function combinations<Option extends FulfillmentOption>(
  parcels: readonly (readonly Option[])[],
): Combination<Option>[] {
  const ofKind = (isPickup: boolean) =>
    parcels.map((options) => options.filter(({ pickup }) => !!pickup === isPickup).toSorted(byAmount));
  return arrangedOptions([...together(ofKind(false)), ...together(ofKind(true), true)].map(combined));
}

/**
 * Combines sorted options: the cheapest of each parcel, and each title that all share. A buyer fetches all goods at one place where
 * there is one. A single parcel has all its options.
 */
function together<Option extends FulfillmentOption>(parcels: Option[][], isPickup = false): Option[][] {
  const [first, ...others] = parcels;
  if (!first || parcels.some((options) => options.length === 0)) return [];
  if (others.length === 0) return first.map((option) => [option]);
  const byTitle = parcels.map((options) => new Map(options.toReversed().map((each) => [each.title, each])));
  const shared = [...new Set(first.map(({ title }) => title))]
    .map((title) => byTitle.flatMap((options) => options.get(title) ?? []))
    .filter((parts) => parts.length === parcels.length);
  const cheapest = parcels.flatMap((options) => options.slice(0, 1));
  const isShared = shared.some((parts) => parts.every((part, index) => part === cheapest[index]));
  return isShared || (isPickup && shared.length > 0) ? shared : [cheapest, ...shared];
}

function combined<Option extends FulfillmentOption>(parts: Option[]): Combination<Option> {
  const [only] = parts.length === 1 ? parts : [];
  if (only) return { ...only, parts };
  const descriptions = distinct(parts.map(({ description }) => description ?? ''));
  const places = parts.flatMap(({ pickup }) => pickup ?? []);
  const names = distinct(places.map(({ name }) => name));
  const address = names.length === 1 ? (places[0]?.address ?? null) : null;
  return {
    id: joinedIds(parts.map(({ id }) => id)),
    title: distinct(parts.map(({ title }) => title)).join(' + '),
    description: descriptions.join(' ') || null,
    amount: sum(parts.map(({ amount }) => amount)),
    tax: parts.some(({ tax }) => tax === null) ? null : sum(parts.map(({ tax }) => tax ?? 0)),
    ...(places.length > 0 ? { pickup: { name: names.join(' + '), address } } : {}),
    parts,
  };
}

/** An option as agents see it, without the members by which a store platform selects it. */
function withoutExtras(option: FulfillmentOption): FulfillmentOption {
  const { id, title, description, amount, tax, pickup } = option;
  return { id, title, description, amount, tax, ...(pickup ? { pickup } : {}) };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

function byAmount(one: FulfillmentOption, other: FulfillmentOption): number {
  return one.amount - other.amount;
}
