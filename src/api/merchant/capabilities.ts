import { z } from 'zod';
import { type CapabilitySwitches, SWITCHABLE } from '../../commerce/capabilities.ts';
import type { Store } from '../../commerce/store.ts';
import { effectOf, switchCapabilities } from '../../merchants/capabilities.ts';
import { renderManifest } from '../../protocols/contract/manifest.ts';
import { manifestResponse } from '../../protocols/contract/responses.ts';
import { forStore, type MerchantEndpoint } from './endpoint.ts';

const capability = z.object({
  on: z.boolean(),
  effect: z.string().describe('Effect on agents as it is switched now.'),
});

export const switchesReply = z.object({
  switches: z.object({
    cart: capability,
    order: capability,
    discount: capability,
    fulfillment: capability,
  }),
});

const wanted = z.boolean().optional().describe('Omitted: unchanged.');
const supposed = z
  .enum(['on', 'off', 'true', 'false'])
  .transform((text) => text === 'on' || text === 'true')
  .optional()
  .describe('Omitted: unchanged.');

export const capabilityEndpoints: MerchantEndpoint[] = [
  forStore({
    rest: 'GET /stores/{slug}/capabilities',
    summary: 'Returns the four switches, and the effect of each on agents.',
    output: switchesReply,
    run: async ({ store }) => ({ body: toSwitches(store) }),
  }),

  forStore({
    rest: 'PUT /stores/{slug}/capabilities',
    summary: 'Switches capabilities on or off, effective immediately for every agent.',
    input: z.strictObject({ cart: wanted, order: wanted, discount: wanted, fulfillment: wanted }),
    output: switchesReply,
    async run(visit, input) {
      return { body: toSwitches(await switchCapabilities(visit, named(input))) };
    },
  }),

  forStore({
    rest: 'GET /stores/{slug}/capabilities/preview',
    summary: 'Returns the manifest as it would be with other switches. Changes nothing.',
    input: z.object({ cart: supposed, order: supposed, discount: supposed, fulfillment: supposed }),
    output: z.object({ manifest: manifestResponse }),
    async run({ context, store }, input) {
      const switches = { ...store.switches, ...named(input) };
      const baseUrl = context.baseUrl();
      const storeUrl = `${baseUrl}/api/ucp/${store.slug}`;
      return { body: { manifest: renderManifest({ store: { ...store, switches }, baseUrl, storeUrl }) } };
    },
  }),
];

function named(input: { [each in keyof CapabilitySwitches]?: boolean | undefined }) {
  return Object.fromEntries(
    SWITCHABLE.flatMap((each) => (input[each] === undefined ? [] : [[each, input[each]]])),
  ) as Partial<CapabilitySwitches>;
}

function toSwitches({ switches }: Store): z.output<typeof switchesReply> {
  const each = (name: (typeof SWITCHABLE)[number]) => ({
    on: switches[name],
    effect: effectOf(name, switches[name]),
  });
  return {
    switches: {
      cart: each('cart'),
      order: each('order'),
      discount: each('discount'),
      fulfillment: each('fulfillment'),
    },
  };
}
