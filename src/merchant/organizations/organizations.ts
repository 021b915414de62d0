import { z } from 'zod';
import { toForbiddenError } from '../../commerce/errors.ts';
import { LIMIT_NAMES, LIMIT_NOUNS } from '../../commerce/merchant/organization-limits.ts';
import { refuseStores } from '../../commerce/merchant/organization-rules.ts';
import { HOUR_MS } from '../../commerce/time/time.ts';
import { nameObject } from '../../wire/named.ts';
import { requireOrganization } from '../access.ts';
import { defineForOperator, forOrganization, forPerson } from '../action.ts';
import { organizationAudit } from '../audit.ts';
import { integerOrNull, requireConfirmation, role, shortName } from '../fields.ts';
import { findInstallation } from '../identity/installation.ts';
import { countOrRefuse } from '../identity/login-throttle.ts';
import { listForAccount, listForOrganization } from '../lists.ts';
import { type AccountVisit, type AtOrganization, getNow, toAuditEntry } from '../visit.ts';
import { memberEndpoints } from './members.ts';

export const organizationWire = nameObject('Organization', {
  id: z.uuid(),
  name: z.string(),
  role: role.describe('Your role there.'),
  created_at: z.iso.datetime(),
});
const organizationReply = z.object({ organization: organizationWire });
const limitWire = z.object({
  name: z
    .enum(LIMIT_NAMES)
    .describe('Name of the limit. Tokens are counted for the member who has the most.'),
  used: z.int(),
  limit: integerOrNull.describe('Null: no limit.'),
});
const organizationName = z.object({ name: shortName });

const MAX_NEW_ORGANIZATIONS = { limit: 20, windowMs: HOUR_MS };

export const organizationEndpoints = [
  listForAccount({
    id: 'listOrganizations',
    route: 'GET /organizations',
    summary: 'Lists your organizations, which own stores, and your role in each.',
    row: organizationWire,
    async listItems({ context, identity }) {
      const { account, onlyStores } = identity;
      const all = await context.organizations.listOfAccount(account.id);
      if (!onlyStores) return all;
      const stores = await context.stores.listOfAccount(account.id);
      const open = stores.filter(({ id }) => onlyStores.includes(id));
      return all.filter(({ id }) => open.some(({ organizationId }) => organizationId === id));
    },
  }),

  forPerson({
    id: 'createOrganization',
    route: 'POST /organizations',
    created: true,
    summary: 'Creates another organization with you as its owner. Where sign-up is closed, only owners may.',
    input: organizationName,
    output: organizationReply,
    command: {
      name: 'organizations add',
      summary: 'Create an organization',
      examples: ['organizations add --name Good-Mugs --owner ann@shop.example'],
      members: {
        name: ['--name <name>', 'as members see it'],
        place: ['--owner <e-mail>', 'account that owns it'],
      },
      prints: {
        done: ({ organization: { id, name } }, { account }) =>
          `${name} is created with the id ${id}; ${account} is its owner.`,
      },
    },
    async run(visit, { name }) {
      const { context, identity } = visit;
      const { id: ownerId, email: owner } = identity.account;
      if (identity.via !== 'command line') await admitOrganization(visit, ownerId);
      const organization = { id: context.newId(), name, createdAt: getNow(visit) };
      const entry = toAuditEntry(visit, 'organization.created', { name, owner });
      await context.organizations.create(organization, ownerId, entry);
      return { organization: { ...organization, role: 'owner' as const } };
    },
  }),

  forOrganization({
    id: 'updateOrganization',
    route: 'PUT /organizations/{organization_id}',
    summary: 'Renames an organization.',
    needs: 'administer',
    input: organizationName,
    output: organizationReply,
    async run(visit, { name }) {
      const { context, organization } = visit;
      const entry = toAuditEntry(visit, 'organization.renamed', { from: organization.name, to: name });
      await context.organizations.rename(organization.id, name, entry, getNow(visit));
      return { organization: { ...organization, name } };
    },
  }),

  forOrganization({
    id: 'deleteOrganization',
    route: 'DELETE /organizations/{organization_id}',
    summary: 'Deletes an organization without stores, for all of its members.',
    needs: 'own',
    input: z.object({
      confirm: z
        .string('must be the name of the organization')
        .describe('Name of the organization, as a confirmation.'),
    }),
    command: {
      name: 'organizations remove',
      summary: 'Delete an organization that has no stores',
      details: 'Its members lose it at once. Give its stores to another organization, or delete them, first.',
      examples: ['organizations remove 0197a1 --confirm Good-Mugs'],
      members: { confirm: ['--confirm <name>', 'name of the organization, as a confirmation'] },
      prints: { done: (_answer, { organization }) => `The organization ${organization} is deleted.` },
    },
    async run(visit, { confirm }) {
      const { context, organization } = visit;
      requireConfirmation(confirm, organization.name, 'the name of this organization');
      const entry = toAuditEntry(visit, 'organization.deleted', { name: organization.name });
      await context.organizations.remove(organization.id, { by: entry, now: getNow(visit), refuseStores });
    },
  }),

  ...memberEndpoints,

  listForOrganization({
    id: 'listOrganizationLimits',
    route: 'GET /organizations/{organization_id}/limits',
    summary: 'Lists the limits of an organization, and what it uses of each.',
    row: limitWire,
    listItems: ({ context, organization }: AtOrganization) =>
      context.organizationLimits.listUses(organization.id),
    command: {
      name: 'organizations limits',
      summary: 'Show the limits of an organization, and what it uses of each',
      examples: ['organizations limits 0197a1'],
      prints: {
        columns: {
          NAME: ({ name }) => name,
          USED: ({ used }) => String(used),
          LIMIT: ({ limit }) => (limit === null ? 'none' : String(limit)),
          COUNTS: ({ name }) => LIMIT_NOUNS[name],
        },
        none: 'There are no limits.',
      },
    },
  }),

  organizationAudit,
];

