import { z } from 'zod';
import type { Store, StoreSettings } from '../../commerce/store/store.ts';
import { PLATFORM_NAMES, presentations } from '../../store-platforms/presentations.ts';
import { findOrganizationForStore, toAdmittedActor } from '../access.ts';
import { forAccount, forMemberAtStore, forStore } from '../action.ts';
import { format } from '../csv.ts';
import { storeOrganization, textOrNull } from '../fields.ts';
import { requireAllStores } from '../identity/tokens.ts';
import { type AtStore, getNow, reread, toAuditEntry } from '../visit.ts';
import { checkConnection, checkReply, checkStore } from './check-store.ts';
import { connectStore } from './connect-store.ts';
import { lifecycleEndpoints } from './lifecycle.ts';
import { getSettingsInEffect, pickSchemas, settings } from './settings.ts';
import { rotateCredentials } from './store-credentials.ts';
import { storeColumns, storeDetails } from './store-in-words.ts';
import { fleetFilter, listStores, storeAnswer, storeReply, storeWire } from './store-wire.ts';

const names = PLATFORM_NAMES.join(' or ');
const platform = z.string(`must be ${names}`).describe(`${names}.`);

const credentials = z.record(z.string(), textOrNull).describe(
  Object.values(presentations)
    .map(({ title, credentials: { members } }) => `${title}: ${members}.`)
    .join(' '),
);

const settingsInput = z.object(pickSchemas('input'));

/** Row of a file: the members of a store that are lists or objects, in one cell each. */
const fleetRow = storeWire
  .omit({ capabilities: true, catalog: true })
  .extend({ health_since: textOrNull, products: z.int(), catalog_error: textOrNull });

function toFleetRow({ organization, health, catalog, ...store }: z.output<typeof storeWire>) {
  return {
    ...store,
    organization: organization?.name,
    health: health?.state,
    health_since: health?.since,
    products: catalog.products,
    catalog_error: catalog.last_error,
  };
}

export const storeEndpoints = [
  forAccount({
    id: 'listStores',
    route: 'GET /stores',
    summary: 'Lists the stores of all organizations of the account.',
    tag: 'stores',
    input: z.object({ ...fleetFilter, ...format }),
    output: z.object({ items: z.array(storeWire) }),
    command: {
      name: 'stores list',
      summary: 'List all stores',
      examples: ['stores list', 'stores list --json'],
      ofEvery: 'store',
      prints: { columns: storeColumns, none: 'No store is connected yet.', seeAlso: 'connect --help' },
    },
    run: async (visit, input) => ({ items: await listStores(visit, input) }),
    file: { row: fleetRow, rows: ({ items }) => items.map(toFleetRow) },
  }),

  forAccount({
    id: 'checkCredentials',
    route: 'POST /stores/check',
    outbound: true,
    summary:
      'Tests credentials at the shop, part by part, and reports what is missing, the effect and the fix. Stores nothing.',
    tag: 'stores',
    input: z.object({ platform, credentials }),
    output: checkReply,
    async run(visit, { platform: name, credentials: members }) {
      requireAllStores(visit);
      const connection = { platform: name, credentials: withoutNulls(members) };
      return checkStore(visit.context, connection, { requestId: visit.requestId, fresh: true });
    },
  }),

  forAccount({
    id: 'connectStore',
    route: 'POST /stores',
    created: true,
    outbound: true,
    summary:
      'Connects a store after testing these credentials at the shop. 409 when the slug is taken; the message suggests a free one.',
    tag: 'stores',
    input: z.object({
      platform,
      credentials,
      slug: z.string().optional().describe('Omitted: derived from the shop’s address.'),
      organization: storeOrganization,
    }),
    output: storeReply,
    async run(visit, { platform: name, credentials: members, slug, organization }) {
      requireAllStores(visit);
      const { context, identity } = visit;
      const organizationId = await findOrganizationForStore(context, identity.account, organization);
      const store = await connectStore(context.connecting, {
        platform: name,
        credentials: withoutNulls(members),
        slug,
        organizationId,
        actor: toAdmittedActor(visit, 'manage'),
      });
      context.wake();
      return storeAnswer(visit, store);
    },
  }),

  forStore({
    id: 'getStore',
    route: 'GET /stores/{slug}',
    summary: 'Returns one store.',
    output: storeReply,
    command: {
      name: 'stores show',
      summary: 'Show all details of a store',
      prints: { details: ({ store }, installation) => storeDetails(store, installation) },
    },
    run: (visit) => storeAnswer(visit, visit.store),
  }),

  forStore({
    id: 'updateStore',
    route: 'PUT /stores/{slug}',
    summary:
      'Changes a store’s name, its time zone, how long its sessions and carts are kept, and how long its products are shown without asking the shop. Omitted members stay unchanged.',
    input: settingsInput,
    output: storeReply,
    command: settings.map(([, { command }]) => command),
    run: async (at, values) => storeAnswer(at, await changeSettings(at, values)),
  }),

  forMemberAtStore({
    id: 'updateStoreCredentials',
    route: 'PUT /stores/{slug}/credentials',
    outbound: true,
    summary:
      'Replaces the store’s credentials after testing them at the shop. Omitted members stay unchanged while the address does; null removes one. Another address needs an owner or admin in person, and `confirm`.',
    input: z.object({
      credentials,
      confirm: z
        .string()
        .optional()
        .describe('Slug of the store, as a confirmation that it moves to another address.'),
    }),
    output: storeReply,
    run: async (visit, { credentials, confirm }) =>
      storeAnswer(visit, await rotateCredentials(visit, credentials, confirm)),
  }),

  forStore({
    id: 'checkStore',
    route: 'POST /stores/{slug}/check',
    outbound: true,
    summary:
      'Tests the saved credentials of a connected store at the shop, and reports what is wrong and how to fix it. Changes nothing there.',
    output: checkReply,
    run: checkConnection,
  }),

  ...lifecycleEndpoints,
];

/** Drops nulls and empty form fields: a new store has no credentials to remove. */
function withoutNulls(members: Record<string, string | null>) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== ''));
}

/** Changes the given members only. Concurrent changes merge by member; idempotent. */
async function changeSettings(at: AtStore, values: z.output<typeof settingsInput>): Promise<Store> {
  const { context, store } = at;
  const members = settings.filter(([name]) => values[name] !== undefined);
  const changed = members.filter(([name, { member }]) => values[name] !== store[member]);
  if (changed.length === 0) return store;
  const change: Partial<StoreSettings> = Object.fromEntries(
    members.map(([name, { member }]) => [member, values[name]]),
  );
  const [before, after] = [getSettingsInEffect(store), getSettingsInEffect({ ...store, ...change })];
  const details = Object.fromEntries(
    changed.map(([name]) => {
      const [from, to] = [before[name], after[name]];
      return [name, typeof to === 'boolean' ? to : { from, to }];
    }),
  );
  const jobs = changed.flatMap(([, setting]) => setting.jobs ?? []).map((kind) => ({ kind }));
  const entry = toAuditEntry(at, 'store.settings_changed', details);
  await context.stores.setSettings(store.id, change, getNow(at), entry, jobs);
  return reread(at);
}
