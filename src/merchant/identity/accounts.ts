import { z } from 'zod';
import { named } from '../../wire/named.ts';
import { forAccount, forAnyone, type MerchantEndpoint } from '../action.ts';
import { anyPassword, emailAddress, linkToken, shortName } from '../names.ts';
import { toWire } from '../to-wire.ts';
import { installation, signUp } from './account-changes.ts';
import { code } from './account-security.ts';
import type { SignedIn } from './begin-session.ts';
import { completePasswordReset, requestPasswordReset } from './password-reset.ts';
import { changePassword } from './passwords.ts';
import { identify, prolong, signIn, signOut } from './sign-in.ts';
import { confirmSignUp, requestSignUp } from './sign-up-by-mail.ts';

export const accountWire = named(
  'Account',
  z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.email().describe('Lower case.'),
    created_at: z.iso.datetime(),
  }),
);
const installationWire = named(
  'Installation',
  z.object({
    first_run: z
      .boolean()
      .describe('True until the first account is created, which gets the stores that have no owner.'),
    sign_up: z.enum(['open', 'closed']),
    version: z.string(),
    guides: z.url().describe('Folder of the documentation of this version.'),
    sandbox: z.boolean().describe('True when the simulated shops are running.'),
    retention_days: z
      .int()
      .describe('Days for which stores keep sessions and carts without an order by default. 0: forever.'),
    base_url: z.url(),
    single_sign_on: z
      .string()
      .nullable()
      .describe('Name of the identity provider for sign-in; null without one.'),
    mail: z
      .boolean()
      .describe(
        'True when the service sends e-mail: links reset passwords, and sign up all but the first account.',
      ),
  }),
);
export const signedIn = z.object({ account: accountWire });
const newPassword = anyPassword.min(10).describe('10 to 128 characters of any kind.');
const knownPassword = anyPassword.min(1);

export const newMerchant = z.object({
  name: shortName,
  email: emailAddress,
  password: newPassword,
  organization: shortName
    .optional()
    .describe(
      'Name of the organization that owns the stores of the account. Omitted: “Ada’s stores” for Ada.',
    ),
});

export const accountEndpoints: MerchantEndpoint[] = [
  forAnyone({
    id: 'getInstallation',
    rest: 'GET /installation',
    summary: 'Returns whether this installation is new, and whether sign-up is open.',
    output: installationWire,
    run: async ({ context }) => ({
      ...(await installation(context)),
      ...context.about,
      baseUrl: context.baseUrl(),
      singleSignOn: context.singleSignOn?.label ?? null,
      mail: context.mailer !== undefined,
    }),
  }),

  forAnyone({
    id: 'signUp',
    rest: 'POST /sign-up',
    created: true,
    summary:
      'Creates an account and signs it in: the answer sets the session cookie. For an address that has an account, signs in with its password. Where the service sends e-mail, only the first account is created this way.',
    input: newMerchant,
    output: signedIn,
    reply: async (visit, input) => toReply(await signUp(visit, input)),
  }),

  forAnyone({
    id: 'requestSignUp',
    rest: 'POST /sign-up/link',
    summary:
      'Mails a link that creates an account, where the service sends e-mail. The answer is the same for an address that has one.',
    input: z.object({ email: emailAddress }),
    run: (visit, input) => requestSignUp(visit, input.email),
  }),

  forAnyone({
    id: 'confirmSignUp',
    rest: 'POST /sign-up/confirm',
    created: true,
    summary:
      'Creates the account of a mailed link, which works once, and signs it in: the answer sets the session cookie.',
    input: newMerchant.omit({ email: true }).extend({ token: linkToken }),
    output: signedIn,
    reply: async (visit, input) => toReply(await confirmSignUp(visit, input)),
  }),

  forAnyone({
    id: 'signIn',
    rest: 'POST /sign-in',
    summary:
      'Signs in: the answer sets the session cookie. Where an authenticator app is set up, `account` is null until `code` is sent too.',
    input: z.object({ email: emailAddress, password: knownPassword, code: code.optional() }),
    output: z.object({ account: accountWire.nullable().describe('Null when a code is needed.') }),
    async reply(visit, input) {
      const begun = await signIn(visit, input);
      return begun ? toReply(begun) : { body: { account: null } };
    },
  }),

  forAnyone({
    id: 'signOut',
    rest: 'POST /sign-out',
    summary: 'Ends the session of the cookie.',
    reply: async (visit) => ({ body: {}, headers: { 'set-cookie': await signOut(visit) } }),
  }),

  forAnyone({
    id: 'getCurrentSession',
    rest: 'GET /session',
    summary: 'Returns the signed-in account, or null. Extends the session as /me does.',
    output: z.object({ account: accountWire.nullable() }),
    async reply(visit) {
      const identity = await identify(visit);
      if (!identity) return { body: { account: null } };
      const cookies = await prolong({ ...visit, identity });
      return toReply({ account: identity.account, cookies });
    },
  }),

  forAccount({
    id: 'getAccount',
    rest: 'GET /me',
    summary: 'Returns the account of the caller, and extends a session that is in use.',
    output: z.object({ account: accountWire, via: z.enum(['session', 'token']) }),
    async reply(visit) {
      const { account: own, via } = visit.identity;
      return {
        body: { account: toWire(accountWire, own), via },
        headers: { 'set-cookie': await prolong(visit) },
      };
    },
  }),

  forAnyone({
    id: 'requestPasswordReset',
    rest: 'POST /password-reset',
    summary:
      'Mails a link to reset the password, when the address has an account; the answer is the same when it has none.',
    input: z.object({ email: emailAddress }),
    run: (visit, input) => requestPasswordReset(visit, input.email),
  }),

  forAnyone({
    id: 'confirmPasswordReset',
    rest: 'POST /password-reset/confirm',
    summary: 'Sets a new password with the token of a mailed link, which works once, and ends all sessions.',
    input: z.object({ token: linkToken, new_password: newPassword }),
    async reply(visit, input) {
      const reset = { token: input.token, password: input.new_password };
      return { body: {}, headers: { 'set-cookie': await completePasswordReset(visit, reset) } };
    },
  }),

  forAccount({
    id: 'changePassword',
    rest: 'POST /password',
    summary:
      'Changes the password, or sets the first one of an account that signs in by single sign-on only. Ends all other sessions.',
    inPerson: true,
    input: z.object({
      current_password: knownPassword.optional().describe('Required when the account has one.'),
      new_password: newPassword,
    }),
    async reply(visit, input) {
      const change = { current: input.current_password, next: input.new_password };
      return { body: {}, headers: { 'set-cookie': await changePassword(visit, change) } };
    },
  }),
];

/** Names the account, and sets the cookies of its session. */
export function toReply({ account, cookies }: SignedIn) {
  return { body: { account: toWire(accountWire, account) }, headers: { 'set-cookie': cookies } };
}
