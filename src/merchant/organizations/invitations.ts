import { z } from 'zod';
import { toConflictError, toForbiddenError, toNotFoundError } from '../../commerce/errors.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import { appendSignature, formatNamesInMail, MAIL_STATES, nameInMail } from '../../commerce/merchant/mail.ts';
import { createAlreadyMemberError } from '../../commerce/merchant/organization-rules.ts';
import { hasPermission } from '../../commerce/merchant/roles.ts';
import { nameOf, type Store } from '../../commerce/store/store.ts';
import { DAY_MS, toIso } from '../../commerce/time/time.ts';
import type { Invitation, OpenInvitation } from '../../storage/repositories/identity/invitations.ts';
import type { Membership } from '../../storage/repositories/identity/organizations.ts';
import { nameObject } from '../../wire/named.ts';
import { toAdmittedActor } from '../access.ts';
import { forAnyone, forMemberAtOrganization, forOrganization, forPerson } from '../action.ts';
import { emailAddress, linkToken, newMerchant, role, signedIn } from '../fields.ts';
import { beginSession } from '../identity/account-sessions.ts';
import { countOrRefuse, countWithin, signUpLimit } from '../identity/login-throttle.ts';
import { buildSecretUrl } from '../identity/mailed-link.ts';
import { makeAccount } from '../identity/sign-up.ts';
import { listForOrganization } from '../lists.ts';
import { type AccountVisit, getNow, type OrganizationVisit, toAuditEntry, type Visit } from '../visit.ts';
import { organizationWire } from './organizations.ts';

const LASTS_MS = 7 * DAY_MS;
const MAX_OF_ACCOUNT = { limit: 50, windowMs: DAY_MS };
/** Bound of the mails to an address; counted by sender, so that no team uses up the invitations of another one. */
const MAX_MAILS = { limit: 5, windowMs: DAY_MS };

