import { type CapabilitySwitches, SWITCHABLE, type SwitchableCapability } from '../commerce/capabilities.ts';
import type { Store } from '../commerce/store.ts';
import { type AtStore, by } from './at-store.ts';
import { nowOf } from './merchant-context.ts';
import { reread } from './store-settings.ts';

/** Sentence about the effect of the switch on agents. */
export function effectOf(capability: SwitchableCapability, on: boolean): string {
  const { has, lacks } = EFFECTS[capability];
  const name = `dev.ucp.shopping.${capability}`;
  return on ? `${has} Your manifest offers ${name}.` : `${lacks} Your manifest does not offer ${name}.`;
}

const EFFECTS: Record<SwitchableCapability, { has: string; lacks: string }> = {
  cart: {
    has: 'Agents can build a cart for their buyer before they check out. When off, the cart endpoints and tools return 404.',
    lacks: 'The cart endpoints and tools return 404; agents can still check out directly.',
  },
  order: {
    has: 'Agents can follow an order after the purchase: status, parcels and refunds. When off, the order endpoints and tools return 404.',
    lacks: 'The order endpoints and tools return 404; agents get no updates after the purchase.',
  },
  discount: {
    has: 'Agents can use discount codes in carts and checkouts. When off, codes they send are ignored.',
    lacks: 'Discount codes that agents send are ignored; your shop’s automatic discounts still apply.',
  },
  fulfillment: {
    has: 'Agents can get shipping rates for an address. When off, the quote endpoint and tool return 404.',
    lacks: 'The shipping quote endpoint and tool return 404; buyers choose shipping at your checkout.',
  },
};

/** Changes the given switches only. Concurrent changes merge by switch; they apply at once in every process. */
export async function switchCapabilities(at: AtStore, wanted: Partial<CapabilitySwitches>): Promise<Store> {
  const { context, store } = at;
  const changed = SWITCHABLE.filter(
    (capability) => wanted[capability] !== undefined && wanted[capability] !== store.switches[capability],
  );
  if (changed.length === 0) return store;
  const set = Object.fromEntries(changed.map((capability) => [capability, wanted[capability] === true]));
  const entry = by(at, 'capability.switched', set);
  await context.stores.setSwitches(store.id, set, nowOf(at), entry);
  return reread(at);
}
