import { z } from 'zod';
import { toNotFoundError } from '../../commerce/errors.ts';
import type { AuditAction } from '../../commerce/merchant/audit-action.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import { createMemberRules } from '../../commerce/merchant/organization-rules.ts';
import { hasPermission, type Permission, ROLES, type Role } from '../../commerce/merchant/roles.ts';
import { nameObject } from '../../wire/named.ts';
import { requireAccount, requireRole, toAdmittedActor } from '../access.ts';
import { forOrganization } from '../action.ts';
import { role } from '../fields.ts';
import { listForOrganization } from '../lists.ts';
import { type AtOrganization, getNow, type OperatorVisit, toAuditEntry } from '../visit.ts';

const memberWire = nameObject('Member', {
  account_id: z.uuid(),
  name: z.string(),
  email: z.email(),
  role,
  since: z.iso.datetime(),
});

export const memberEndpoints = [
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
    command: {
      name: 'organizations set-member',
      summary: 'Add an account to an organization, or change its role',
      examples: ['organizations set-member 0197a1 ben@agency.example developer'],
      members: {
        email: ['<e-mail>', 'account, as listed by: users list'],
        role: ['<role>', `one of ${ROLES.join(', ')}`],
      },
      typed: {
        shape: z.object({ email: z.string(), role }),
        toInput: async ({ role, ...typed }, visit) => ({ ...(await findAccountId(typed, visit)), role }),
      },
      prints: {
        done: (_, { organization }, { typed }) => `${toAddress(typed)} is ${typed.role} of ${organization}.`,
      },
    },
    async run(visit, { account_id: accountId, role }) {
      const at = toMemberAccess(visit, 'administer');
      const member = await findMember(at, accountId);
      if (!member) return addMember(at, accountId, role);
      const details = { account: member.email, from: member.role, to: role };
      const change = changeOf(at, accountId, 'member.role_changed', details);
      if (!(await at.context.organizations.setRole(change, role))) throw refuseNoMember();
    },
  }),

  forOrganization({
    id: 'removeOrganizationMember',
    route: 'DELETE /organizations/{organization_id}/members/{account_id}',
    summary:
      'Removes a member, who loses access immediately. With your own id, you leave the organization, whatever your role. The last owner cannot be removed.',
    needs: 'read',
    input: z.object({ account_id: z.string() }),
    command: {
      name: 'organizations remove-member',
      summary: 'Remove an account from an organization, at once',
      examples: ['organizations remove-member 0197a1 ben@agency.example'],
      members: { email: ['<e-mail>', 'member, as listed by: organizations list'] },
      typed: { shape: z.object({ email: z.string() }), toInput: findAccountId },
      prints: {
        done: (_, { organization }, { typed }) =>
          `${toAddress(typed)} is no member of ${organization} any more.`,
      },
    },
    async run(visit, { account_id: accountId }) {
      const isSelf = accountId === visit.actor.accountId;
      if (!isSelf) requireRole(visit.organization.role, 'administer');
      const at = toMemberAccess(visit, isSelf ? 'read' : 'administer');
      const member = (await findMember(at, accountId)) ?? refuseNoMember();
      const details = { account: member.email, role: member.role };
      const change = changeOf(at, accountId, isSelf ? 'member.left' : 'member.removed', details);
      if (!(await at.context.organizations.removeMember(change))) throw refuseNoMember();
    },
  }),
];

async function findAccountId({ email }: Record<string, unknown>, visit: OperatorVisit) {
  return { account_id: (await requireAccount(visit, String(email))).id };
}

function toAddress({ email }: Record<string, unknown>): string {
  return normalizeEmail(String(email));
}

type AtMembers = ReturnType<typeof toMemberAccess>;

/** The member must keep the permission to change owners, if the role has it, until the change is written. */
function toMemberAccess(visit: AtOrganization, needs: Permission) {
  const mayChangeOwners = hasPermission(visit.organization.role, 'own');
  return { ...visit, actor: toAdmittedActor(visit, mayChangeOwners ? 'own' : needs), mayChangeOwners };
}

/** The operator makes any account a member; members invite it, and get `not_found`. */
async function addMember(at: AtMembers, accountId: string, role: Role): Promise<void> {
  const account = at.actor.accountId === null ? await at.context.accounts.find(accountId) : undefined;
  const { email } = account ?? refuseNoMember();
  const change = changeOf(at, accountId, 'member.joined', { account: email, role });
  await at.context.organizations.putMember(change, role);
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
