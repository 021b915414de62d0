import type { CartLine, Totals } from '../../../commerce/checkout/cart.ts';
import {
  type Destination,
  type FulfillmentOption,
  getSelectedByParcel,
  getSelectedOption,
  type SessionFulfillment,
} from '../../../commerce/checkout/fulfillment.ts';
import { listProvisional } from '../../../commerce/checkout/provisional.ts';
import { UNHONORED } from '../../../operations/checkout/replace-checkout.ts';
import { omitEmpty } from '../../omit-empty.ts';
import { renderProvisionalText } from '../../texts.ts';
import { toLineId } from '../content/render-content.ts';
import type { UcpContext } from '../envelope.ts';
import { createErrorMessage, createInfo, type Message } from '../messages.ts';
import { FULFILLMENT } from '../profile/capabilities.ts';
import { type UcpVersion, VERSIONS } from '../profile/versions.ts';
import { canTakeGroups, groupId } from './groups.ts';

interface Fulfilled {
  lines: readonly CartLine[];
  totals: Totals;
  fulfillment: SessionFulfillment | null;
}

/** Parcels are groups of shipping where the agent platform takes several, and one group else. */
export function renderFulfillment({ agreed }: UcpContext, { lines, fulfillment }: Fulfilled) {
  const delivered = getDeliveredLines(lines);
  if (!agreed.active.has(FULFILLMENT) || delivered.length === 0) return {};
  const { version } = agreed;
  const options = fulfillment?.options ?? [];
  const places = options.filter(({ pickup }) => pickup);
  const selected = fulfillment && getSelectedOption(fulfillment);
  const place = selected?.pickup ? selected : undefined;
  const shipped = place ? [] : delivered;
  const shippedBy = place ? undefined : selected;
  const delivery = options.filter(({ pickup }) => !pickup);
  const whole = { lines: shipped, options: delivery, selectedId: shippedBy?.id ?? null };
  const shipping = renderMethod(version, {
    type: 'shipping',
    lines: shipped,
    ...renderDestination(fulfillment, version, fulfillment?.isPending === true || !!shippedBy),
    groups: (canTakeGroups(agreed) && toGroups({ lines, fulfillment }, !place)) || [whole],
  });
  const pickup = places.length > 0 ? [renderPickup(version, places, place, delivered)] : [];
  return { fulfillment: { methods: [shipping, ...pickup] } };
}

/** Each place is a destination with one option. */
function renderPickup(
  version: UcpVersion,
  places: readonly FulfillmentOption[],
  selected: FulfillmentOption | undefined,
  delivered: string[],
) {
  const lines = selected ? delivered : [];
  const destinationId = selected?.id ?? null;
  return renderMethod(version, {
    type: 'pickup',
    lines,
    destinations: places.map((option) => renderPlace(option, version)),
    destinationId,
    groups: [{ lines, options: selected ? [selected] : [], selectedId: destinationId }],
  });
}

interface Group {
  lines: string[];
  options: readonly FulfillmentOption[];
  selectedId: string | null;
}

/** A group for each parcel; undefined for goods of one parcel. */
function toGroups({ lines, fulfillment }: Pick<Fulfilled, 'lines' | 'fulfillment'>, isSelected: boolean) {
  if (!fulfillment?.parcels) return undefined;
  const ids = isSelected && !fulfillment.isPending ? getSelectedByParcel(fulfillment) : [];
  return fulfillment.parcels.map(({ variantIds, options }, index): Group => {
    const variants = new Set(isSelected ? variantIds : []);
    const isInside = ({ variantId, needsDelivery }: CartLine) =>
      needsDelivery !== false && variants.has(variantId);
    return {
      lines: lines.flatMap((line, place) => (isInside(line) ? [toLineId(place, line)] : [])),
      options,
      selectedId: ids[index] ?? null,
    };
  });
}

/** The address of shipping, which is not selected where the buyer fetches the goods or nothing is delivered. */
function renderDestination(fulfillment: SessionFulfillment | null, version: UcpVersion, isSelected: boolean) {
  const id = fulfillment?.destinationId ?? null;
  if (!fulfillment || id === null) return { destinations: [], destinationId: null };
  return {
    destinations: [renderAddress(fulfillment.destination, id, version)],
    destinationId: isSelected ? id : null,
  };
}

