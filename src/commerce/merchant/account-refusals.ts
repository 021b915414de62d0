import { conflict, forbidden, notFound } from '../errors.ts';
import { spentLink } from './spent-link.ts';

/** Refusals of the sign-up, sign-in and password of an account, decided where they are written. */
export const ACCOUNT_REFUSALS = {
  identityOfAnotherPerson: (email: string) =>
    conflict(
      `The account ${email} belongs to another person of the identity provider. If it is yours, sign in with its password, and connect single sign-on on the Account page.`,
    ),
  identityOfAnotherAccount: () => conflict('This identity is connected with another account.'),
  addressInUse: () => conflict('There is an account with this e-mail address. Sign in instead.'),
  signUpIsClosed: () => forbidden('Sign-up is closed. Ask the operator of this service for an account.'),
  invitationWasUsed: () => notFound('This invitation was used in the meantime. Ask for a new one.'),
  passwordWasSet: () => conflict('Your account has a password by now. Change that one.'),
  spentLink,
};

export type AccountRefusals = typeof ACCOUNT_REFUSALS;
