import { z } from 'zod';
import { toForbiddenError } from '../../commerce/errors.ts';
import { nameObject } from '../../wire/named.ts';
import { forAnyone } from '../action.ts';
import { textOrNull } from '../fields.ts';
import type { MerchantContext } from '../visit.ts';

const installationWire = nameObject('Installation', {
  first_run: z
    .boolean()
    .describe('True until the first account is created, which gets the stores that have no owner.'),
  sign_up: z.enum(['open', 'closed']),
  version: z.string(),
  guides: z.url().describe('Guides of this version, which the service itself serves.'),
  sandbox: z.boolean().describe('True when the simulated shops are running.'),
  retention_days: z
    .int()
    .describe('Days for which stores keep sessions and carts without an order by default. 0: forever.'),
  base_url: z.url(),
  single_sign_on: textOrNull.describe('Name of the identity provider for sign-in; null without one.'),
  mail: z
    .boolean()
    .describe(
      'True when the service sends e-mail: links reset passwords, and sign up all but the first account.',
    ),
});

export const getInstallation = forAnyone({
  id: 'getInstallation',
  route: 'GET /installation',
  summary: 'Returns whether this installation is new, and whether sign-up is open.',
  output: installationWire,
  run: async ({ context }) => ({
    ...(await findInstallation(context)),
    ...context.about,
    baseUrl: context.baseUrl(),
    guides: `${context.baseUrl()}/guides/`,
    singleSignOn: context.singleSignOn?.label ?? null,
    mail: context.mailer !== undefined,
  }),
});

/** `firstRun`: no account was ever made. */
export async function findInstallation({ accounts, signUp }: MerchantContext) {
  const firstRun = !(await accounts.hadFirst());
  const isOpen = signUp === 'open' || (signUp === 'first' && firstRun);
  return { firstRun, signUp: isOpen ? ('open' as const) : ('closed' as const) };
}

/** Throws `forbidden` where sign-up is closed. */
export async function requireOpenSignUp(context: MerchantContext) {
  const current = await findInstallation(context);
  if (current.signUp === 'open') return current;
  throw toForbiddenError('Sign-up is closed. Ask the operator of this service for an account.');
}
