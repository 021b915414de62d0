import { z } from 'zod';
import { ROLES } from '../../commerce/roles.ts';
import {
  changeRole,
  createOrganization,
  deleteOrganization,
  listOrganizations,
  type Membership,
  removeMember,
  renameOrganization,
} from '../../merchants/organizations.ts';
import { auditEntryWire, auditListing, auditReply } from './audit.ts';
import { format, listReply } from './csv.ts';
import { forAccount, forOrganization, type MerchantEndpoint } from './endpoint.ts';
import { shortName } from './names.ts';
import { pageOf } from './paging.ts';
import { toWire } from './to-wire.ts';

export const role = z
  .enum(ROLES, `must be ${ROLES.join(', ')}`)
  .describe(
    'owner: everything. admin: members, invitations, transfers and deletion of stores. developer: connects and changes stores. analyst: reads.',
  );
export const organizationWire = z.object({
  id: z.uuid(),
  name: z.string(),
  role: role.describe('Your role there.'),
  created_at: z.iso.datetime(),
});
const organizationReply = z.object({ organization: organizationWire });
export const memberWire = z.object({
  account_id: z.uuid(),
  name: z.string(),
  email: z.email(),
  role,
  since: z.iso.datetime(),
});
const organizationName = z.object({ name: shortName });
const nothing = z.object({});

export const organizationEndpoints: MerchantEndpoint[] = [
  forAccount({
    rest: 'GET /organizations',
    summary: 'Lists your organizations, which own stores, and your role in each.',
    tag: 'organizations',
    input: z.object(format),
    output: z.object({ items: z.array(organizationWire) }),
    async run(visit, input) {
      const items = (await listOrganizations(visit)).map(toOrganizationWire);
      return listReply(input, { name: 'organizations', row: organizationWire, items });
    },
  }),

  forAccount({
    rest: 'POST /organizations',
    summary:
      'Creates another organization with you as its owner. Where sign-up is closed, only for owners. Not with a token.',
    tag: 'organizations',
    inPerson: true,
    input: organizationName,
    output: organizationReply,
    async run(visit, { name }) {
      const organization = toOrganizationWire(await createOrganization(visit, name));
      return { created: true, body: { organization } };
    },
  }),

  forOrganization({
    rest: 'PUT /organizations/{organization_id}',
    summary: 'Renames an organization. Not with a token.',
    inPerson: true,
    needs: 'administer',
    input: organizationName,
    output: organizationReply,
    run: async (visit, { name }) => ({
      body: { organization: toOrganizationWire(await renameOrganization(visit, name)) },
    }),
  }),

  forOrganization({
    rest: 'DELETE /organizations/{organization_id}',
    summary: 'Deletes an organization without stores, for all of its members. Not with a token.',
    inPerson: true,
    needs: 'own',
    input: z.object({
      confirm: z.string('must be the name of the organization').describe('The name, once more.'),
    }),
    output: nothing,
    run: (visit, { confirm }) => deleteOrganization(visit, confirm),
  }),

  forOrganization({
    rest: 'GET /organizations/{organization_id}/members',
    summary: 'Lists the members of an organization by the time at which they joined. Not with a token.',
    inPerson: true,
    input: z.object(format),
    output: z.object({ items: z.array(memberWire) }),
    async run({ context, organization }, input) {
      const members = await context.organizations.members(organization.id);
      const items = members.map((member) => toWire(memberWire, member));
      return listReply(input, { name: 'members', row: memberWire, items });
    },
  }),

  forOrganization({
    rest: 'PUT /organizations/{organization_id}/members/{account_id}',
    summary:
      'Changes the role of a member, at once in all sessions and tokens. Only owners change owners; the last one stays. Not with a token.',
    inPerson: true,
    needs: 'administer',
    input: z.object({ account_id: z.string(), role }),
    output: nothing,
    run: (visit, input) => changeRole(visit, input.account_id, input.role),
  }),

  forOrganization({
    rest: 'DELETE /organizations/{organization_id}/members/{account_id}',
    summary:
      'Removes a member, who loses access at once; with your own id, leaves the organization, whatever your role. The last owner stays. Not with a token.',
    inPerson: true,
    needs: 'read',
    input: z.object({ account_id: z.string() }),
    output: nothing,
    run: (visit, { account_id }) => removeMember(visit, account_id),
  }),

  forOrganization({
    rest: 'GET /organizations/{organization_id}/audit',
    summary: 'Changes of members and of ownership, newest first, and by whom. Not with a token.',
    inPerson: true,
    input: auditListing,
    output: pageOf(auditEntryWire),
    run: ({ context, organization }, input) =>
      auditReply(context, { organizationId: organization.id }, 'organization-audit', input),
  }),
];

export function toOrganizationWire(organization: Membership): z.output<typeof organizationWire> {
  return toWire(organizationWire, organization);
}
