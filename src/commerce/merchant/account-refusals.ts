import { CommerceError } from '../errors.ts';
import { spentLink } from './spent-link.ts';

function identityOfAnotherPerson(email: string): CommerceError {
  return new CommerceError(
    'conflict',
    `The account ${email} belongs to another person of the identity provider. If it is yours, sign in with its password, and connect single sign-on on the Account page.`,
  );
}

function identityOfAnotherAccount(): CommerceError {
  return new CommerceError('conflict', 'This identity is connected with another account.');
}

function addressInUse(): CommerceError {
  return new CommerceError('conflict', 'There is an account with this e-mail address. Sign in instead.');
}

function signUpIsClosed(): CommerceError {
  return new CommerceError(
    'forbidden',
    'Sign-up is closed. Ask the operator of this service for an account.',
  );
}

function invitationWasUsed(): CommerceError {
  return new CommerceError('not_found', 'This invitation was used in the meantime. Ask for a new one.');
}

function passwordWasSet(): CommerceError {
  return new CommerceError('conflict', 'Your account has a password by now. Change that one.');
}

/** Refusals of the sign-up, sign-in and password of an account, decided where they are written. */
export const ACCOUNT_REFUSALS = {
  ...{ identityOfAnotherPerson, identityOfAnotherAccount, addressInUse },
  ...{ signUpIsClosed, invitationWasUsed, passwordWasSet, spentLink },
};

export type AccountRefusals = typeof ACCOUNT_REFUSALS;
