import { CommerceError } from '../errors.ts';

export function identityOfAnotherPerson(email: string): CommerceError {
  return new CommerceError(
    'conflict',
    `The account ${email} belongs to another person of the identity provider. If it is yours, sign in with its password, and connect single sign-on on the Account page.`,
  );
}

export function identityOfAnotherAccount(): CommerceError {
  return new CommerceError('conflict', 'This identity is connected with another account.');
}

export function addressInUse(): CommerceError {
  return new CommerceError('conflict', 'There is an account with this e-mail address. Sign in instead.');
}

export function accountIsGone(): CommerceError {
  return new CommerceError('unauthenticated', 'Sign in again.');
}

export function signUpIsClosed(): CommerceError {
  return new CommerceError(
    'forbidden',
    'Sign-up is closed. Ask the operator of this service for an account.',
  );
}

export function invitationWasUsed(): CommerceError {
  return new CommerceError('not_found', 'This invitation was used in the meantime. Ask for a new one.');
}

export function passwordWasSet(): CommerceError {
  return new CommerceError('conflict', 'Your account has a password by now. Change that one.');
}