interface Method {
  type: 'shipping' | 'pickup';
  lines: string[];
  destinations: object[];
  destinationId: string | null;
  groups: readonly Group[];
}

function renderMethod(version: UcpVersion, { type, lines, destinations, destinationId, groups }: Method) {
  return {
    id: type,
    type,
    line_item_ids: lines,
    destinations: omitEmpty(destinations),
    selected_destination_id: destinationId,
    groups: groups.map((group, index) => ({
      id: groupId(type, index),
      line_item_ids: group.lines,
      options: group.options.map((option) => renderOption(option, version)),
      selected_option_id: group.selectedId,
    })),
  };
}

function renderAddress(destination: Destination, id: string, version: UcpVersion): object {
  return {
    ...(VERSIONS[version].hasTypedDestinations ? { type: 'shipping_address' } : {}),
    id,
    street_address: destination.line1,
    extended_address: destination.line2,
    address_locality: destination.city,
    address_region: destination.region,
    address_country: destination.country,
    postal_code: destination.postalCode,
    first_name: destination.firstName,
    last_name: destination.lastName,
    phone_number: destination.phone,
  };
}

/** Destinations have no type before 2026-08-25: its members distinguish a place from an address. */
function renderPlace({ id, pickup }: FulfillmentOption, version: UcpVersion): object {
  const address = pickup?.address ? { street_address: pickup.address } : undefined;
  const { hasTypedDestinations } = VERSIONS[version];
  const kind = hasTypedDestinations ? { type: 'business_location' } : { street_address: null };
  return { ...kind, id, name: pickup?.name, address };
}

function renderOption(option: FulfillmentOption, version: UcpVersion): object {
  const { id, title, description, amount, tax } = option;
  const fulfillment = { type: 'fulfillment', amount: amount - (tax ?? 0) };
  const parts = tax ? [fulfillment, { type: 'tax', amount: tax }] : [];
  const more = description === null || description === title ? undefined : description;
  return {
    id,
    title,
    description: more && VERSIONS[version].hasFormattedDescriptions ? { plain: more } : more,
    totals: [...parts, { type: 'total', amount }],
  };
}

/** Says that rates are still missing, and that nothing is delivered to the destination. */
export function renderFulfillmentMessages({ agreed }: UcpContext, { lines, fulfillment }: Fulfilled) {
  if (!fulfillment || !agreed.active.has(FULFILLMENT) || getDeliveredLines(lines).length === 0) return [];
  if (fulfillment.isPending) return [createInfo('fulfillment_pending', PENDING, OPTIONS)];
  if (getSelectedOption(fulfillment)) return [];
  const path = '$.fulfillment.methods[0].selected_destination_id';
  return [createErrorMessage('address_undeliverable', UNHONORED.destination(), 'recoverable', path)];
}

/** Says what the totals may lack. A destination to which nothing is delivered has an error instead. */
export function renderProvisionalMessages({ agreed }: UcpContext, fulfilled: Fulfilled): Message[] {
  const text = renderProvisionalText(listProvisional(fulfilled));
  const { fulfillment, lines } = fulfilled;
  const isAsked = agreed.active.has(FULFILLMENT) && getDeliveredLines(lines).length > 0;
  if (text === undefined) return [];
  if (!isAsked) return [createInfo('totals_provisional', text, '$.totals')];
  if (!fulfillment) return [createInfo('totals_provisional', WITHOUT_SHIPPING, '$.totals')];
  if (fulfillment.isPending) return [createInfo('totals_provisional', PENDING, '$.totals')];
  return getSelectedOption(fulfillment) ? [createInfo('totals_provisional', WITHOUT_TAX, '$.totals')] : [];
}

const WITHOUT_SHIPPING =
  'The total is provisional, without shipping: write the buyer’s address into fulfillment.methods[0].destinations to have the whole.';
const OPTIONS = '$.fulfillment.methods[0].groups[0].options';
const PENDING =
  'Shipping is not known yet: a carrier has not answered, and the total is provisional. Update the checkout in a few seconds to have its options, or let the buyer choose at continue_url.';
const WITHOUT_TAX = 'The total is provisional: the store adds tax to it on its own page, where there is any.';

function getDeliveredLines(lines: readonly CartLine[]): string[] {
  return lines.flatMap((line, index) => (line.needsDelivery === false ? [] : [toLineId(index, line)]));
}
