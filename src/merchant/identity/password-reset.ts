import { CommerceError } from '../../commerce/errors.ts';
import { type Mail, type Mailer, nameInMail, signed } from '../../commerce/merchant/mail.ts';
import { organizationOfPerson } from '../../commerce/merchant/organization-name.ts';
import { hasOwner } from '../../commerce/merchant/organization-rules.ts';
import { spentLink } from '../../commerce/merchant/spent-link.ts';
import { DAY_MS, HOUR_MS, iso } from '../../commerce/time.ts';
import type { Account } from '../../storage/repositories/account-rows.ts';
import { type MerchantContext, nowOf, type Visit } from '../visit.ts';
import { countOrRefuse, linkLimit, mailedLinkLimits, rememberBrowser } from './login-throttle.ts';

/** Longer than the work for a known address takes, so that the time of the answer does not reveal it. */
export const ANSWER_MS = 300;

/** Mails a link to the address when it has an account; the answer does not reveal it. Throws `forbidden` without a mail server. */
export async function requestPasswordReset(visit: Visit, email: string): Promise<void> {
  const { context } = visit;
  const { mailer } = context;
  if (!mailer)
    throw new CommerceError(
      'forbidden',
      'This service sends no e-mail. Ask its operator for a link to reset your password.',
    );
  await countOrRefuse(visit, mailedLinkLimits('password resets', visit, email));
  await Promise.all([mailLink(context, mailer, email), context.wait(ANSWER_MS)]);
}

async function mailLink(context: MerchantContext, mailer: Mailer, email: string): Promise<void> {
  const account = await context.accounts.findByEmail(email);
  if (!account) return;
  const { url, expiresAt } = await mailedResetLink(context, account);
  await mailer.enqueue(resetMail(account, url, context.baseUrl()), { expiresAt });
}

function resetMail({ name, email }: Account, url: string, baseUrl: string): Mail {
  return {
    to: email,
    subject: 'Reset your password',
    text: signed(
      `Hello ${nameInMail(name)},

somebody asked to reset the password of your account ${email}. If it was you, choose a new one here within an hour:

${url}

If it was not you, ignore this mail: your password stays as it is.
`,
      baseUrl,
    ),
  };
}

interface ResetLink {
  url: string;
  expiresAt: string;
}

type LinkContext = Pick<MerchantContext, 'oneTimeLinks' | 'baseUrl' | 'now'>;

/** Returns a link that only the mailbox may get: using it proves the address. */
export const mailedResetLink = (context: LinkContext, account: Account): Promise<ResetLink> =>
  resetLink(context, account, { isMailed: true, lifetimeMs: HOUR_MS });

/** Returns a link that an operator hands over. */
export const handedOverResetLink = (context: LinkContext, account: Account): Promise<ResetLink> =>
  resetLink(context, account, { isMailed: false, lifetimeMs: DAY_MS });

/** The secret is in the fragment, which browsers send to no server. */
async function resetLink(
  { oneTimeLinks, baseUrl, now }: LinkContext,
  { id }: Account,
  { isMailed, lifetimeMs }: { isMailed: boolean; lifetimeMs: number },
): Promise<ResetLink> {
  const times = { now: iso(now()), expiresAt: iso(now() + lifetimeMs) };
  const secret = await oneTimeLinks.create('password_reset', { accountId: id, isMailed }, times);
  return { url: `${baseUrl()}/console/reset-password#${secret}`, expiresAt: times.expiresAt };
}

/**
 * Sets the password, and signs the account out everywhere; a mailed link also ends all that was there before the first proof of
 * its address. Returns the `Set-Cookie` line by which the browser is known. Of concurrent attempts, one succeeds. Throws
 * `invalid_input` for a link that was used or has expired.
 */
export async function completePasswordReset(
  visit: Visit,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const { context } = visit;
  await countOrRefuse(visit, [linkLimit(visit)]);
  if (!(await context.oneTimeLinks.find('password_reset', token, nowOf(visit)))) throw spentLink();
  const passwordHash = await context.passwordHashing.hash(password);
  const fresh = { accountId: context.newId(), organizationId: context.newId() };
  const choice = { passwordHash, fresh, hasOwner, organizationOf: organizationOfPerson };
  const account = await context.addressProofs.resetPassword(token, choice, nowOf(visit));
  if (!account) throw spentLink();
  return rememberBrowser(visit, account);
}
