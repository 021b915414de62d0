import { toConflictError, toForbiddenError, toNotFoundError } from '../errors.ts';
import { createSpentLinkError } from './spent-link.ts';

/** Refusals of the sign-up, sign-in and password of an account, decided where they are written. */
export const ACCOUNT_REFUSALS = {
  identityOfAnotherPerson: (email: string) =>
    toConflictError(
      `The account ${email} belongs to another person of the identity provider. If it is yours, sign in with its password, and connect single sign-on on the Account page.`,
    ),
  identityOfAnotherAccount: () => toConflictError('This identity is connected with another account.'),
  addressInUse: () => toConflictError('There is an account with this e-mail address. Sign in instead.'),
  signUpIsClosed: () =>
    toForbiddenError('Sign-up is closed. Ask the operator of this service for an account.'),
  invitationWasUsed: () => toNotFoundError('This invitation was used in the meantime. Ask for a new one.'),
  passwordWasSet: () => toConflictError('Your account has a password by now. Change that one.'),
  createSpentLinkError,
};

export type AccountRefusals = typeof ACCOUNT_REFUSALS;

const MAX_PASSKEYS = 20;

export function admitPasskey(earlier: number): void {
  if (earlier >= MAX_PASSKEYS)
    throw toConflictError(`An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
}
