import { appendSignature, formatNamesInMail, type Mail, nameInMail } from '../../commerce/merchant/mail.ts';
import { nameOf, type Store } from '../../commerce/store/store.ts';
import type { Invitation } from '../../storage/repositories/identity/invitations.ts';
import type { OrganizationVisit } from '../visit.ts';

/** Key of the mail of an invitation, by which its state is found. */
export function toMailKey({ id }: Pick<Invitation, 'id'>): string {
  return `invitation/${id}`;
}

export function buildInvitationMail(
  { context, identity, organization }: OrganizationVisit<'baseUrl'>,
  { email, role }: Invitation,
  { link, stores }: { link: string; stores: readonly Store[] },
): Mail {
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
