import { z } from 'zod';
import { forAccount } from '../action.ts';
import { hasSecondFactor } from './second-factor.ts';

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

export const listSignInMethods = forAccount({
  id: 'listSignInMethods',
  route: 'GET /account/sign-in-methods',
  summary: 'Returns the ways in which the account can sign in.',
  output: signInMethodsWire,
  async run({ context, identity }) {
    const { id, emailVerified } = identity.account;
    const { accountIdentities, secondFactors, singleSignOn: provider } = context;
    return {
      passkeys: await context.passkeys.listOfAccount(id),
      hasPassword: (await context.accounts.findPasswordHash(id)) !== undefined,
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
});
