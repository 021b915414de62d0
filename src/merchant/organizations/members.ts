import { z } from 'zod';
import { toNotFoundError } from '../../commerce/errors.ts';
import type { AuditAction } from '../../commerce/merchant/audit-action.ts';
import { createMemberRules } from '../../commerce/merchant/organization-rules.ts';
import { hasPermission, type Permission, type Role } from '../../commerce/merchant/roles.ts';
import type { Account } from '../../storage/repositories/identity/account-rows.ts';
import type { Member } from '../../storage/repositories/identity/organizations.ts';
import { nameSchema } from '../../wire/named.ts';
import { requireRole, toAdmittedActor } from '../access.ts';
import { forOrganization, type MerchantEndpoint } from '../action.ts';
import { role } from '../fields.ts';
import { listForOrganization } from '../lists.ts';
import { type AtOrganization, getNow, toAuditEntry } from '../visit.ts';

const memberWire = nameSchema(
  'Member',
  z.object({ account_id: z.uuid(), name: z.string(), email: z.email(), role, since: z.iso.datetime() }),
);

export const memberEndpoints: MerchantEndpoint[] = [
  listForOrganization({
    id: 'listOrganizationMembers',
    route: 'GET /organizations/{organization_id}/members',
    summary: 'Lists the members of an organization in the order in which they joined.',
    row: memberWire,
    listItems: ({ context, organization }) => context.organizations.listMembers(organization.id),
  }),

  forOrganization({
    id: 'updateOrganizationMember',
    route: 'PUT /organizations/{organization_id}/members/{account_id}',
    summary:
      'Changes the role of a member, effective immediately in all sessions and tokens. Only owners can change owners, and the last owner stays one.',
    needs: 'administer',
    input: z.object({ account_id: z.string(), role }),
    /** Throws `not_found` for an account that is no member, `conflict` for the last owner. */
    async run(visit, { account_id, role }) {
      const at = toMemberAccess(visit, 'administer');
      const member = (await findMember(at, account_id)) ?? refuseNoMember();
      await writeRole(at, member, role);
    },
  }),

  forOrganization({
    id: 'removeOrganizationMember',
    route: 'DELETE /organizations/{organization_id}/members/{account_id}',
    summary:
      'Removes a member, who loses access immediately. With your own id, you leave the organization, whatever your role. The last owner cannot be removed.',
    needs: 'read',
    input: z.object({ account_id: z.string() }),
    async run(visit, { account_id: accountId }) {
      const isSelf = accountId === visit.actor.accountId;
      if (!isSelf) requireRole(visit.organization.role, 'administer');
      const at = toMemberAccess(visit, isSelf ? 'read' : 'administer');
      await endMembership(at, accountId, isSelf ? 'member.left' : 'member.removed');
    },
  }),
];

interface AtMembers extends AtOrganization {
  mayChangeOwners: boolean;
}

/** The member must keep the permission to change owners, if the role has it, until the change is written. */
function toMemberAccess(visit: AtOrganization, needs: Permission): AtMembers {
  const mayChangeOwners = hasPermission(visit.organization.role, 'own');
  return { ...visit, actor: toAdmittedActor(visit, mayChangeOwners ? 'own' : needs), mayChangeOwners };
}

async function writeRole(at: AtMembers, member: Member, role: Role): Promise<void> {
  const details = { account: member.email, from: member.role, to: role };
  const change = changeOf(at, member.accountId, 'member.role_changed', details);
  if (!(await at.context.organizations.setRole(change, role))) throw refuseNoMember();
}

/** Adds an account with this role for an operator, or changes the role of a member. */
export async function giveRole(at: AtMembers, { id, email }: Account, role: Role): Promise<void> {
  const member = await findMember(at, id);
  if (member) return writeRole(at, member, role);
  const change = changeOf(at, id, 'member.joined', { account: email, role });
  await at.context.organizations.putMember(change, role);
}

/** Removes a member, at once. Throws `not_found` for an account that is no member, `conflict` for the last owner. */
export async function endMembership(
  at: AtMembers,
  accountId: string,
  action: 'member.left' | 'member.removed',
): Promise<void> {
  const member = (await findMember(at, accountId)) ?? refuseNoMember();
  const change = changeOf(at, accountId, action, { account: member.email, role: member.role });
  if (!(await at.context.organizations.removeMember(change))) throw refuseNoMember();
}

function changeOf(at: AtMembers, accountId: string, action: AuditAction, details: Record<string, unknown>) {
  const entry = toAuditEntry(at, action, details);
  const organizationId = at.organization.id;
  return { organizationId, accountId, rules: createMemberRules(at), by: entry, now: getNow(at) };
}

async function findMember({ context, organization }: AtOrganization, accountId: string) {
  const members = await context.organizations.listMembers(organization.id);
  return members.find((each) => each.accountId === accountId);
}

function refuseNoMember(): never {
  throw toNotFoundError('The organization has no such member.');
}