async function admitOrganization(visit: AccountVisit, accountId: string): Promise<void> {
  const { context } = visit;
  const own = await context.organizations.listOfAccount(accountId);
  const isOpen = (await findInstallation(context)).signUp === 'open';
  if (!isOpen && !own.some(({ role }) => role === 'owner'))
    throw toForbiddenError('Sign-up is closed. Ask the operator of this service for an organization.');
  await countOrRefuse(visit, [{ bucket: `organizations of ${accountId}`, ...MAX_NEW_ORGANIZATIONS }]);
}

export const organizationCommands = [
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
    input: z.object({
      id: z.string(),
      name: z.enum(LIMIT_NAMES),
      limit: z.string().regex(/^(?:\d{1,9}|none|default)$/, 'must be a whole number, none or default'),
    }),
    async run(visit, { id, name, limit: text }) {
      const { name: organization } = await requireOrganization(visit, id);
      // Null: no limit; undefined: the installation's.
      const limit = text === 'default' ? undefined : text === 'none' ? null : Number(text);
      const by = toAuditEntry(visit, 'organization.limit_set', { name, limit: text });
      await visit.context.organizationLimits.set(id, name, limit, { by, now: getNow(visit) });
      return { id, organization, name, limit: limit ?? null };
    },
    command: {
      name: 'organizations limit',
      summary: 'Set a limit of one organization in place of the setting ORGANIZATION_LIMITS',
      details: 'What the organization has above a lower limit stays; it gets no more.',
      examples: ['organizations limit 0197a1 stores 200', 'organizations limit 0197a1 catalog_mb default'],
      members: {
        id: ['<id>', 'organization, as listed by: organizations list'],
        name: ['<name>', `one of ${LIMIT_NAMES.join(', ')}`],
        limit: ['<limit>', 'a whole number, none for no limit, or default for the setting'],
      },
      prints: {
        done: ({ organization, name, limit }, _place, { typed }) => {
          const none = typed.limit === 'none' ? 'no limit' : "the installation's limit";
          return `${organization}: ${limit === null ? none : `up to ${typed.limit}`} for ${LIMIT_NOUNS[name]}.`;
        },
      },
    },
  }),
];
