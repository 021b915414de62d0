import { z } from 'zod';
import { LIMIT_NAMES, LIMIT_NOUNS } from '../../commerce/merchant/organization-limits.ts';
import { requireOrganization } from '../access.ts';
import { defineForOperator } from '../action.ts';
import { getNow, toAuditEntry } from '../visit.ts';

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
