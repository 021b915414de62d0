import { z } from 'zod';
import { MAIL_STATES } from '../../commerce/merchant/mail.ts';
import { named } from '../../wire/named.ts';
import { forAccount, forAnyone, forOrganization, type MerchantEndpoint } from '../action.ts';
import { newMerchant, signedIn, toReply } from '../identity/accounts.ts';
import { wholeList } from '../lists.ts';
import { emailAddress, linkToken } from '../names.ts';
import { nowOf } from '../visit.ts';
import {
  acceptInvitation,
  invite,
  mailKeyOf,
  showInvitation,
  signUpInvited,
  withdrawInvitation,
} from './invite.ts';
import { organizationWire, role } from './organizations.ts';

const invitationWire = named(
  'Invitation',
  z.object({
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
  }),
);
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

export const invitationEndpoints: MerchantEndpoint[] = [
  forOrganization(
    wholeList({
      id: 'listOrganizationInvitations',
      rest: 'GET /organizations/{organization_id}/invitations',
      summary: 'Lists open invitations, newest first.',
      inPerson: true,
      needs: 'administer',
      row: invitationWire,
      async items(visit) {
        const { context, organization } = visit;
        const open = await context.invitations.ofOrganization(organization.id, nowOf(visit));
        const mails = await context.mailOutbox.statesOf(open.map(mailKeyOf));
        return open.map((each) => ({
          ...each,
          invitedBy: each.inviter,
          mail: mails.get(mailKeyOf(each)) ?? null,
        }));
      },
    }),
  ),

  forOrganization({
    id: 'createOrganizationInvitation',
    rest: 'POST /organizations/{organization_id}/invitations',
    created: true,
    summary:
      'Invites a person by a link that works once, for seven days. Replaces an earlier invitation of the address.',
    inPerson: true,
    needs: 'administer',
    input: z.object({ email: emailAddress, role }),
    output: newInvitationWire,
    async run(visit, input) {
      const { invitation, link = null } = await invite(visit, input);
      const { isMailed: mailed } = invitation;
      const invitedBy = visit.identity.account.name;
      return {
        invitation: { ...invitation, invitedBy, mail: mailed ? ('queued' as const) : null },
        link,
        mailed,
      };
    },
  }),

  forOrganization({
    id: 'withdrawOrganizationInvitation',
    rest: 'DELETE /organizations/{organization_id}/invitations/{invitation_id}',
    summary: 'Withdraws an invitation: its link stops working.',
    inPerson: true,
    needs: 'administer',
    input: z.object({ invitation_id: z.string() }),
    run: (visit, { invitation_id }) => withdrawInvitation(visit, invitation_id),
  }),

  forAnyone({
    id: 'readInvitation',
    rest: 'POST /invitations/read',
    summary: 'Shows the invitation of a link. Changes nothing.',
    tag: 'organizations',
    input: z.object({ token: linkToken }),
    output: shownInvitationWire,
    async run(visit, { token }) {
      const invitation = await showInvitation(visit, token);
      return { ...invitation, invitedBy: invitation.inviter };
    },
  }),

  forAccount({
    id: 'acceptInvitation',
    rest: 'POST /invitations/accept',
    summary: 'Accepts the invitation of a link with the account that is signed in.',
    tag: 'organizations',
    inPerson: true,
    input: z.object({ token: linkToken }),
    output: z.object({ organization: organizationWire }),
    run: async (visit, { token }) => ({ organization: await acceptInvitation(visit, token) }),
  }),

  forAnyone({
    id: 'signUpInvited',
    rest: 'POST /invitations/sign-up',
    created: true,
    summary:
      'Creates the account of an invitation, even where sign-up is closed, and signs it in: the answer sets the session cookie. Where the service sends e-mail, only with the mailed link, which proves the address.',
    tag: 'organizations',
    input: newMerchant.omit({ email: true, organization: true }).extend({ token: linkToken }),
    output: signedIn,
    reply: async (visit, input) => toReply(await signUpInvited(visit, input)),
  }),
];
