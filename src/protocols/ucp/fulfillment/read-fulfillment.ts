import { hash } from 'node:crypto';
import {
  ANY_PICKUP,
  type Destination,
  type SessionFulfillment,
} from '../../../commerce/checkout/fulfillment.ts';
import type { CommerceError } from '../../../commerce/errors.ts';
import { toCountryCode } from '../../../commerce/money/countries.ts';
import { quoteInput } from '../../../commerce/text/quoted.ts';
import type { WantedFulfillment } from '../../../operations/cart/cart-content.ts';
import { describeUnhonoredSelection } from '../../../operations/checkout/replace-checkout.ts';
import { isAddedLineId, toLineId } from '../content/render-content.ts';
import type { AskedDestination, AskedMethod, Content } from '../content/schemas.ts';
import type { UcpContext } from '../envelope.ts';
import { createErrorMessage, type Message } from '../messages.ts';
import { FULFILLMENT } from '../profile/capabilities.ts';
import { canTakeGroups, readGroups } from './groups.ts';

/** Fulfillment of a request. `request` is undefined where it names none, and null where it removes the former one. */
interface AskedFulfillment {
  request?: WantedFulfillment | null;
  /** Place of the wanted method in the request. */
  index?: number;
  /** Place in the request of each parcel's group. */
  places?: ReadonlyMap<number, number> | undefined;
  problem?: Message;
}

type NumberedMethod = AskedMethod & { index: number };
type Asking = Pick<Content, 'line_items'> & {
  fulfillment?: { methods?: AskedMethod[] | undefined } | undefined;
};

export function readFulfillment(
  context: UcpContext,
  { fulfillment, line_items }: Asking,
  current: SessionFulfillment | null,
): AskedFulfillment {
  const methods = (fulfillment?.methods ?? []).map((method, index) => ({ ...method, index }));
  if (!context.agreed.active.has(FULFILLMENT) || methods.length === 0) return {};
  const problem = checkLineIds(methods, line_items);
  if (problem) return { problem };
  const [first, second] = methods.filter(isChosen);
  if (second) return { problem: createOnePlaceMessage(second) };
  if (first)
    return isPickup(first) ? readPickup(context, first, current) : readShipping(context, first, current);
  return methods.some((method) => method.selected_destination_id === null) ? { request: null } : {};
}

function isPickup({ type, id }: AskedMethod): boolean {
  return (type ?? id) === 'pickup';
}

/** A method without lines, as answers have for methods that were not chosen, chooses nothing by its destinations alone. */
function isChosen(method: AskedMethod): boolean {
  if (method.selected_destination_id || getOption(method)) return true;
  if (method.selected_destination_id === null || method.line_item_ids?.length === 0) return false;
  return isPickup(method) || (method.destinations ?? []).length > 0;
}

function getOption({ groups = [] }: AskedMethod): string | undefined {
  return groups.find((group) => group.selected_option_id)?.selected_option_id ?? undefined;
}

function createOnePlaceMessage({ index }: NumberedMethod): Message {
  const content = 'All items of a checkout go to one place, by one method: select one method only.';
  return createRefusal('method_combination_unsupported', content, `$.fulfillment.methods[${index}]`);
}

/** Lines have the ids of the last answer, or ids from the request. */
function checkLineIds(methods: readonly NumberedMethod[], items: Content['line_items']): Message | undefined {
  const valid = items.map((_, index) => toLineId(index));
  const lineIds = new Set([...valid, ...items.flatMap(({ id }) => id ?? [])]);
  for (const { index, line_item_ids = [] } of methods) {
    const place = line_item_ids.findIndex((id) => !lineIds.has(id) && !isAddedLineId(id));
    const wrong = line_item_ids[place];
    if (wrong === undefined) continue;
    const isItem = items.some(({ item }) => item.id === wrong);
    const why = isItem ? 'is the id of an item, not of its line' : 'is no line item of this checkout';
    const content = `${quoteInput(wrong)} ${why}. Ids of the line items: ${valid.join(', ')}.`;
    return createRefusal('invalid_input', content, `$.fulfillment.methods[${index}].line_item_ids[${place}]`);
  }
  return undefined;
}

