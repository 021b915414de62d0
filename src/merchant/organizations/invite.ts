import { CommerceError } from '../../commerce/errors.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import { type Mail, nameInMail, namesInMail, signed } from '../../commerce/merchant/mail.ts';
import { alreadyMember } from '../../commerce/merchant/organization-rules.ts';
import { type Role, roleAllows } from '../../commerce/merchant/roles.ts';
import { nameOf } from '../../commerce/store/store.ts';
import { DAY_MS, iso } from '../../commerce/time.ts';
import { isUuid } from '../../commerce/uuid.ts';
import type { Invitation, OpenInvitation } from '../../storage/repositories/invitations.ts';
import type { Membership } from '../../storage/repositories/organizations.ts';
import { admittedActor } from '../access.ts';
import { makeAccount } from '../identity/account-changes.ts';
import { beginSession, type SignedIn } from '../identity/begin-session.ts';
import { countOrRefuse, countWithin, signUpLimit } from '../identity/login-throttle.ts';
import { type AccountVisit, actorOf, nowOf, type OrganizationVisit, type Visit } from '../visit.ts';

const LASTS_MS = 7 * DAY_MS;
const MAX_OF_ACCOUNT = { limit: 50, windowMs: DAY_MS };
/** Bound of the mails to an address; counted by sender, so that no team uses up the invitations of another one. */
const MAX_MAILS = { limit: 5, windowMs: DAY_MS };

interface NewInvitation {
  invitation: Invitation;
  /** Link to hand over, which cannot be read again; undefined for one that was mailed. */
  link: string | undefined;
}

type InvitingVisit = OrganizationVisit<
  'attempts' | 'baseUrl' | 'invitations' | 'mailer' | 'newId' | 'now' | 'stores'
>;

/**
 * Creates an invitation, replacing an earlier one of the address. Its link is mailed where mail is sent, and not shown: it
 * proves the address. Above the bound of mails it is shown instead, for a person whose account has proved the address. Throws
 * `conflict` for a member.
 */
export async function invite(
  visit: InvitingVisit,
  { email, role }: { email: string; role: Role },
): Promise<NewInvitation> {
  const { context, organization, identity } = visit;
  if (role === 'owner' && !roleAllows(organization.role, 'own'))
    throw new CommerceError('forbidden', 'Only an owner of the organization may invite another owner.');
  await countOrRefuse(visit, [{ bucket: `invitations by ${identity.account.id}`, ...MAX_OF_ACCOUNT }]);
  const address = normalizeEmail(email);
  const invitation = {
    id: context.newId(),
    organizationId: organization.id,
    email: address,
    role,
    isMailed: context.mailer !== undefined && (await mayMail(visit, address)),
    invitedBy: identity.account.id,
    createdAt: nowOf(visit),
    expiresAt: iso(context.now() + LASTS_MS),
  };
  const details = { account: invitation.email, role };
  const actor = admittedActor(visit, role === 'owner' ? 'own' : 'administer');
  const by = { actor, action: 'member.invited', details };
  const token = await context.invitations.put(invitation, { by, alreadyMember });
  // The token is in the fragment, which browsers send to no server.
  const link = `${context.baseUrl()}/console/invitation#${token}`;
  if (!invitation.isMailed) return { invitation, link };
  const { organizationId, expiresAt } = invitation;
  const stores = await context.stores.ofOrganization(organizationId);
  const mail = invitationMail(visit, invitation, { link, stores: stores.map(nameOf) });
  await context.mailer?.enqueue(mail, { key: mailKeyOf(invitation), organizationId, expiresAt });
  return { invitation, link: undefined };
}

function mayMail(visit: InvitingVisit, address: string): Promise<boolean> {
  const { organization, identity } = visit;
  return countWithin(visit, [
    { bucket: `invitations to ${address} from ${organization.id}`, ...MAX_MAILS },
    { bucket: `invitations to ${address} by ${identity.account.id}`, ...MAX_MAILS },
  ]);
}

