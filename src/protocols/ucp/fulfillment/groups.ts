import {
  getSelectedByParcel,
  getSelectedOption,
  joinIds,
  MAX_PARCELS,
  type SessionFulfillment,
} from '../../../commerce/checkout/fulfillment.ts';
import { quoteInput } from '../../../commerce/text/quoted.ts';
import type { AskedMethod } from '../content/schemas.ts';
import { createErrorMessage, type Message } from '../messages.ts';
import type { NegotiatedCall } from '../negotiation/negotiate.ts';
import { FULFILLMENT } from '../profile/capabilities.ts';

/** True where the agent platform's profile says that a method may have several groups. */
export function canTakeGroups({ active, profile }: NegotiatedCall): boolean {
  const version = active.get(FULFILLMENT);
  const entry = profile.capabilities[FULFILLMENT]?.find((each) => each.version === version);
  return entry?.supportsMultiGroup === true;
}

/** Id of a parcel's group, of the only one where parcels are combined. */
export function groupId(type: 'shipping' | 'pickup', index: number): string {
  return `${type}-${index + 1}`;
}

interface GroupSelection {
  optionId?: string | undefined;
  isByParcel?: true;
  /** Place in the request of each parcel's group. */
  places?: ReadonlyMap<number, number>;
  problem?: Message;
}

/** A group that is left out keeps its option in `current`, and has the cheapest delivery without one. */
export function readGroups(
  { groups = [] }: AskedMethod,
  path: string,
  current: SessionFulfillment | undefined,
): GroupSelection {
  // The parcels of a checkout that is not priced yet are unknown.
  const parcels = current ? (current.parcels?.length ?? 1) : MAX_PARCELS;
  const places = new Map<number, number>();
  const ids = getKeptOptions(current);
  for (const [place, { id, selected_option_id: optionId }] of groups.entries()) {
    const parcel = parcels === 1 && groups.length === 1 ? 0 : toParcel(id, place);
    if (parcel >= parcels || places.has(parcel))
      return { problem: createUnknownGroupMessage(id, parcels, `${path}.groups[${place}].id`) };
    places.set(parcel, place);
    if (optionId) ids[parcel] = optionId;
  }
  if (!groups.some((group) => group.selected_option_id)) return {};
  return { optionId: joinIds(Array.from(ids, (each) => each ?? '')), isByParcel: true, places };
}

/** Ids of the selected options by parcel; blank for the cheapest delivery. */
function getKeptOptions(current: SessionFulfillment | undefined): string[] {
  if (!current?.parcels) return [];
  const ids = getSelectedOption(current)?.pickup ? [] : getSelectedByParcel(current);
  return current.parcels.map((_, parcel) => ids[parcel] ?? '');
}

/** Infinite for an id that is none of a group. */
function toParcel(id: string | undefined, place: number): number {
  if (id === undefined) return place;
  const number = /^shipping-([1-9]\d?)$/.exec(id)?.[1];
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number) - 1;
}

function createUnknownGroupMessage(id: string | undefined, parcels: number, path: string): Message {
  const valid = Array.from({ length: parcels }, (_, index) => groupId('shipping', index)).join(', ');
  const content = `${quoteInput(id ?? '')} is no group of this method, or is named twice. Ids of the groups: ${valid}.`;
  return createErrorMessage('invalid_input', content, 'recoverable', path);
}
