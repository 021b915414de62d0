import { z } from 'zod';
import { toConflictError, toForbiddenError } from '../../commerce/errors.ts';
import { createSpentLinkError } from '../../commerce/merchant/spent-link.ts';
import { forPerson, type MerchantEndpoint } from '../action.ts';
import { linkToken } from '../names.ts';
import { getNow } from '../visit.ts';
import { buildMailedLinkLimits, countOrRefuse, linkLimit } from './login-throttle.ts';
import { mailLink } from './mailed-link.ts';

export const confirmAddressEndpoints: MerchantEndpoint[] = [
  forPerson({
    id: 'requestEmailConfirmation',
    route: 'POST /account/email/link',
    summary: 'Mails a link that confirms the e-mail address of the account, where the service sends e-mail.',
    /** Throws `conflict` for a proved address, and `forbidden` without a mail server. */
    async run(visit) {
      const { context, identity } = visit;
      const { id: accountId, email: to, emailVerified } = identity.account;
      if (!context.mailer) throw toForbiddenError('This service sends no e-mail.');
      if (emailVerified) throw toConflictError('Your e-mail address is confirmed already.');
      await countOrRefuse(visit, buildMailedLinkLimits('confirmations', visit, to));
      await mailLink(context, 'confirm_address', { accountId }, (url) => ({
        to,
        subject: 'Confirm your e-mail address',
        text: `Hello,

somebody who is signed in with your address ${to} asked to confirm it. If it was you, open this link within an hour, in the same browser:

${url}

If it was not you, somebody else has an account with your address. Take it over by "Forgot your password?":

${context.baseUrl()}/console/forgot-password
`,
      }));
    },
  }),

  forPerson({
    id: 'confirmEmail',
    route: 'POST /account/email/confirm',
    summary:
      'Confirms the e-mail address with the token of a mailed link, in a session of the account. Ends all other sessions, passkeys and tokens.',
    input: z.object({ token: linkToken }),
    /** Throws `invalid_input` for a link that is spent, or of another account. */
    async run(visit, { token }) {
      const { context, identity } = visit;
      await countOrRefuse(visit, [linkLimit(visit)]);
      const session = { accountId: identity.account.id, sessionId: identity.sessionId };
      if (!(await context.addressProofs.confirmByLink(token, session, getNow(visit))))
        throw createSpentLinkError();
    },
  }),
];