const invitationWire = nameObject('Invitation', {
  id: z.uuid(),
  email: z.email(),
  role,
  invited_by: z.string().describe('Name of the person.'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  mail: z
    .enum(MAIL_STATES)
    .nullable()
    .describe(
      'queued: the mail server has not taken its mail yet; it is tried again. failed: it refused the mail for good. Null: none was mailed.',
    ),
});
const newInvitationWire = z.object({
  invitation: invitationWire,
  link: z
    .url()
    .nullable()
    .describe(
      'Give it to the invited person. It works once, and is shown only once; null for one that was mailed.',
    ),
  mailed: z
    .boolean()
    .describe(
      'True when a mail with the link is queued. False where the service sends no e-mail; and after five mails a day to the address: then only an account that has proved it can accept.',
    ),
});
const shownInvitationWire = z.object({
  organization: z.string(),
  email: z.email().describe('E-mail address of the invited account.'),
  role,
  invited_by: z.string(),
  expires_at: z.iso.datetime(),
  has_account: z
    .boolean()
    .nullable()
    .describe('True: sign in to accept. False: choose a password. Null for a link that was not mailed.'),
});

export const invitationEndpoints = [
  listForOrganization({
    id: 'listOrganizationInvitations',
    route: 'GET /organizations/{organization_id}/invitations',
    summary: 'Lists open invitations, newest first.',
    needs: 'administer',
    row: invitationWire,
    async listItems(visit) {
      const { context, organization } = visit;
      const open = await context.invitations.listOfOrganization(organization.id, getNow(visit));
      const mails = await context.mails.findStates(open.map(toMailKey));
      const findMail = (each: Invitation) => mails.get(toMailKey(each)) ?? null;
      return open.map((each) => ({ ...each, invitedBy: each.inviter, mail: findMail(each) }));
    },
  }),

  forMemberAtOrganization({
    id: 'createOrganizationInvitation',
    route: 'POST /organizations/{organization_id}/invitations',
    created: true,
    summary:
      'Invites a person by a link that works once, for seven days. Replaces an earlier invitation of the address.',
    needs: 'administer',
    input: z.object({ email: emailAddress, role }),
    output: newInvitationWire,
    async run(visit, { email, role }) {
      const { context, organization, identity } = visit;
      const { id: invitedBy, name } = identity.account;
      if (role === 'owner' && !hasPermission(organization.role, 'own'))
        throw toForbiddenError('Only an owner of the organization may invite another owner.');
      await countOrRefuse(visit, [{ bucket: `invitations by ${invitedBy}`, ...MAX_OF_ACCOUNT }]);
      const address = normalizeEmail(email);
      const isMailed =
        context.mailer !== undefined &&
        (await countWithin(visit, [
          { bucket: `invitations to ${address} from ${organization.id}`, ...MAX_MAILS },
          { bucket: `invitations to ${address} by ${invitedBy}`, ...MAX_MAILS },
        ]));
      const invitation = {
        id: context.newId(),
        organizationId: organization.id,
        email: address,
        role,
        isMailed,
        invitedBy,
        createdAt: getNow(visit),
        expiresAt: toIso(context.now() + LASTS_MS),
      };
      const actor = toAdmittedActor(visit, role === 'owner' ? 'own' : 'administer');
      const by = toAuditEntry({ actor }, 'member.invited', { account: address, role });
      const options = { by, alreadyMember: createAlreadyMemberError };
      const token = await context.invitations.put(invitation, options);
      const link = buildSecretUrl(context, 'invitation', token);
      if (isMailed) {
        const stores = await context.stores.listOfOrganization(organization.id);
        const { organizationId, expiresAt } = invitation;
        const sending = { key: toMailKey(invitation), organizationId, expiresAt };
        await context.mailer?.enqueue(buildInvitationMail(visit, invitation, link, stores), sending);
      }
      const mail = isMailed ? ('queued' as const) : null;
      const answer = { ...invitation, invitedBy: name, mail };
      return { invitation: answer, link: isMailed ? null : link, mailed: isMailed };
    },
  }),

  forOrganization({
    id: 'withdrawOrganizationInvitation',
    route: 'DELETE /organizations/{organization_id}/invitations/{invitation_id}',
    summary: 'Withdraws an invitation: its link stops working.',
    needs: 'administer',
    input: z.object({ invitation_id: z.string() }),
    async run(visit, { invitation_id: id }) {
      const { context, organization } = visit;
      const open = await context.invitations.listOfOrganization(organization.id, getNow(visit));
      const invitation = open.find((each) => each.id === id);
      const entry = toAuditEntry(visit, 'member.invitation_withdrawn', { account: invitation?.email });
      if (!invitation || !(await context.invitations.withdraw(organization.id, id, entry, getNow(visit))))
        throw toNotFoundError('The organization has no such invitation.');
    },
  }),

  forAnyone({
    id: 'readInvitation',
    route: 'POST /invitations/read',
    summary: 'Shows the invitation of a link. Changes nothing.',
    input: z.object({ token: linkToken }),
    output: shownInvitationWire,
    /** Only the mailbox of an address learns whether it has an account. */
    async run(visit, { token }) {
      const { inviter: invitedBy, ...invitation } = await readInvitation(visit, token);
      const account = invitation.isMailed && (await visit.context.accounts.findByEmail(invitation.email));
      return { ...invitation, invitedBy, hasAccount: invitation.isMailed ? Boolean(account) : null };
    },
  }),

  forPerson({
    id: 'acceptInvitation',
    route: 'POST /invitations/accept',
    summary: 'Accepts the invitation of a link with the account that is signed in.',
    input: z.object({ token: linkToken }),
    output: z.object({ organization: organizationWire }),
    run: async (visit, { token }) => ({ organization: await acceptInvitation(visit, token) }),
  }),

  forAnyone({
    id: 'signUpInvited',
    route: 'POST /invitations/sign-up',
    created: true,
    summary:
      'Creates the account of an invitation, even where sign-up is closed, and signs it in: the answer sets the session cookie. Where the service sends e-mail, only with the mailed link, which proves the address.',
    input: newMerchant.omit({ email: true, organization: true }).extend({ token: linkToken }),
    output: signedIn,
    async run(visit, { token, ...fields }) {
      const { context } = visit;
      await countOrRefuse(visit, [signUpLimit(visit)]);
      const { email, isMailed } = await readInvitation(visit, token);
      if (context.mailer && !isMailed)
        throw toForbiddenError(
          'This link is for a person with an account: sign in first. Without one, sign up, or ask for an invitation by e-mail.',
        );
      const options = { invitation: token, emailVerified: isMailed };
      return beginSession(visit, await makeAccount(context, { ...fields, email }, options));
    },
  }),
];

function toMailKey({ id }: Pick<Invitation, 'id'>): string {
  return `invitation/${id}`;
}

function buildInvitationMail(
  visit: OrganizationVisit,
  invitation: Invitation,
  link: string,
  stores: Store[],
) {
  const { context, identity, organization } = visit;
  const { email, role } = invitation;
  const { name, email: from } = identity.account;
  const text = `Hello,

${from} invites you to join a team as ${role}. Accept within seven days:

${link}

The team calls itself: ${nameInMail(organization.name)}
Its stores: ${formatNamesInMail(stores.map(nameOf)) || 'none yet'}
The person's name there: ${nameInMail(name)}

If you do not know ${from}, ignore this mail.
`;
  return {
    to: email,
    subject: `You are invited to a team on ${new URL(context.baseUrl()).host}`,
    text: appendSignature(text, context.baseUrl()),
  };
}

/** Throws `not_found` for an unknown, used, withdrawn or expired link alike. */
export async function readInvitation(visit: Visit, token: string) {
  const invitation = await visit.context.invitations.find(token, getNow(visit));
  return invitation ?? refuseGone();
}

/** Error of a person whose address is not the invited one. */
export function createOtherAddressError({ email }: OpenInvitation, yours: string) {
  return toConflictError(
    `This invitation is for ${email}, and you are signed in as ${yours}. Sign in with that address, or ask for an invitation of yours.`,
  );
}

/** Makes the account a member. Throws `conflict` for another address than the invited one, and for an unproved one. */
export async function acceptInvitation(visit: AccountVisit, token: string): Promise<Membership> {
  const { context, identity } = visit;
  const { account, sessionId } = identity;
  const invitation = await readInvitation(visit, token);
  if (invitation.email !== account.email) throw createOtherAddressError(invitation, account.email);
  if (context.mailer && !invitation.isMailed && !account.emailVerified)
    throw toConflictError(
      `Your address ${account.email} is not confirmed. Confirm it on the Account page, and accept again.`,
    );
  const entry = toAuditEntry(visit, 'member.joined', { account: account.email });
  const joined = await context.invitations.accept(token, { account, sessionId, by: entry }, getNow(visit));
  const own = joined && (await context.organizations.listOfAccount(account.id));
  return own?.find(({ id }) => id === joined?.organizationId) ?? refuseGone();
}

function refuseGone(): never {
  throw toNotFoundError(
    'This invitation is no longer valid: it was used or withdrawn, or it has expired. Ask for a new one.',
  );
}
