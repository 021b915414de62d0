import { z } from 'zod';
import { CommerceError, createMemberError } from '../commerce/errors.ts';
import { nameObject } from '../wire/named.ts';
import { admitToStore, requireStore } from './access.ts';
import {
  type AnyVisit,
  type CommandAction,
  defineForOperator,
  forAccount,
  type MerchantEndpoint,
} from './action.ts';
import type { CommandWords } from './command.ts';
import { textOrNull } from './fields.ts';
import { buildOutboundLimits, countOrRefuse } from './identity/login-throttle.ts';
import type { AtStore, OperatorVisit } from './visit.ts';

const MAX_STORES = 100;

const outcomeWire = nameObject('BulkOutcome', {
  slug: z.string(),
  outcome: z
    .enum(['changed', 'unchanged', 'refused'])
    .describe('unchanged: the store was so before. refused: as the action at this store alone would be.'),
  code: textOrNull.describe('Code of the refusal, as in an error body; null without one.'),
  message: z.string(),
});

type Outcome = z.output<typeof outcomeWire>;

type BulkAction = MerchantEndpoint & { inBulk: NonNullable<MerchantEndpoint['inBulk']> };

const isOfferedInBulk = (endpoint: MerchantEndpoint): endpoint is BulkAction => endpoint.inBulk !== undefined;

/** Endpoints that run actions of one store at many, in sequence and each with its own permission. */
export function createBulkEndpoints(endpoints: readonly MerchantEndpoint[]): MerchantEndpoint[] {
  return endpoints.filter(isOfferedInBulk).map(createBulkEndpoint);
}

function createBulkEndpoint(endpoint: BulkAction): MerchantEndpoint {
  const { summary, needs, input, inBulk } = endpoint;
  const { id, route } = inBulk;
  return forAccount({
    id,
    route,
    isCostly: true,
    needs,
    tag: 'stores',
    summary: `For up to ${MAX_STORES} stores: ${summary} Each store has an outcome of its own; repeating the call is harmless.`,
    input: input.extend({ stores: z.array(z.string()).min(1).max(MAX_STORES).describe('Slugs.') }),
    output: z.object({ items: z.array(outcomeWire) }),
    run: (visit, { stores, ...input }) =>
      runAtEach(new Set(stores as string[]), endpoint, input, async (slug) => {
        const at = await admitToStore(visit, slug, endpoint);
        if (endpoint.outbound) await countOrRefuse(visit, buildOutboundLimits(visit));
        return at;
      }),
  });
}

type Enter = (slug: string) => Promise<AtStore>;

async function runAtEach(slugs: Iterable<string>, endpoint: BulkAction, input: object, enter: Enter) {
  const runAt = async (slug: string): Promise<Outcome> => {
    try {
      const at = await enter(slug);
      const { body } = await endpoint.run(at as AnyVisit, input);
      const [isChanged, message] = endpoint.inBulk.describeOutcome(body as never, at.store);
      return { slug, outcome: isChanged ? 'changed' : 'unchanged', code: null, message };
    } catch (error) {
      if (!(error instanceof CommerceError)) throw error;
      return { slug, outcome: 'refused', code: error.kind, message: error.message };
    }
  };
  const items: Outcome[] = [];
  for (const slug of slugs) items.push(await runAt(slug));
  return { items };
}

const choice = z.object({
  stores: z.array(z.string()).default([]),
  label: z.string().optional(),
  organization: z.string().optional(),
  all: z.boolean().default(false),
});

const CHOICE_MEMBERS = {
  stores: ['[slug...]', 'stores, as listed by: stores list'],
  label: ['--label <label>', 'all stores with this label; with --organization, those of both'],
  organization: ['--organization <id>', 'all stores of this organization; with --label, those of both'],
  all: ['--all', 'every store'],
} as const;

const OUTCOMES = {
  columns: {
    STORE: ({ slug }: Outcome) => slug,
    OUTCOME: ({ outcome }: Outcome) => outcome,
    MESSAGE: ({ message }: Outcome) => message,
  },
  isRefusal: ({ outcome }: Outcome) => outcome === 'refused',
  none: 'No store is chosen by these words.',
  seeAlso: 'stores list',
};

/** Commands that run the command of a store's action at many stores. */
export function createBulkCommands(endpoints: readonly MerchantEndpoint[]): CommandAction[] {
  return endpoints.filter(isOfferedInBulk).flatMap((endpoint) => {
    const [command] = [endpoint.command ?? endpoint.inBulk.command ?? []].flat();
    return command ? createBulkCommand(endpoint, command) : [];
  });
}

type OneStoreWords = Pick<CommandWords<never>, 'name' | 'jobs' | 'members' | 'typed'>;

function createBulkCommand(endpoint: BulkAction, words: OneStoreWords): CommandAction {
  const { name, typed, jobs, members = {} } = words;
  const { inBulk } = endpoint;
  return defineForOperator({
    input: endpoint.input.extend(choice.shape),
    async run(visit, { stores, label, organization, all, ...input }) {
      const slugs = await findChosenSlugs(visit, choice.parse({ stores, label, organization, all }));
      return runAtEach(slugs, endpoint, input, async (slug) => ({
        ...visit,
        store: await requireStore(visit, slug),
      }));
    },
    command: {
      name: `stores bulk ${name.replace(/^stores /, '')}`,
      summary: inBulk.summary,
      examples: [`stores bulk ${inBulk.example}`],
      members: { ...members, ...CHOICE_MEMBERS },
      ...(typed && {
        typed: {
          shape: typed.shape.extend(choice.shape),
          toInput: async ({ stores, label, organization, all, ...words }, visit) => ({
            ...{ stores, label, organization, all },
            ...(await typed.toInput(words, visit)),
          }),
        },
      }),
      ...(jobs && { jobs }),
      prints: OUTCOMES,
    },
  });
}

/** Returns the named stores, and the stores with both the label and the organization. Throws `invalid_input` where no store is chosen. */
async function findChosenSlugs({ context }: OperatorVisit, selection: z.output<typeof choice>) {
  const { stores, label, organization, all } = selection;
  const isFiltered = label !== undefined || organization !== undefined;
  if (stores.length === 0 && !isFiltered && !all)
    throw createMemberError('stores', 'must name stores; or choose them by --label, --organization or --all');
  if (!isFiltered && !all) return new Set(stores);
  const matching = (await context.stores.list()).filter(
    (store) =>
      (label === undefined || store.labels.includes(label)) &&
      (organization === undefined || store.organizationId === organization),
  );
  return new Set([...stores, ...matching.map(({ slug }) => slug)]);
}
