import { z } from 'zod';
import { toForbiddenError } from '../../commerce/errors.ts';
import { nameInMail } from '../../commerce/merchant/mail.ts';
import { hasOwner, nameOrganizationOfPerson } from '../../commerce/merchant/organization-rules.ts';
import { createSpentLinkError } from '../../commerce/merchant/spent-link.ts';
import { forAnyone } from '../action.ts';
import { emailAddress, linkToken, newPassword } from '../fields.ts';
import { getNow, type MerchantContext } from '../visit.ts';
import { buildMailedLinkLimits, countOrRefuse, linkLimit, rememberBrowser } from './login-throttle.ts';
import { mailLink } from './mailed-link.ts';
import { hashNewPassword } from './passwords.ts';

/** Longer than the work for a known address takes, so that the time of the answer does not reveal it. */
export const ANSWER_MS = 300;

export const passwordResetEndpoints = [
  forAnyone({
    id: 'requestPasswordReset',
    route: 'POST /password-reset',
    summary:
      'Mails a link to reset the password, when the address has an account; the answer is the same when it has none.',
    input: z.object({ email: emailAddress }),
    async run(visit, { email }) {
      const { context } = visit;
      if (!context.mailer)
        throw toForbiddenError(
          'This service sends no e-mail. Ask its operator for a link to reset your password.',
        );
      await countOrRefuse(visit, buildMailedLinkLimits('password resets', visit, email));
      await Promise.all([mailReset(context, email), context.wait(ANSWER_MS)]);
    },
  }),

  forAnyone({
    id: 'confirmPasswordReset',
    route: 'POST /password-reset/confirm',
    summary: 'Sets a new password with the token of a mailed link, which works once, and ends all sessions.',
    input: z.object({ token: linkToken, new_password: newPassword }),
    /** Lets one of concurrent attempts succeed. */
    async run(visit, { token, new_password: password }) {
      const { context } = visit;
      await countOrRefuse(visit, [linkLimit(visit)]);
      if (!(await context.oneTimeLinks.find('password_reset', token, getNow(visit))))
        throw createSpentLinkError();
      const passwordHash = await hashNewPassword(context, 'new_password', password);
      const fresh = { accountId: context.newId(), organizationId: context.newId() };
      const choice = { passwordHash, fresh, hasOwner, organizationOf: nameOrganizationOfPerson };
      const account = await context.addressProofs.resetPassword(token, choice, getNow(visit));
      if (!account) throw createSpentLinkError();
      return { cookies: [rememberBrowser(visit, account)] };
    },
  }),
];

async function mailReset(context: MerchantContext, address: string): Promise<void> {
  const account = await context.accounts.findByEmail(address);
  if (!account) return;
  const { id: accountId, name, email } = account;
  await mailLink(context, 'password_reset', { accountId }, (url) => ({
    to: email,
    subject: 'Reset your password',
    text: `Hello ${nameInMail(name)},

somebody asked to reset the password of your account ${email}. If it was you, choose a new one here within an hour:

${url}

If it was not you, ignore this mail: your password stays as it is.
`,
  }));
}
