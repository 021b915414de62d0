/** Address of delivery, as far as known. */
export interface Destination {
  /** ISO 3166-1 alpha-2. */
  country: string;
  region?: string | undefined;
  postalCode?: string | undefined;
  city?: string | undefined;
  line1?: string | undefined;
  line2?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | undefined;
}

export interface PickupPlace {
  name: string;
  address: string | null;
}

/** Way in which the shop hands over a cart's goods. Minor units; `amount` contains `tax`, which is null where the platform does not state it. */
export interface FulfillmentOption {
  id: string;
  /** Unique among the options of the cart. */
  title: string;
  description: string | null;
  amount: number;
  tax: number | null;
  /** Absent for delivery to the destination. */
  pickup?: PickupPlace;
}

/** Destination and option for which a cart is priced, and with which the shop's checkout page is filled in. */
export interface FulfillmentRequest {
  destination: Destination;
  /** Id or title of an option, ids of the parcels' options, or `ANY_PICKUP`; undefined for the cheapest delivery. */
  optionId?: string | undefined;
  /** True where `optionId` has an option for each parcel. */
  isByParcel?: boolean | undefined;
}

/** Selects the cheapest option by which the buyer fetches the goods. */
export const ANY_PICKUP = 'pickup';

/** A cart's options, cheapest first. */
export interface CartFulfillment {
  options: FulfillmentOption[];
  /** Option that the totals contain; null where nothing is delivered there. */
  selectedId: string | null;
  /** Present where the shop sends the goods in several parcels, and delivers each. */
  parcels?: Parcel[];
  /** Present while carriers have not said their rates: the options may lack some, the wanted one among them. */
  isPending?: true;
}

/** Goods that the shop sends apart from the others, with its own deliveries, cheapest first. */
export interface Parcel<Option = FulfillmentOption> {
  variantIds: string[];
  options: Option[];
}

/** Fulfillment of a session, as the platform has confirmed it. */
export interface SessionFulfillment extends CartFulfillment {
  /** While it is pending, the option that the agent wants, if any. */
  selectedId: string | null;
  destination: Destination;
  /** The agent's id of the destination; null when the agent named a place of pickup alone, and the shop's country was used. */
  destinationId: string | null;
}

/** The option that the platform has selected; undefined while rates are pending. */
export function getSelectedOption(fulfillment: CartFulfillment): FulfillmentOption | undefined {
  const { options, selectedId, isPending } = fulfillment;
  return isPending ? undefined : options.find(({ id }) => id === selectedId);
}

/** Compares by id, or by title as models name it. */
export function isOption({ id, title }: Pick<FulfillmentOption, 'id' | 'title'>, idOrTitle: string): boolean {
  return id === idOrTitle || title.toLowerCase() === idOrTitle.trim().toLowerCase();
}

/** Parcels of a cart that have options of their own. */
export const MAX_PARCELS = 10;

const BETWEEN_IDS = '+';

/** Id of the option by which each parcel has its own of these. */
export function joinIds(ids: readonly string[]): string {
  return ids.join(BETWEEN_IDS);
}

/** Ids by parcel, '' for the cheapest delivery; one id is for all of them. Undefined for ids of another number of parcels. */
export function splitIdsByParcel(optionId: string, parcels: number): string[] | undefined {
  const ids = optionId.split(BETWEEN_IDS);
  if (ids.length === parcels) return ids;
  const [only, ...others] = new Set(ids);
  return only === undefined || others.length > 0 ? undefined : Array.from({ length: parcels }, () => only);
}

export function getSelectedByParcel(fulfillment: Pick<CartFulfillment, 'parcels' | 'selectedId'>): string[] {
  const { parcels = [], selectedId } = fulfillment;
  return selectedId === null ? [] : (splitIdsByParcel(selectedId, parcels.length) ?? []);
}

/** Index of the first parcel that lacks the wanted option; zero for ids of another number of parcels. */
export function pickParcelWithout(optionId: string, parcels: readonly Parcel[]): number {
  const ids = splitIdsByParcel(optionId, parcels.length) ?? [];
  const isOffered = ({ options }: Parcel, index: number) =>
    ids[index] === '' || options.some(({ id }) => id === ids[index]);
  return Math.max(
    0,
    parcels.findIndex((parcel, index) => !isOffered(parcel, index)),
  );
}

/** Returns what the platform did not honor: it delivers nothing there, or does not offer the option. Undefined while rates are pending. */
export function getUnhonoredPart(
  { optionId }: FulfillmentRequest,
  fulfillment: CartFulfillment,
): 'destination' | 'option' | undefined {
  if (fulfillment.isPending) return undefined;
  const selected = getSelectedOption(fulfillment);
  if (optionId === undefined) return selected ? undefined : 'destination';
  if (optionId === ANY_PICKUP) return selected?.pickup ? undefined : 'option';
  if (selected && (isOption(selected, optionId) || hasIds(selected, optionId))) return undefined;
  return fulfillment.options.length === 0 ? 'destination' : 'option';
}

function hasIds({ id }: FulfillmentOption, optionId: string): boolean {
  const ids = id.split(BETWEEN_IDS);
  const wantedIds = splitIdsByParcel(optionId, ids.length);
  return wantedIds?.every((each, index) => each === '' || each === ids[index]) === true;
}

/** Sorts options, cheapest first and delivery before pickup, and numbers equal titles. */
export function arrangeOptions<Option extends FulfillmentOption>(options: readonly Option[]): Option[] {
  const places = new Map<string, number>();
  return options
    .toSorted((one, other) => Number(!!one.pickup) - Number(!!other.pickup) || one.amount - other.amount)
    .map((option) => {
      const place = (places.get(option.title) ?? 0) + 1;
      places.set(option.title, place);
      return place === 1 ? option : { ...option, title: `${option.title} (${place})` };
    });
}
