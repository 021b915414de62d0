import { CommerceError } from '../commerce/errors.ts';
import type { Mail, Mailer } from '../commerce/mail.ts';
import { DAY_MS, HOUR_MS, iso } from '../commerce/time.ts';
import type { Actor } from '../storage/repositories/audit.ts';
import { resetPassword } from './accounts.ts';
import { countOrRefuse, linkLimit, mailedLinkLimits } from './login-throttle.ts';
import type { Account, MerchantContext, Visit } from './merchant-context.ts';

export const MAILED_LINK_MS = HOUR_MS;
export const HANDED_OVER_LINK_MS = DAY_MS;
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
  const { url, expiresAt } = await resetLinkFor(context, account, MAILED_LINK_MS);
  await mailer.enqueue(resetMail(account, url), { expiresAt });
}

function resetMail({ name, email }: Account, url: string): Mail {
  return {
    to: email,
    subject: 'Reset your password',
    text: `Hello ${name},

somebody asked to reset the password of your account ${email}. If it was you, choose a new one here within an hour:

${url}

If it was not you, ignore this mail: your password stays as it is.
`,
  };
}

/** Returns a link to mail or to hand over. The secret is in the fragment, which browsers send to no server. */
export async function resetLinkFor(
  { oneTimeLinks, baseUrl, now }: Pick<MerchantContext, 'oneTimeLinks' | 'baseUrl' | 'now'>,
  { id }: Account,
  lifetimeMs: number,
): Promise<{ url: string; expiresAt: string }> {
  const times = { now: iso(now()), expiresAt: iso(now() + lifetimeMs) };
  const secret = await oneTimeLinks.create('password_reset', { accountId: id }, times);
  return { url: `${baseUrl()}/console/reset-password#${secret}`, expiresAt: times.expiresAt };
}

/**
 * Sets the password, and signs the account out everywhere. The link is spent first: of concurrent attempts, one succeeds.
 * Throws `invalid_input` for a link that was used or has expired.
 */
export async function completePasswordReset(
  visit: Visit,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { context } = visit;
  await countOrRefuse(visit, [linkLimit(visit)]);
  const link = await context.oneTimeLinks.take('password_reset', token, iso(context.now()));
  const account = link?.accountId ? await context.accounts.find(link.accountId) : undefined;
  if (!account) throw spentLink();
  const actor: Actor = { accountId: account.id, name: account.email };
  await resetPassword(context, account, password, actor);
  // A stranger may have made the account before the owner of the address proved it.
  await context.accounts.verifyEmail(account.id, {
    endsKeys: context.mailer !== undefined && !account.emailVerified,
  });
  await context.oneTimeLinks.endAll('password_reset', account.id);
}

export function spentLink(): CommerceError {
  const message = 'was used before or has expired';
  return new CommerceError('invalid_input', `This link ${message}. Ask for a new one.`, {
    details: [{ path: 'token', message }],
  });
}
