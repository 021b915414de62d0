import { z } from 'zod';
import { LIMIT_NAMES, LIMIT_NOUNS } from '../../commerce/merchant/organization-limits.ts';
import { ROLES } from '../../commerce/merchant/roles.ts';
import { type CommandAction, defineForOperator } from '../action.ts';
import { shortName } from '../fields.ts';
import { openOrganization, requireAccount, requireOrganization, storeCalled } from '../operator.ts';
import { getNow, type OperatorVisit, toAuditEntry } from '../visit.ts';
import { endMembership, giveRole } from './members.ts';
import { beginOrganization } from './organizations.ts';
import { giveStore } from './own-organization.ts';

const id = z.string();
const ID = ['<id>', 'organization, as listed by: organizations list'] as const;

export const organizationCommands: CommandAction[] = [
  defineForOperator({
    run: async ({ context }) => ({
      items: await Promise.all(
        (await context.organizations.list()).map(async (organization) => ({
          id: organization.id,
          name: organization.name,
          created_at: organization.createdAt,
          members: (await context.organizations.listMembers(organization.id)).map(
            ({ email, role, since }) => ({ email, role, since }),
          ),
          stores: (await context.stores.listOfOrganization(organization.id)).map(({ slug }) => slug),
        })),
      ),
    }),
    command: {
      name: 'organizations list',
      summary: 'List organizations with their members and stores',
      prints: {
        columns: {
          ID: (row) => row.id,
          NAME: ({ name }) => name,
          MEMBERS: ({ members }) => members.map(({ email, role }) => `${email} (${role})`).join(', '),
          STORES: ({ stores }) => stores.join(' '),
        },
        none: 'No organizations yet.',
        seeAlso: 'users add --help',
      },
    },
  }),

  defineForOperator({
    input: z.object({ name: shortName, owner: z.string() }),
    async run(visit, { name, owner }) {
      const account = await requireAccount(visit, owner);
      const organization = await beginOrganization(visit, account, name);
      return { id: organization.id, name, created_at: organization.createdAt, owner: account.email };
    },
    command: {
      name: 'organizations add',
      summary: 'Create an organization',
      examples: ['organizations add --name Good-Mugs --owner ann@shop.example'],
      members: {
        name: ['--name <name>', 'as members see it'],
        owner: ['--owner <e-mail>', 'account that owns it'],
      },
      prints: {
        done: (answer) => `${answer.name} is created with the id ${answer.id}; ${answer.owner} is its owner.`,
      },
    },
  }),

  defineForOperator({
    input: z.object({ id, store: z.string() }),
    async run(visit, input) {
      const { name } = await requireOrganization(visit, input.id);
      const store = await storeCalled(visit, input.store);
      const entry = toAuditEntry(visit, 'store.given', { slug: store.slug, organization: name });
      await giveStore(visit.context, store, input.id, entry);
      return { slug: store.slug, organization: input.id, name };
    },
    command: {
      name: 'organizations give',
      summary: 'Make an organization the owner of a store',
      details: 'Members of the previous organization lose access at once.',
      examples: ['organizations give 0197a1 --store my-store'],
      members: { id: ID, store: ['--store <slug>', 'store to give'] },
      prints: { done: ({ slug, name }) => `${name} now owns ${slug}.` },
    },
  }),

  defineForOperator({
    input: z.object({ id, email: z.string(), role: z.enum(ROLES) }),
    async run(visit, { id: organizationId, email, role }) {
      const at = await enterOrganization(visit, organizationId);
      const account = await requireAccount(visit, email);
      await giveRole(at, account, role);
      return { id: organizationId, account: account.email, role, organization: at.organization.name };
    },
    command: {
      name: 'organizations set-member',
      summary: 'Add an account to an organization, or change its role',
      examples: ['organizations set-member 0197a1 ben@agency.example developer'],
      members: {
        id: ID,
        email: ['<e-mail>', 'account, as listed by: users list'],
        role: ['<role>', `one of ${ROLES.join(', ')}`],
      },
      prints: { done: ({ account, role, organization }) => `${account} is ${role} of ${organization}.` },
    },
  }),

  defineForOperator({
    input: z.object({ id, email: z.string() }),
    async run(visit, { id: organizationId, email }) {
      const at = await enterOrganization(visit, organizationId);
      const account = await requireAccount(visit, email);
      await endMembership(at, account.id, 'member.removed');
      return { id: organizationId, account: account.email, organization: at.organization.name };
    },
    command: {
      name: 'organizations remove-member',
      summary: 'Remove an account from an organization, at once',
      examples: ['organizations remove-member 0197a1 ben@agency.example'],
      members: { id: ID, email: ['<e-mail>', 'member, as listed by: organizations list'] },
      prints: { done: ({ account, organization }) => `${account} is no member of ${organization} any more.` },
    },
  }),

  defineForOperator({
    input: z.object({
      id,
      name: z.enum(LIMIT_NAMES),
      limit: z.string().regex(/^(?:\d{1,9}|none|default)$/, 'must be a whole number, none or default'),
    }),
    async run(visit, { id: organizationId, name, limit: text }) {
      const { name: organization } = await requireOrganization(visit, organizationId);
      const limit = limitOf(text);
      const entry = {
        by: toAuditEntry(visit, 'organization.limit_set', { name, limit: text }),
        now: getNow(visit),
      };
      await visit.context.organizationLimits.set(organizationId, name, limit, entry);
      return { id: organizationId, organization, name, limit: limit ?? null };
    },
    command: {
      name: 'organizations limit',
      summary: 'Set a limit of one organization in place of the setting ORGANIZATION_LIMITS',
      details: 'What the organization has above a lower limit stays; it gets no more.',
      examples: ['organizations limit 0197a1 stores 200', 'organizations limit 0197a1 catalog_mb default'],
      members: {
        id: ID,
        name: ['<name>', `one of ${LIMIT_NAMES.join(', ')}`],
        limit: ['<limit>', 'a whole number, none for no limit, or default for the setting'],
      },
      prints: {
        done: ({ organization, name }, _place, { typed }) =>
          `${organization}: ${limitInWords(String(typed.limit))} for ${LIMIT_NOUNS[name]}.`,
      },
    },
  }),
];

/** Full access of the operator to an organization. */
async function enterOrganization(visit: OperatorVisit, organizationId: string) {
  return { ...visit, organization: await openOrganization(visit, organizationId), mayChangeOwners: true };
}

/** Null: no limit; undefined: the installation's. */
function limitOf(text: string): number | null | undefined {
  if (text === 'default') return undefined;
  return text === 'none' ? null : Number(text);
}

function limitInWords(text: string): string {
  if (text === 'default') return "the installation's limit";
  return text === 'none' ? 'no limit' : `up to ${text}`;
}