function readPickup({ store }: UcpContext, method: NumberedMethod, current: SessionFulfillment | null) {
  const { index, selected_destination_id: place } = method;
  const request = {
    destination: current?.destination ?? { country: store.description.country ?? 'US' },
    destinationId: current?.destinationId ?? null,
    optionId: place ?? getOption(method) ?? ANY_PICKUP,
  };
  return { index, request };
}

function readShipping({ agreed }: UcpContext, method: NumberedMethod, current: SessionFulfillment | null) {
  const { index, destinations = [] } = method;
  const path = `$.fulfillment.methods[${index}]`;
  const [only] = destinations.length === 1 ? destinations : [];
  const id = method.selected_destination_id ?? (only ? toId(only) : current?.destinationId);
  if (id === undefined || id === null) {
    const content = 'Select one of the destinations by its id.';
    return { problem: createRefusal('destination_missing', content, `${path}.selected_destination_id`) };
  }
  const sessionFulfillment = current?.destinationId === id ? current : undefined;
  const { problem, places, ...selection } = canTakeGroups(agreed)
    ? readGroups(method, path, sessionFulfillment)
    : { optionId: getOption(method) };
  if (problem) return { problem };
  const destination = readDestination(method, id, sessionFulfillment);
  if ('code' in destination) return { problem: destination };
  return { index, places, request: { destination, destinationId: id, ...selection } };
}

function readDestination(
  { index, destinations = [] }: NumberedMethod,
  id: string,
  sessionFulfillment: SessionFulfillment | undefined,
): Destination | Message {
  const path = `$.fulfillment.methods[${index}]`;
  const place = destinations.findIndex((each) => toId(each) === id);
  const address = destinations[place];
  if (!address && sessionFulfillment) return sessionFulfillment.destination;
  if (!address) {
    const content = `No destination has the id ${quoteInput(id)}. Write its address into destinations, with this id.`;
    return createRefusal('destination_unknown', content, `${path}.selected_destination_id`);
  }
  const content = 'address_country must be the two letters of a country, as in ISO 3166-1, for example US.';
  const member = `${path}.destinations[${place}].address_country`;
  return toDestination(address) ?? createRefusal('address_undeliverable', content, member);
}

/** An address without an id has one of its own. */
function toId({ id, ...address }: AskedDestination): string {
  return id || `address-${hash('sha256', JSON.stringify(Object.entries(address).toSorted())).slice(0, 12)}`;
}

/** Fulfillment of a link that holds an address; undefined without a country. */
export function toFulfillment(address: AskedDestination, optionId: string | undefined) {
  const destination = toDestination(address);
  return destination && { destination, destinationId: toId(address), optionId };
}

function toDestination(address: AskedDestination): Destination | undefined {
  const country = toCountryCode(address.address_country?.trim() ?? '');
  if (country === undefined) return undefined;
  return {
    country,
    region: address.address_region,
    city: address.address_locality,
    postalCode: address.postal_code,
    line1: address.street_address,
    line2: address.extended_address,
    firstName: address.first_name,
    lastName: address.last_name,
    phone: address.phone_number,
  };
}

export function describeRefusedFulfillment(error: CommerceError, reading: AskedFulfillment): Message {
  return createRefusal('address_undeliverable', error.message, toPath(error, reading));
}

/** Says which option of a new checkout was replaced by the cheapest; an address without delivery has a message of its own. */
export function describeReplacedOption(reading: AskedFulfillment, fulfillment: SessionFulfillment | null) {
  if (!reading.request || !fulfillment || fulfillment.options.length === 0) return [];
  const unhonored = describeUnhonoredSelection(reading.request, fulfillment);
  if (!unhonored) return [];
  const content = `${unhonored.message} The cheapest is selected.`;
  const path = toPath({ ...unhonored, unhonored: 'option' }, reading);
  return [createRefusal('fulfillment_option_unavailable', content, path)];
}

function toPath(
  { unhonored = 'destination', parcel = 0 }: Pick<CommerceError, 'unhonored' | 'parcel'>,
  { index = 0, places, request }: AskedFulfillment,
): string {
  const method = `$.fulfillment.methods[${index}]`;
  const isPlace = unhonored === 'destination' || request?.optionId === ANY_PICKUP;
  if (isPlace) return `${method}.selected_destination_id`;
  return `${method}.groups[${places?.get(parcel) ?? parcel}].selected_option_id`;
}

function createRefusal(code: string, content: string, path: string): Message {
  return createErrorMessage(code, content, 'recoverable', path);
}
