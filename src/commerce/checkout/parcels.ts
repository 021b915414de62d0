import { sum } from '../money/money.ts';
import {
  ANY_PICKUP,
  arrangeOptions,
  type CartFulfillment,
  type FulfillmentOption,
  isOption,
  joinIds,
  type Parcel,
  splitIdsByParcel,
} from './fulfillment.ts';

/** Option of all goods; `parts` has the option of each parcel. */
type Combination<Option> = FulfillmentOption & { parts: Option[] };

/** Fulfillment of goods whose parcels have these options selected: one for each parcel, or none. */
export function buildParcelFulfillment<Option extends FulfillmentOption>(
  parcels: readonly Parcel<Option>[],
  selected: readonly (Option | undefined)[],
): CartFulfillment {
  const parts = selected.flatMap((option) => option ?? []);
  const choice = parcels.length > 0 && parts.length === parcels.length ? [toCombination(parts)] : [];
  const offered = computeCombinations(parcels.map(({ options }) => options));
  const selectedId = choice[0]?.id ?? null;
  const isOffered = offered.some(({ id }) => id === selectedId);
  const options = isOffered ? offered : arrangeOptions([...offered, ...choice]);
  const deliveries = parcels.map(({ variantIds, options }) => {
    const own = arrangeOptions(options.filter(({ pickup }) => !pickup));
    return { variantIds, options: own.map(withoutExtras) };
  });
  const isDivided = deliveries.length > 1 && deliveries.every(({ options }) => options.length > 0);
  return { options: options.map(withoutExtras), selectedId, ...(isDivided ? { parcels: deliveries } : {}) };
}

/** Returns the option of each parcel that an id, a title or the parcels' own ids select; undefined where one lacks it. */
export function pickSelectedParts<Option extends FulfillmentOption>(
  parcels: readonly (readonly Option[])[],
  idOrTitle: string | undefined,
): Option[] | undefined {
  const offered = computeCombinations(parcels);
  if (idOrTitle === undefined || idOrTitle === ANY_PICKUP)
    return offered.find(({ pickup }) => !!pickup === (idOrTitle === ANY_PICKUP))?.parts;
  const option = offered.find((each) => isOption(each, idOrTitle));
  return option?.parts ?? pickPartsWithIds(parcels, splitIdsByParcel(idOrTitle, parcels.length));
}

function pickPartsWithIds<Option extends FulfillmentOption>(
  parcels: readonly (readonly Option[])[],
  ids: readonly string[] = [],
): Option[] | undefined {
  const parts = parcels.flatMap((options, index) => {
    const isWanted = ({ id, pickup }: Option) => (ids[index] === '' ? !pickup : id === ids[index]);
    return options.toSorted(compareAmounts).find(isWanted) ?? [];
  });
  return parts.length === parcels.length ? parts : undefined;
}

function computeCombinations<Option extends FulfillmentOption>(
  parcels: readonly (readonly Option[])[],
): Combination<Option>[] {
  const filterByKind = (isPickup: boolean) =>
    parcels.map((options) => options.filter(({ pickup }) => !!pickup === isPickup).toSorted(compareAmounts));
  return arrangeOptions(
    [...combineOptions(filterByKind(false)), ...combineOptions(filterByKind(true), true)].map(toCombination),
  );
}

/** Combines sorted options: the cheapest of each parcel, and each title that all share; a pickup at one place where there is one. */
function combineOptions<Option extends FulfillmentOption>(parcels: Option[][], isPickup = false): Option[][] {
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

function toCombination<Option extends FulfillmentOption>(parts: Option[]): Combination<Option> {
  const [only] = parts.length === 1 ? parts : [];
  if (only) return { ...only, parts };
  const descriptions = pickDistinct(parts.map(({ description }) => description ?? ''));
  const places = parts.flatMap(({ pickup }) => pickup ?? []);
  const names = pickDistinct(places.map(({ name }) => name));
  const address = names.length === 1 ? (places[0]?.address ?? null) : null;
  return {
    id: joinIds(parts.map(({ id }) => id)),
    title: pickDistinct(parts.map(({ title }) => title)).join(' + '),
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

function pickDistinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

function compareAmounts(one: FulfillmentOption, other: FulfillmentOption): number {
  return one.amount - other.amount;
}
