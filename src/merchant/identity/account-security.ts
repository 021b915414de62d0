import { z } from 'zod';
import { deviceName } from '../../accounts/device-name.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { isUuid } from '../../commerce/uuid.ts';
import { forAccount, type MerchantEndpoint } from '../action.ts';
import { wholeList } from '../lists.ts';
import { anyPassword, linkToken } from '../names.ts';
import { entryOf, nowOf } from '../visit.ts';
import { confirmOwnAddress, requestConfirmation } from './confirm-address.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from './second-factor.ts';

const accountSessionWire = z.object({
  id: z.uuid(),
  device: z.string().describe('Browser and system, such as `Firefox on Windows`; empty when unknown.'),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable().describe('Precise to some minutes.'),
  current: z.boolean().describe('True for the session of this request.'),
});

const passkeyWire = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});

const signInMethodsWire = z.object({
  passkeys: z.array(passkeyWire).describe('Newest first.'),
  has_password: z.boolean(),
  email_confirmed: z
    .boolean()
    .describe('False until a mailed link or the identity provider has proved the address.'),
  single_sign_on: z
    .object({ label: z.string().describe('Name of the provider.'), connected: z.boolean() })
    .nullable()
    .describe('Null without an identity provider.'),
  second_factor: z.object({
    enabled: z
      .boolean()
      .describe('True when sign-ins with the password ask for a code of an authenticator app.'),
    recovery_codes_left: z.int(),
  }),
});

const newSecondFactorWire = z.object({
  secret: z.string().describe('In base32, to type into an authenticator app.'),
  uri: z.string().describe('otpauth:// address, which apps read from a QR code.'),
});

const recoveryCodesWire = z.object({
  recovery_codes: z
    .array(z.string())
    .describe('Each replaces one code of the app. They are shown only once.'),
});

export const code = z
  .string()
  .min(1)
  .max(40, 'must be a code of the app or a recovery code')
  .describe('Code of the authenticator app, or a recovery code.');

export const currentPassword = anyPassword.optional().describe('Required when the account has one.');

export const accountSecurityEndpoints: MerchantEndpoint[] = [
  forAccount(
    wholeList({
      id: 'listAccountSessions',
      rest: 'GET /account/sessions',
      summary: 'Lists the browsers in which the account is signed in.',
      inPerson: true,
      file: 'browsers',
      row: accountSessionWire,
      async items(visit) {
        const { account, sessionId } = visit.identity;
        const sessions = await visit.context.accountSessions.ofAccount(account.id, nowOf(visit));
        return sessions.map(({ userAgent, ...session }) => {
          return { ...session, device: deviceName(userAgent), current: session.id === sessionId };
        });
      },
    }),
  ),

  forAccount({
    id: 'endAccountSession',
    rest: 'DELETE /account/sessions/{session_id}',
    summary: 'Signs the account out in one browser.',
    inPerson: true,
    input: z.object({ session_id: z.string() }),
    async run(visit, { session_id: id }) {
      const { context, identity } = visit;
      const entry = entryOf(visit, 'account.session_ended', { id });
      const ended = isUuid(id) && (await context.accountSessions.end(identity.account.id, id, entry));
      if (!ended) throw new CommerceError('not_found', 'You have no session with that id.');
    },
  }),

  forAccount({
    id: 'endOtherAccountSessions',
    rest: 'POST /account/sessions/end-others',
    summary: 'Signs the account out in all other browsers.',
    inPerson: true,
    output: z.object({ ended: z.int() }),
    async run(visit) {
      const { account, sessionId = '' } = visit.identity;
      const entry = (count: number) => entryOf(visit, 'account.other_sessions_ended', { count });
      return { ended: await visit.context.accountSessions.endOthers(account.id, sessionId, entry) };
    },
  }),

  forAccount({
    id: 'listSignInMethods',
    rest: 'GET /account/sign-in-methods',
    summary: 'Returns the ways in which the account can sign in.',
    output: signInMethodsWire,
    async run({ context, identity }) {
      const { id, emailVerified } = identity.account;
      const { accountIdentities, secondFactors, singleSignOn: provider } = context;
      return {
        passkeys: await context.passkeys.ofAccount(id),
        hasPassword: (await context.accounts.passwordHash(id)) !== undefined,
        emailConfirmed: emailVerified,
        singleSignOn: provider
          ? { label: provider.label, connected: await accountIdentities.isConnected(provider.issuer, id) }
          : null,
        secondFactor: {
          enabled: await hasSecondFactor(context, identity.account),
          recoveryCodesLeft: await secondFactors.countRecoveryCodes(id),
        },
      };
    },
  }),

  forAccount({
    id: 'requestEmailConfirmation',
    rest: 'POST /account/email/link',
    summary: 'Mails a link that confirms the e-mail address of the account, where the service sends e-mail.',
    inPerson: true,
    run: requestConfirmation,
  }),

  forAccount({
    id: 'confirmEmail',
    rest: 'POST /account/email/confirm',
    summary:
      'Confirms the e-mail address with the token of a mailed link, in a session of the account. Ends all other sessions, passkeys and tokens.',
    inPerson: true,
    input: z.object({ token: linkToken }),
    run: (visit, input) => confirmOwnAddress(visit, input.token),
  }),

  forAccount({
    id: 'beginSecondFactor',
    rest: 'POST /account/second-factor',
    summary: 'Begins the set-up of an authenticator app. Sign-ins ask for it once it is confirmed.',
    inPerson: true,
    input: z.object({ current_password: currentPassword }),
    output: newSecondFactorWire,
    run: (visit, { current_password }) => beginSecondFactor(visit, current_password),
  }),

  forAccount({
    id: 'confirmSecondFactor',
    rest: 'POST /account/second-factor/confirm',
    summary: 'Turns the authenticator app on, with a code from it.',
    inPerson: true,
    input: z.object({ code }),
    output: recoveryCodesWire,
    async reply(visit, input) {
      const { codes, cookies } = await confirmSecondFactor(visit, input.code);
      return { body: { recovery_codes: codes }, headers: { 'set-cookie': cookies } };
    },
  }),

  forAccount({
    id: 'renewRecoveryCodes',
    rest: 'POST /account/second-factor/recovery-codes',
    summary: 'Replaces the recovery codes with new ones.',
    inPerson: true,
    input: z.object({ code }),
    output: recoveryCodesWire,
    run: async (visit, input) => ({ recoveryCodes: await renewRecoveryCodes(visit, input.code) }),
  }),

  forAccount({
    id: 'turnOffSecondFactor',
    rest: 'POST /account/second-factor/turn-off',
    summary: 'Turns the authenticator app off.',
    inPerson: true,
    input: z.object({ code }),
    async reply(visit, input) {
      const { cookies } = await turnOffSecondFactor(visit, input.code);
      return { body: {}, headers: { 'set-cookie': cookies } };
    },
  }),
];
