import { z } from 'zod';
import { CommerceError, toConflictError, toForbiddenError } from '../../commerce/errors.ts';
import { ACCOUNT_REFUSALS } from '../../commerce/merchant/account-refusals.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import { nameInMail } from '../../commerce/merchant/mail.ts';
import { nameOrganizationOfPerson } from '../../commerce/merchant/organization-rules.ts';
import { createSpentLinkError } from '../../commerce/merchant/spent-link.ts';
import { toIso } from '../../commerce/time/time.ts';
import type { Account } from '../../storage/repositories/identity/account-rows.ts';
import type { FirstOrganization } from '../../storage/repositories/identity/accounts.ts';
import type { Actor } from '../../storage/repositories/identity/audit.ts';
import { forAnyone } from '../action.ts';
import { emailAddress, linkToken, newMerchant, signedIn } from '../fields.ts';
import { getNow, type MerchantContext } from '../visit.ts';
import { beginSession } from './account-sessions.ts';
import { requireOpenSignUp } from './installation.ts';
import {
  buildMailedLinkLimits,
  countOrRefuse,
  findLoginLimits,
  linkLimit,
  refusedSignUpLimit,
  resetThrottle,
  signUpLimit,
} from './login-throttle.ts';
import { mailLink } from './mailed-link.ts';
import { ANSWER_MS } from './password-reset.ts';
import { findAccountByPassword, hashNewPassword, refuseCommonPassword } from './passwords.ts';
import { hasSecondFactor } from './second-factor.ts';

export const signUpEndpoints = [
  forAnyone({
    id: 'signUp',
    route: 'POST /sign-up',
    created: true,
    summary:
      'Creates an account and signs it in: the answer sets the session cookie. For an address that has an account, signs in with its password. Where the service sends e-mail, only the first account is created this way.',
    input: newMerchant,
    output: signedIn,
    async run(visit, merchant) {
      const { context } = visit;
      const { firstRun } = await requireOpenSignUp(context);
      if (context.mailer && !firstRun)
        throw toForbiddenError(
          'This service mails a link to confirm the address: POST /api/merchant/sign-up/link.',
        );
      // Counts no attempt at the password of an account.
      await refuseCommonPassword('password', merchant.password);
      const limits = [...(await findLoginLimits(visit, merchant.email)), refusedSignUpLimit(visit)];
      await countOrRefuse(visit, [signUpLimit(visit), ...limits]);
      const onlyFirst = context.signUp === 'first' || context.mailer !== undefined;
      const newAccount = await makeAccount(context, merchant, { onlyFirst }).catch((error: unknown) => {
        if (!(error instanceof CommerceError) || error.kind !== 'conflict') throw error;
      });
      // Asked in both cases, so that both take as long.
      const existing = await findAccountByPassword(context, merchant.email, merchant.password);
      const account = newAccount ?? existing;
      if (!account || (await hasSecondFactor(context, account)))
        throw toConflictError(
          'This sign-up could not be completed. If you already have an account with this e-mail address, sign in.',
        );
      await resetThrottle(visit, limits);
      return beginSession(visit, account);
    },
  }),

  forAnyone({
    id: 'requestSignUp',
    route: 'POST /sign-up/link',
    summary:
      'Mails a link that creates an account, where the service sends e-mail. The answer is the same for an address that has one.',
    input: z.object({ email: emailAddress }),
    async run(visit, { email }) {
      const { context } = visit;
      await requireOpenSignUp(context);
      if (!context.mailer)
        throw toForbiddenError('This service sends no e-mail. Sign up with a password instead.');
      await countOrRefuse(visit, buildMailedLinkLimits('sign-ups', visit, email));
      await Promise.all([mailSignUp(context, normalizeEmail(email)), context.wait(ANSWER_MS)]);
    },
  }),

  forAnyone({
    id: 'confirmSignUp',
    route: 'POST /sign-up/confirm',
    created: true,
    summary:
      'Creates the account of a mailed link, which works once, and signs it in: the answer sets the session cookie.',
    input: newMerchant.omit({ email: true }).extend({ token: linkToken }),
    output: signedIn,
    /** Making the account spends the link: of concurrent attempts, one succeeds. */
    async run(visit, { token, ...fields }) {
      const { context } = visit;
      await countOrRefuse(visit, [linkLimit(visit)]);
      await requireOpenSignUp(context);
      const link = await context.oneTimeLinks.find('sign_up', token, getNow(visit));
      if (!link?.email) throw createSpentLinkError();
      const options = { onlyFirst: context.signUp === 'first', emailVerified: true, link: token };
      return beginSession(visit, await makeAccount(context, { ...fields, email: link.email }, options));
    },
  }),
];

/** Creates a link and queues a mail in both cases, so that both take as long. */
async function mailSignUp(context: MerchantContext, email: string): Promise<void> {
  const account = await context.accounts.findByEmail(email);
  if (account) return mailKnown(context, account);
  await mailLink(context, 'sign_up', { email }, (url) => ({
    to: email,
    subject: 'Confirm your e-mail address',
    text: `Hello,

somebody asked for an account with your address ${email}. If it was you, confirm it here within a day:

${url}

If it was not you, ignore this mail: there will be no account.
`,
  }));
}

async function mailKnown(context: MerchantContext, { id, name, email }: Account): Promise<void> {
  await mailLink(context, 'password_reset', { accountId: id }, (url) => ({
    to: email,
    subject: 'You have an account already',
    text: `Hello ${nameInMail(name)},

somebody asked for an account with your address ${email}, which has one already. If it was you, sign in:

${context.baseUrl()}/console/sign-in

If you have forgotten your password, choose a new one here within an hour:

${url}

If it was not you, ignore this mail: your account stays as it is.
`,
  }));
}

/** The password is undefined for an account that signs in by single sign-on. */
export type NewMerchant = Omit<z.output<typeof newMerchant>, 'password'> & { password: string | undefined };

interface Options {
  onlyFirst?: boolean;
  actor?: Actor;
  invitation?: string | undefined;
  /** Secret of the mailed link of a sign-up. */
  link?: string;
  /** By default true for an operator, who vouches for the address. */
  emailVerified?: boolean;
}

/** Makes an account with an organization of its own, or in the inviting one. Without `actor`, the account made itself. */
export async function makeAccount(context: MerchantContext, merchant: NewMerchant, options: Options = {}) {
  const { accounts, now, newId } = context;
  const { name, email, password, organization } = merchant;
  const { onlyFirst = false, actor, invitation, link, emailVerified = actor !== undefined } = options;
  const passwordHash =
    password === undefined ? undefined : await hashNewPassword(context, 'password', password);
  const id = newId();
  const address = normalizeEmail(email);
  const by = actor ?? { accountId: id, name: address, person: name };
  const begins: FirstOrganization =
    invitation === undefined
      ? { organizationId: newId(), name: organization ?? nameOrganizationOfPerson(name) }
      : { invitation, by: { actor: by, action: 'member.joined', details: { account: by.name } } };
  const account = { id, name, email, emailVerified, passwordHash };
  return accounts.create(account, toIso(now()), {
    begins,
    onlyFirst,
    refusals: ACCOUNT_REFUSALS,
    by: { actor: by, action: 'account.created', details: { account: address } },
    ...(link && { link }),
  });
}
