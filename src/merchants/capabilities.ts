import { type CapabilitySwitches, SWITCHABLE, type SwitchableCapability } from '../commerce/capabilities.ts';
import type { Store } from '../commerce/store.ts';
import { type AtStore, by, nowAt } from './at-store.ts';
import { reread } from './store-settings.ts';

/** What it means for agents, as it is now. */
export function effectOf(capability: SwitchableCapability, on: boolean): string {
  const { has, lacks } = EFFECTS[capability];
  const name = `dev.ucp.shopping.${capability}`;
  return on ? `${has} Your manifest offers ${name}.` : `${lacks} Your manifest does not offer ${name}.`;
}

const EFFECTS: Record<SwitchableCapability, { has: string; lacks: string }> = {
  cart: {
    has: 'Agents can keep a cart for their buyer before they check out. Off: the cart endpoints and tools answer 404.',
    lacks: 'The cart endpoints and tools answer 404; agents can still check out directly.',
  },
  order: {
    has: 'Agents can follow an order after the purchase: its state, parcels and refunds. Off: the order endpoints and tools answer 404.',
    lacks: 'The order endpoints and tools answer 404; after the purchase agents learn nothing more.',
  },
  discount: {
    has: 'Agents can use discount codes in carts and checkouts. Off: codes that they send are left out.',
    lacks: 'Discount codes that agents send are left out; your shop’s own automatic discounts stay.',
  },
  fulfillment: {
    has: 'Agents can ask what delivery to an address costs. Off: the quote endpoint and tool answer 404.',
    lacks: 'The endpoint and tool for delivery quotes answer 404; buyers choose delivery at your checkout.',
  },
};

/** What is left out stays. Of two at once each switch's later one stands. At once, in every process. */
export async function switchCapabilities(at: AtStore, wanted: Partial<CapabilitySwitches>): Promise<Store> {
  const { context, store } = at;
  const changed = SWITCHABLE.filter(
    (capability) => wanted[capability] !== undefined && wanted[capability] !== store.switches[capability],
  );
  if (changed.length === 0) return store;
  const set = Object.fromEntries(changed.map((capability) => [capability, wanted[capability] === true]));
  const entry = by(at, 'capability.switched', set);
  await context.stores.setSwitches(store.id, set, nowAt(at), entry);
  return reread(at);
}
