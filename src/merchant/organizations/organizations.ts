import { z } from 'zod';
import { LIMIT_NAMES } from '../../commerce/merchant/organization-limits.ts';
import { ROLES } from '../../commerce/merchant/roles.ts';
import { named } from '../../wire/named.ts';
import { forAccount, forOrganization, type MerchantEndpoint } from '../action.ts';
import { auditEntryWire, auditListing, auditReply } from '../audit.ts';
import { wholeList } from '../lists.ts';
import { shortName } from '../names.ts';
import { pageOf } from '../paging.ts';
import {
  changeRole,
  createOrganization,
  deleteOrganization,
  listOrganizations,
  removeMember,
  renameOrganization,
} from './members.ts';

export const role = z
  .enum(ROLES, `must be ${ROLES.join(', ')}`)
  .describe(
    'owner: everything. admin: members, invitations, transfers and deletion of stores. developer: connects and changes stores. analyst: reads.',
  );
export const organizationWire = named(
  'Organization',
  z.object({
    id: z.uuid(),
    name: z.string(),
    role: role.describe('Your role there.'),
    created_at: z.iso.datetime(),
  }),
);
const organizationReply = z.object({ organization: organizationWire });
const memberWire = named(
  'Member',
  z.object({
    account_id: z.uuid(),
    name: z.string(),
    email: z.email(),
    role,
    since: z.iso.datetime(),
  }),
);
const limitWire = z.object({
  name: z
    .enum(LIMIT_NAMES)
    .describe('Name of the limit. Tokens are counted for the member who has the most.'),
  used: z.int(),
  limit: z.int().nullable().describe('Null: no limit.'),
});
const organizationName = z.object({ name: shortName });

export const organizationEndpoints: MerchantEndpoint[] = [
  forAccount(
    wholeList({
      id: 'listOrganizations',
      rest: 'GET /organizations',
      summary: 'Lists your organizations, which own stores, and your role in each.',
      tag: 'organizations',
      row: organizationWire,
      items: listOrganizations,
    }),
  ),

  forAccount({
    id: 'createOrganization',
    rest: 'POST /organizations',
    created: true,
    summary: 'Creates another organization with you as its owner. Where sign-up is closed, only owners may.',
    tag: 'organizations',
    inPerson: true,
    input: organizationName,
    output: organizationReply,
    run: async (visit, { name }) => ({ organization: await createOrganization(visit, name) }),
  }),

  forOrganization({
    id: 'updateOrganization',
    rest: 'PUT /organizations/{organization_id}',
    summary: 'Renames an organization.',
    inPerson: true,
    needs: 'administer',
    input: organizationName,
    output: organizationReply,
    run: async (visit, { name }) => ({ organization: await renameOrganization(visit, name) }),
  }),

  forOrganization({
    id: 'deleteOrganization',
    rest: 'DELETE /organizations/{organization_id}',
    summary: 'Deletes an organization without stores, for all of its members.',
    inPerson: true,
    needs: 'own',
    input: z.object({
      confirm: z
        .string('must be the name of the organization')
        .describe('Name of the organization, as a confirmation.'),
    }),
    run: (visit, { confirm }) => deleteOrganization(visit, confirm),
  }),

  forOrganization(
    wholeList({
      id: 'listOrganizationMembers',
      rest: 'GET /organizations/{organization_id}/members',
      summary: 'Lists the members of an organization in the order in which they joined.',
      inPerson: true,
      row: memberWire,
      items: ({ context, organization }) => context.organizations.members(organization.id),
    }),
  ),

  forOrganization({
    id: 'updateOrganizationMember',
    rest: 'PUT /organizations/{organization_id}/members/{account_id}',
    summary:
      'Changes the role of a member, effective immediately in all sessions and tokens. Only owners can change owners, and the last owner stays one.',
    inPerson: true,
    needs: 'administer',
    input: z.object({ account_id: z.string(), role }),
    run: (visit, input) => changeRole(visit, input.account_id, input.role),
  }),

  forOrganization({
    id: 'removeOrganizationMember',
    rest: 'DELETE /organizations/{organization_id}/members/{account_id}',
    summary:
      'Removes a member, who loses access immediately. With your own id, you leave the organization, whatever your role. The last owner cannot be removed.',
    inPerson: true,
    needs: 'read',
    input: z.object({ account_id: z.string() }),
    run: (visit, { account_id }) => removeMember(visit, account_id),
  }),

  forOrganization(
    wholeList({
      id: 'listOrganizationLimits',
      rest: 'GET /organizations/{organization_id}/limits',
      summary: 'Lists the limits of an organization, and what it uses of each.',
      inPerson: true,
      row: limitWire,
      items: ({ context, organization }) => context.organizationLimits.usesOf(organization.id),
    }),
  ),

  forOrganization({
    id: 'listOrganizationAuditEntries',
    rest: 'GET /organizations/{organization_id}/audit',
    summary: 'Lists changes of members and of ownership with their authors, newest first.',
    inPerson: true,
    input: auditListing,
    output: pageOf(auditEntryWire),
    reply: ({ context, organization }, input) =>
      auditReply(context, { organizationId: organization.id }, 'organization-audit', input),
  }),
];
