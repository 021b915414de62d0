import { z } from 'zod';
import {
  CAPABILITY_TITLES,
  type CapabilitySwitches,
  mapSwitches,
  SWITCHABLE,
  type SwitchableCapability,
} from '../../commerce/store/capabilities.ts';
import type { Store } from '../../commerce/store/store.ts';
import { manifestResponse } from '../../protocols/contract/responses.ts';
import { nameObject } from '../../wire/named.ts';
import { forStore } from '../action.ts';
import { buildManifest } from '../discovery/discovery.ts';
import { type AtStore, getNow, reread, toAuditEntry } from '../visit.ts';

const capability = z.object({
  on: z.boolean(),
  effect: z.string().describe('Effect on agents as it is switched now.'),
});

const switchesReply = nameObject('CapabilitySwitches', { switches: z.object(mapSwitches(() => capability)) });

const isOffered = z.boolean().optional().describe('Omitted: unchanged.');
const supposed = z
  .enum(['on', 'off', 'true', 'false'])
  .transform((text) => text === 'on' || text === 'true')
  .optional()
  .describe('Omitted: unchanged.');

export const capabilityEndpoints = [
  forStore({
    id: 'getStoreCapabilities',
    route: 'GET /stores/{slug}/capabilities',
    summary: 'Returns the four switches, and the effect of each on agents.',
    output: switchesReply,
    run: async ({ store }) => toSwitches(store),
  }),

  forStore({
    id: 'updateStoreCapabilities',
    route: 'PUT /stores/{slug}/capabilities',
    summary: 'Switches capabilities on or off, effective immediately for every agent.',
    input: z.strictObject(mapSwitches(() => isOffered)),
    output: switchesReply,
    command: {
      name: 'capability',
      summary: 'Switch a capability of a store on or off',
      details: `Takes effect at once, also while the service is running. When off, it is removed from the manifest, its endpoints return
404 and its fields in other requests are ignored.`,
      examples: ['capability my-store cart off'],
      members: {
        capability: ['<capability>', 'capability that merchants can switch'],
        state: ['<state>', 'new state'],
      },
      typed: {
        shape: z.object({ capability: z.enum(SWITCHABLE), state: z.enum(['on', 'off']) }),
        toInput: ({ capability, state }) => ({ [String(capability)]: state === 'on' }),
      },
      prints: { done: (_, { slug }, { typed }) => `${typed.capability} is ${typed.state} for ${slug}.` },
    },
    inBulk: {
      id: 'updateCapabilitiesOfStores',
      route: 'POST /stores/capabilities',
      summary: 'Switch a capability of stores',
      example: 'capability cart off --all',
      describeOutcome({ switches }, before) {
        const changed = SWITCHABLE.filter((each) => switches[each].on !== before.switches[each]);
        const words = changed.map(
          (each) => `${CAPABILITY_TITLES[each]} switched ${switches[each].on ? 'on' : 'off'}.`,
        );
        return [changed.length > 0, words.join(' ') || 'Switched so already.'];
      },
    },
    run: async (visit, input) => toSwitches(await switchCapabilities(visit, pickSwitchesNamed(input))),
  }),

  forStore({
    id: 'previewStoreCapabilities',
    route: 'GET /stores/{slug}/capabilities/preview',
    summary: 'Returns the manifest as it would be with other switches. Changes nothing.',
    input: z.object(mapSwitches(() => supposed)),
    output: z.object({ manifest: manifestResponse }),
    async reply({ context, store }, input) {
      const switches = { ...store.switches, ...pickSwitchesNamed(input) };
      const { manifest } = buildManifest({ context, store: { ...store, switches } });
      return { body: { manifest } };
    },
  }),
];

function pickSwitchesNamed(input: { [each in keyof CapabilitySwitches]?: boolean | undefined }) {
  return Object.fromEntries(
    SWITCHABLE.flatMap((each) => (input[each] === undefined ? [] : [[each, input[each]]])),
  ) as Partial<CapabilitySwitches>;
}

function toSwitches({ switches }: Store): z.output<typeof switchesReply> {
  return {
    switches: mapSwitches((name) => ({ on: switches[name], effect: describeEffect(name, switches[name]) })),
  };
}

function describeEffect(capability: SwitchableCapability, on: boolean): string {
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
async function switchCapabilities(at: AtStore, switches: Partial<CapabilitySwitches>): Promise<Store> {
  const { context, store } = at;
  const after = { ...store.switches, ...switches };
  const changed = SWITCHABLE.filter((each) => after[each] !== store.switches[each]);
  if (changed.length === 0) return store;
  const set = Object.fromEntries(changed.map((each) => [each, switches[each]]));
  const entry = toAuditEntry(at, 'capability.switched', set);
  await context.stores.setSwitches(store.id, set, getNow(at), entry);
  return reread(at);
}
