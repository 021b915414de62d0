import type { BulkOutcome } from '../../../client/index.ts';
import {
  CAPABILITY_TITLES,
  type CapabilitySwitches,
  SWITCHABLE,
} from '../../../src/commerce/store/capabilities.ts';
import { call } from '../../api.ts';
import { BOUNDS } from '../../bounds.generated.ts';

/** Stores of one call. */
const BATCH_SIZE = BOUNDS.testStores.stores.maxItems;

export interface BulkAction {
  value: string;
  /** A verb and its object. */
  label: string;
  /** Effect on each store. */
  effect: string;
  /** True for one that takes a label. */
  takesLabel?: true;
  isRisky?: true;
  send(stores: string[], label: string): Promise<{ items: BulkOutcome[] }>;
}

const SWITCHES: BulkAction[] = SWITCHABLE.flatMap((name) =>
  [true, false].map((on): BulkAction => {
    const state = on ? 'on' : 'off';
    return {
      value: `${name}-${state}`,
      label: `Switch ${state}: ${CAPABILITY_TITLES[name]}`,
      effect: `${CAPABILITY_TITLES[name]} are switched ${state} for every agent at once.`,
      ...(on ? {} : { isRisky: true }),
      send: (stores) => call('updateCapabilitiesOfStores', { body: { stores, ...switched(name, on) } }),
    };
  }),
);

export const BULK_ACTIONS: readonly BulkAction[] = [
  {
    value: 'test',
    label: 'Test now',
    effect: 'The shop, its credentials, its webhooks and its domains are tested.',
    send: (stores) => call('testStores', { body: { stores } }),
  },
  {
    value: 'import',
    label: 'Import products',
    effect: 'The whole catalog is read again. A running import goes on.',
    send: (stores) => call('importProductsOfStores', { body: { stores } }),
  },
  {
    value: 'pause',
    label: 'Pause stores',
    effect: 'Agents cannot search or order. Sessions that they have can be finished.',
    isRisky: true,
    send: (stores) => call('pauseStores', { body: { stores } }),
  },
  {
    value: 'resume',
    label: 'Resume stores',
    effect: 'Agents can search and order again.',
    send: (stores) => call('resumeStores', { body: { stores } }),
  },
  {
    value: 'label',
    label: 'Add label',
    effect: 'The label groups stores for your team. Agents do not see it.',
    takesLabel: true,
    send: (stores, label) => call('labelStores', { body: { stores, add: [label] } }),
  },
  {
    value: 'unlabel',
    label: 'Remove label',
    effect: 'The label is removed where it is.',
    takesLabel: true,
    send: (stores, label) => call('labelStores', { body: { stores, remove: [label] } }),
  },
  ...SWITCHES,
];

function switched(name: keyof CapabilitySwitches, on: boolean): Partial<CapabilitySwitches> {
  return { [name]: on };
}

/** Runs an action at any number of stores, some at a time. */
export async function runBulk(
  action: BulkAction,
  slugs: readonly string[],
  label: string,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (let at = 0; at < slugs.length; at += BATCH_SIZE)
    outcomes.push(...(await action.send(slugs.slice(at, at + BATCH_SIZE), label)).items);
  return outcomes;
}
