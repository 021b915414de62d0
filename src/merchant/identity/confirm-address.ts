import { CommerceError } from '../../commerce/errors.ts';
import { signed } from '../../commerce/merchant/mail.ts';
import { spentLink } from '../../commerce/merchant/spent-link.ts';
import { HOUR_MS, iso } from '../../commerce/time.ts';
import { type AccountVisit, nowOf } from '../visit.ts';
import { countOrRefuse, linkLimit, mailedLinkLimits } from './login-throttle.ts';

/** Mails a link to the address of the account that is signed in. Throws `conflict` for a proved address, and `forbidden` without a mail server. */
export async function requestConfirmation(
  visit: AccountVisit<'attempts' | 'baseUrl' | 'mailer' | 'now' | 'oneTimeLinks'>,
): Promise<void> {
  const { context, identity } = visit;
  const { id: accountId, email: to, emailVerified } = identity.account;
  if (!context.mailer) throw new CommerceError('forbidden', 'This service sends no e-mail.');
  if (emailVerified) throw new CommerceError('conflict', 'Your e-mail address is confirmed already.');
  await countOrRefuse(visit, mailedLinkLimits('confirmations', visit, to));
  const expiresAt = iso(context.now() + HOUR_MS);
  const owner = { accountId, isMailed: true };
  const secret = await context.oneTimeLinks.create('confirm_address', owner, {
    now: nowOf(visit),
    expiresAt,
  });
  const text = `Hello,

somebody who is signed in with your address ${to} asked to confirm it. If it was you, open this link within an hour, in the same browser:

${context.baseUrl()}/console/confirm-email#${secret}

If it was not you, somebody else has an account with your address. Take it over by "Forgot your password?":

${context.baseUrl()}/console/forgot-password
`;
  const mail = { to, subject: 'Confirm your e-mail address', text: signed(text, context.baseUrl()) };
  await context.mailer.enqueue(mail, { expiresAt });
}

/** Ends all other sessions, passkeys and API tokens of before. Throws `invalid_input` for a link that is spent, or of another account. */
export async function confirmOwnAddress(
  visit: AccountVisit<'addressProofs' | 'attempts' | 'now'>,
  token: string,
): Promise<void> {
  const { context, identity } = visit;
  await countOrRefuse(visit, [linkLimit(visit)]);
  const session = { accountId: identity.account.id, sessionId: identity.sessionId };
  if (!(await context.addressProofs.confirmByLink(token, session, nowOf(visit)))) throw spentLink();
}
