import { type CommerceError, toConflictError, toNotFoundError } from '../../commerce/errors.ts';
import type { OpenInvitation } from '../../storage/repositories/identity/invitations.ts';
import type { Membership } from '../../storage/repositories/identity/organizations.ts';
import { type AccountVisit, getNow, toAuditEntry, type Visit } from '../visit.ts';

/** Throws `not_found` for an unknown, used, withdrawn or expired link alike. */
export async function readInvitation(
  visit: Visit<'invitations' | 'now'>,
  token: string,
): Promise<OpenInvitation> {
  const invitation = await visit.context.invitations.find(token, getNow(visit));
  return invitation ?? refuseGone();
}

/** Error of a person whose address is not the invited one. */
export function createOtherAddressError({ email }: OpenInvitation, yours: string): CommerceError {
  return toConflictError(
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