/** Key of the mail of an invitation, by which its state is found. */
export function mailKeyOf({ id }: Pick<Invitation, 'id'>): string {
  return `invitation/${id}`;
}

function invitationMail(
  { context, identity, organization }: OrganizationVisit<'baseUrl'>,
  { email, role }: Invitation,
  { link, stores }: { link: string; stores: readonly string[] },
): Mail {
  const { name, email: from } = identity.account;
  const text = `Hello,

${from} invites you to join a team as ${role}. Accept within seven days:

${link}

The team calls itself: ${nameInMail(organization.name)}
Its stores: ${namesInMail(stores) || 'none yet'}
The person's name there: ${nameInMail(name)}

If you do not know ${from}, ignore this mail.
`;
  return {
    to: email,
    subject: `You are invited to a team on ${new URL(context.baseUrl()).host}`,
    text: signed(text, context.baseUrl()),
  };
}

/** Throws `not_found` for an invitation that the organization does not have. */
export async function withdrawInvitation(
  visit: OrganizationVisit<'invitations' | 'now'>,
  id: string,
): Promise<void> {
  const { context, organization } = visit;
  const open = isUuid(id) ? await context.invitations.ofOrganization(organization.id, nowOf(visit)) : [];
  const invitation = open.find((each) => each.id === id);
  const by = {
    actor: admittedActor(visit, 'administer'),
    action: 'member.invitation_withdrawn',
    details: { account: invitation?.email },
  };
  if (!invitation || !(await context.invitations.withdraw(organization.id, id, by, nowOf(visit))))
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

/** Invitation with whether its address has an account, which only the mailbox of the address learns. */
interface ShownInvitation extends OpenInvitation {
  hasAccount: boolean | null;
}

export async function showInvitation(
  visit: Visit<'accounts' | 'invitations' | 'now'>,
  token: string,
): Promise<ShownInvitation> {
  const invitation = await readInvitation(visit, token);
  const account = invitation.isMailed && (await visit.context.accounts.findByEmail(invitation.email));
  return { ...invitation, hasAccount: invitation.isMailed ? Boolean(account) : null };
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

/**
 * Makes the account a member. Throws `conflict` for another e-mail address than the invited one, and where mail is sent for an
 * unproved one, unless the link was mailed.
 */
export async function acceptInvitation(
  visit: AccountVisit<'invitations' | 'mailer' | 'now' | 'organizations'>,
  token: string,
): Promise<Membership> {
  const { context, identity } = visit;
  const { account, sessionId } = identity;
  const invitation = await readInvitation(visit, token);
  if (invitation.email !== account.email) throw otherAddress(invitation, account.email);
  if (context.mailer && !invitation.isMailed && !account.emailVerified)
    throw new CommerceError(
      'conflict',
      `Your address ${account.email} is not confirmed. Confirm it on the Account page, and accept again.`,
    );
  const by = { actor: actorOf(visit), action: 'member.joined', details: { account: account.email } };
  const joined = await context.invitations.accept(token, { account, sessionId, by }, nowOf(visit));
  const own = joined && (await context.organizations.ofAccount(account.id));
  return own?.find(({ id }) => id === joined?.organizationId) ?? gone();
}

/**
 * Creates the invited account and signs it in, also where sign-up is closed. Where mail is sent, only a mailed link does, and
 * proves the address; throws `forbidden` for any other. Throws `conflict` for an address with an account.
 */
export async function signUpInvited(
  visit: Visit,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<SignedIn> {
  const { context } = visit;
  await countOrRefuse(visit, [signUpLimit(visit)]);
  const { email, isMailed } = await readInvitation(visit, token);
  if (context.mailer && !isMailed)
    throw new CommerceError(
      'forbidden',
      'This link is for a person with an account: sign in first. Without one, sign up, or ask for an invitation by e-mail.',
    );
  const merchant = { name, email, password };
  const account = await makeAccount(context, merchant, { invitation: token, emailVerified: isMailed });
  return beginSession(visit, account);
}
