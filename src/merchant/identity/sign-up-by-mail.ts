import { CommerceError } from '../../commerce/errors.ts';
import { normalizeEmail } from '../../commerce/merchant/email-address.ts';
import { type Mail, nameInMail, signed } from '../../commerce/merchant/mail.ts';
import { spentLink } from '../../commerce/merchant/spent-link.ts';
import { DAY_MS, iso } from '../../commerce/time.ts';
import type { Account } from '../../storage/repositories/account-rows.ts';
import type { MerchantContext, Visit } from '../visit.ts';
import { makeAccount, requireOpenSignUp } from './account-changes.ts';
import { beginSession, type SignedIn } from './begin-session.ts';
import { countOrRefuse, linkLimit, mailedLinkLimits } from './login-throttle.ts';
import { ANSWER_MS, mailedResetLink } from './password-reset.ts';

const LASTS_MS = DAY_MS;

/**
 * Mails a link that makes an account, or the ways into the one that the address has; the answer does not reveal which. Throws
 * `forbidden` where sign-up is closed, or without a mail server.
 */
export async function requestSignUp(visit: Visit, email: string): Promise<void> {
  const { context } = visit;
  await requireOpenSignUp(context);
  if (!context.mailer)
    throw new CommerceError('forbidden', 'This service sends no e-mail. Sign up with a password instead.');
  await countOrRefuse(visit, mailedLinkLimits('sign-ups', visit, email));
  await Promise.all([mailLink(context, normalizeEmail(email)), context.wait(ANSWER_MS)]);
}

/** Creates a link and queues a mail in both cases, so that both take as long. */
async function mailLink(context: MerchantContext, email: string): Promise<void> {
  const account = await context.accounts.findByEmail(email);
  const { mail, expiresAt } = account ? await knownMail(context, account) : await newMail(context, email);
  await context.mailer?.enqueue(mail, { expiresAt });
}

interface LinkMail {
  mail: Mail;
  expiresAt: string;
}

async function newMail(
  { oneTimeLinks, baseUrl, now }: Pick<MerchantContext, 'oneTimeLinks' | 'baseUrl' | 'now'>,
  email: string,
): Promise<LinkMail> {
  const times = { now: iso(now()), expiresAt: iso(now() + LASTS_MS) };
  const secret = await oneTimeLinks.create('sign_up', { email, isMailed: true }, times);
  const text = `Hello,

somebody asked for an account with your address ${email}. If it was you, confirm it here within a day:

${baseUrl()}/console/confirm#${secret}

If it was not you, ignore this mail: there will be no account.
`;
  const mail = { to: email, subject: 'Confirm your e-mail address', text: signed(text, baseUrl()) };
  return { mail, expiresAt: times.expiresAt };
}

async function knownMail(context: MerchantContext, account: Account): Promise<LinkMail> {
  const { url, expiresAt } = await mailedResetLink(context, account);
  const text = `Hello ${nameInMail(account.name)},

somebody asked for an account with your address ${account.email}, which has one already. If it was you, sign in:

${context.baseUrl()}/console/sign-in

If you have forgotten your password, choose a new one here within an hour:

${url}

If it was not you, ignore this mail: your account stays as it is.
`;
  const signedText = signed(text, context.baseUrl());
  return { mail: { to: account.email, subject: 'You have an account already', text: signedText }, expiresAt };
}

/**
 * Makes the account of a mailed link, with the password that its reader chooses, and signs it in. Making the account spends the
 * link: of concurrent attempts, one succeeds. Throws `invalid_input` for a link that was used or has expired.
 */
export async function confirmSignUp(
  visit: Visit,
  { token, ...fields }: { token: string; name: string; password: string; organization?: string | undefined },
): Promise<SignedIn> {
  const { context } = visit;
  await countOrRefuse(visit, [linkLimit(visit)]);
  await requireOpenSignUp(context);
  const link = await context.oneTimeLinks.find('sign_up', token, iso(context.now()));
  if (!link?.email) throw spentLink();
  const onlyFirst = context.signUp === 'first';
  const account = await makeAccount(
    context,
    { ...fields, email: link.email },
    { onlyFirst, emailVerified: true, link: token },
  );
  return beginSession(visit, account);
}
