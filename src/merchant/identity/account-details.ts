import { z } from 'zod';
import { createMemberError, toConflictError, toForbiddenError } from '../../commerce/errors.ts';
import { ACCOUNT_REFUSALS } from '../../commerce/merchant/account-refusals.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import { nameInMail } from '../../commerce/merchant/mail.ts';
import { createSpentLinkError } from '../../commerce/merchant/spent-link.ts';
import type { Account } from '../../storage/repositories/identity/account-rows.ts';
import { forPerson } from '../action.ts';
import { accountWire, currentPassword, emailAddress, linkToken, shortName } from '../fields.ts';
import { type AccountVisit, getNow, type MerchantContext, toRecordedEntry } from '../visit.ts';
import {
  buildMailedLinkLimits,
  countOrRefuse,
  linkLimit,
  refusedSignUpLimit,
  rememberBrowser,
  resetThrottle,
} from './login-throttle.ts';
import { mailLink } from './mailed-link.ts';
import { confirmPassword } from './passwords.ts';

const emailChangeWire = z.object({
  account: accountWire,
  mailed_to: z
    .email()
    .nullable()
    .describe('Address to which the next link was mailed. Null: the address of the account is changed.'),
});

export const accountDetailEndpoints = [
  forPerson({
    id: 'updateAccount',
    route: 'PUT /account',
    summary: 'Changes the name of the account, which members of its organizations and their audit logs see.',
    input: z.object({ name: shortName }),
    output: z.object({ account: accountWire }),
    command: {
      name: 'users rename',
      summary: 'Change the name of an account',
      examples: ['users rename --account ann@shop.example --name Ann'],
      members: { name: ['--name <name>', "person's name"] },
      prints: { done: ({ account: { email, name } }) => `${email} is called ${name}.` },
    },
    async run(visit, { name }) {
      const { account } = visit.identity;
      const entry = toRecordedEntry(visit, 'account.renamed', { from: account.name, to: name });
      return { account: (await visit.context.accounts.rename(account.id, name, entry)) ?? account };
    },
  }),

  forPerson({
    id: 'changeEmail',
    route: 'POST /account/email',
    summary:
      'Changes the e-mail address that signs in, and ends all other sessions. Where the service sends e-mail, the present address approves the change and the new one confirms it, by a mailed link each; an address that was never confirmed need not approve. Elsewhere the new address counts at once, unconfirmed.',
    input: z.object({ email: emailAddress, current_password: currentPassword }),
    output: emailChangeWire,
    command: {
      name: 'users change-email',
      summary: 'Change the e-mail address of an account',
      details:
        'It counts at once and as confirmed: you vouch for it. Signs the account out everywhere; its API tokens stay valid.',
      examples: ['users change-email --account ann@shop.example --email ann@mugs.example'],
      members: { email: ['--email <e-mail>', 'new e-mail address'] },
      prints: { done: ({ account }, place) => `${place.account} signs in as ${account.email} now.` },
    },
    /** That another account has the address shows without e-mail only. */
    async run(visit, { email: typed, current_password: password }) {
      const { context, identity } = visit;
      const { account, via } = identity;
      const email = normalizeEmail(typed);
      if (email === account.email) throw createMemberError('email', 'is the address of this account already');
      if (via === 'command line') return changeAtOnce(visit, { email, isProved: true });
      await confirmPassword(visit, password);
      if (!context.mailer) {
        const limits = [refusedSignUpLimit(visit)];
        await countOrRefuse(visit, limits);
        const answer = await changeAtOnce(visit, { email, isProved: false });
        await resetThrottle(visit, limits);
        return answer;
      }
      const mailedTo = account.emailVerified ? account.email : email;
      await countOrRefuse(visit, buildMailedLinkLimits('address changes', visit, mailedTo));
      await (account.emailVerified ? mailApproval : mailConfirmation)(context, account, email);
      return { account, mailedTo };
    },
  }),

  forPerson({
    id: 'confirmEmailChange',
    route: 'POST /account/email/change',
    summary:
      'Goes on with a change of the e-mail address by the token of a mailed link, in a session of the account: approves it, which mails a link to the new address, or makes it.',
    input: z.object({ token: linkToken }),
    output: emailChangeWire,
    /** An approval may be repeated within its hour, where the second mail was lost. */
    async run(visit, { token }) {
      const { context, identity } = visit;
      const { account, sessionId } = identity;
      await countOrRefuse(visit, [linkLimit(visit)]);
      const approval = await context.oneTimeLinks.find('approve_address', token, getNow(visit));
      if (approval?.email && approval.accountId === account.id) {
        await countOrRefuse(visit, buildMailedLinkLimits('address changes', visit, approval.email));
        await mailConfirmation(context, account, approval.email);
        return { account, mailedTo: approval.email };
      }
      const session = { accountId: account.id, sessionId };
      const changed = await context.addressChanges.changeByLink(token, session, buildOptions(visit));
      if (!changed) throw createSpentLinkError();
      return { account: changed, mailedTo: null, cookies: [rememberBrowser(visit, changed)] };
    },
  }),
];

async function changeAtOnce(visit: AccountVisit, address: { email: string; isProved: boolean }) {
  const { account: before, sessionId } = visit.identity;
  const change = { accountId: before.id, sessionId, ...address };
  const account = await visit.context.addressChanges.change(change, buildOptions(visit));
  return { account, mailedTo: null, cookies: [rememberBrowser(visit, account)] };
}

function buildOptions(visit: AccountVisit) {
  return { actor: visit.actor, now: getNow(visit), refusals: ACCOUNT_REFUSALS };
}

function mailApproval(context: MerchantContext, { id, name, email: to }: Account, email: string) {
  return mailLink(context, 'approve_address', { accountId: id, email }, (url) => ({
    to,
    subject: 'Approve your new e-mail address',
    text: `Hello ${nameInMail(name)},

somebody who is signed in with your address ${to} asked to change it to ${email}. If it was you, open this link within an hour, in the same browser:

${url}

Then a link goes to ${email}. Nothing changes before that one is opened, too.

If it was not you, do not open it, and change your password: somebody else is signed in to your account.
`,
  }));
}

/** Names no earlier address: the new one may be mistyped, and belong to a stranger. */
function mailConfirmation(context: MerchantContext, { id }: Account, email: string): Promise<void> {
  return mailLink(context, 'change_address', { accountId: id, email }, (url) => ({
    to: email,
    subject: 'Confirm your new e-mail address',
    text: `Hello,

somebody asked to sign in with your address ${email} from now on. If it was you, open this link within an hour, in the same browser:

${url}

If it was not you, ignore this mail: nothing changes.
`,
  }));
}

export const confirmAddressEndpoints = [
  forPerson({
    id: 'requestEmailConfirmation',
    route: 'POST /account/email/link',
    summary: 'Mails a link that confirms the e-mail address of the account, where the service sends e-mail.',
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
    async run(visit, { token }) {
      const { context, identity } = visit;
      await countOrRefuse(visit, [linkLimit(visit)]);
      const session = { accountId: identity.account.id, sessionId: identity.sessionId };
      if (!(await context.addressProofs.confirmByLink(token, session, getNow(visit))))
        throw createSpentLinkError();
    },
  }),
];
