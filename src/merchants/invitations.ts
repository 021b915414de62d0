import { CommerceError } from '../commerce/errors.ts';
import type { Mail } from '../commerce/mail.ts';
import { type Role, roleAllows } from '../commerce/roles.ts';
import { DAY_MS, iso } from '../commerce/time.ts';
import { isUuid } from '../commerce/uuid.ts';
import type { Invitation, OpenInvitation } from '../storage/repositories/invitations.ts';
import { admittedActor } from './access.ts';
import { makeAccount } from './accounts.ts';
import { countOrRefuse, signUpLimit } from './login-throttle.ts';
import { type AccountVisit, actorOf, nowOf, type OrganizationVisit, type Visit } from './merchant-context.ts';
import type { Membership } from './organizations.ts';
import { beginSession, type SignedIn } from './sign-in.ts';

export type { OpenInvitation };

const LASTS_MS = 7 * DAY_MS;
/** Bounds of the mails that a person can cause, and that an address can get. */
const MAX_OF_ACCOUNT = { limit: 50, windowMs: DAY_MS };
const MAX_TO_ADDRESS = { limit: 5, windowMs: DAY_MS };

export interface NewInvitation {
  invitation: Invitation;
  /** Link to hand over, which cannot be read again. */
  link: string;
  /** True when the link was mailed, too. */
  isMailed: boolean;
}

/** Creates an invitation, replacing an earlier one of the address, and mails it where a mail server is set. Throws `conflict` for a member. */
export async function invite(
  visit: OrganizationVisit<'attempts' | 'baseUrl' | 'invitations' | 'mailer' | 'newId' | 'now'>,
  { email, role }: { email: string; role: Role },
): Promise<NewInvitation> {
  const { context, organization, identity } = visit;
  if (role === 'owner' && !roleAllows(organization.role, 'own'))
    throw new CommerceError('forbidden', 'Only an owner of the organization may invite another owner.');
  const address = email.toLowerCase();
  await countOrRefuse(visit, [
    { bucket: `invitations by ${identity.account.id}`, ...MAX_OF_ACCOUNT },
    { bucket: `invitations to ${address}`, ...MAX_TO_ADDRESS },
  ]);
  const invitation = {
    id: context.newId(),
    organizationId: organization.id,
    email: address,
    role,
    invitedBy: identity.account.id,
    createdAt: nowOf(visit),
    expiresAt: iso(context.now() + LASTS_MS),
  };
  const details = { account: invitation.email, role };
  const by = { actor: admittedActor(visit, 'administer'), action: 'member.invited', details };
  const token = await context.invitations.put(invitation, by);
  // The token is in the fragment, which browsers send to no server.
  const link = `${context.baseUrl()}/console/invitation#${token}`;
  await context.mailer?.enqueue(invitationMail(visit, invitation, link), { expiresAt: invitation.expiresAt });
  return { invitation, link, isMailed: context.mailer !== undefined };
}

function invitationMail(
  { identity, organization }: OrganizationVisit<never>,
  { email, role }: Invitation,
  link: string,
): Mail {
  const { name, email: from } = identity.account;
  return {
    to: email,
    subject: `${name} invites you to ${organization.name}`,
    text: `Hello,

${name} (${from}) invites you to join ${organization.name} as ${role}. Accept within seven days:

${link}

If you do not know ${from}, ignore this mail.
`,
  };
}

/** Throws `not_found` for an invitation that the organization does not have. */
export async function withdrawInvitation(
  visit: OrganizationVisit<'invitations' | 'now'>,
  id: string,
): Promise<void> {
  const { context, organization } = visit;
  const open = isUuid(id) ? await context.invitations.ofOrganization(organization.id, nowOf(visit)) : [];
  const known = open.find((each) => each.id === id);
  const by = {
    actor: admittedActor(visit, 'administer'),
    action: 'member.invitation_withdrawn',
    details: { account: known?.email },
  };
  if (!known || !(await context.invitations.withdraw(organization.id, id, by, nowOf(visit))))
    throw new CommerceError('not_found', 'The organization has no such invitation.');
}

/** Throws `not_found` for an unknown, used, withdrawn or expired link alike. */
export async function readInvitation(
  visit: Visit<'invitations' | 'now'>,
  token: string,
): Promise<OpenInvitation> {
  const invitation = await visit.context.invitations.find(token, nowOf(visit));
  return invitation ?? gone();
}

function gone(): never {
  throw new CommerceError(
    'not_found',
    'This invitation is no longer valid: it was used or withdrawn, or it has expired. Ask for a new one.',
  );
}

/** Error of a person whose address is not the invited one. */
export function otherAddress({ email }: OpenInvitation, yours: string): CommerceError {
  return new CommerceError(
    'conflict',
    `This invitation is for ${email}, and you are signed in as ${yours}. Sign in with that address, or ask for an invitation of yours.`,
  );
}

/** Makes the account a member. Throws `conflict` for another e-mail address than the invited one. */
export async function acceptInvitation(
  visit: AccountVisit<'invitations' | 'now' | 'organizations'>,
  token: string,
): Promise<Membership> {
  const { context, identity } = visit;
  const { account } = identity;
  const invitation = await readInvitation(visit, token);
  if (invitation.email !== account.email) throw otherAddress(invitation, account.email);
  const by = { actor: actorOf(visit), action: 'member.joined', details: { account: account.email } };
  const joined = await context.invitations.accept(token, account, by, nowOf(visit));
  const own = joined && (await context.organizations.ofAccount(account.id));
  return own?.find(({ id }) => id === joined?.organizationId) ?? gone();
}

/** Creates the invited account and signs it in, also where sign-up is closed. Throws `conflict` for an address with an account. */
export async function signUpInvited(
  visit: Visit,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<SignedIn> {
  const { context } = visit;
  await countOrRefuse(visit, [signUpLimit(visit)]);
  const { email } = await readInvitation(visit, token);
  const account = await makeAccount(context, { name, email, password }, { invitation: token });
  return beginSession(visit, account);
}
