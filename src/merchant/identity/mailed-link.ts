import { appendSignature, type Mail } from '../../commerce/merchant/mail.ts';
import { DAY_MS, HOUR_MS, toIso } from '../../commerce/time/time.ts';
import type { LinkOwner } from '../../storage/repositories/identity/one-time-links.ts';
import type { MerchantContext } from '../visit.ts';

type Context = Pick<MerchantContext, 'oneTimeLinks' | 'mailer' | 'baseUrl' | 'now'>;

type Purpose = Parameters<MerchantContext['oneTimeLinks']['create']>[0];

/** Pages of the console by the purpose of a link, and for how long a mailed one works. */
const PURPOSES: Record<Purpose, { page: string; mailedForMs: number }> = {
  approve_address: { page: 'change-email', mailedForMs: HOUR_MS },
  change_address: { page: 'change-email', mailedForMs: HOUR_MS },
  confirm_address: { page: 'confirm-email', mailedForMs: HOUR_MS },
  password_reset: { page: 'reset-password', mailedForMs: HOUR_MS },
  sign_up: { page: 'confirm', mailedForMs: DAY_MS },
};

/** Address of a page for the holder of a secret, which is in the fragment: browsers send that to no server. */
export function buildSecretUrl({ baseUrl }: Pick<MerchantContext, 'baseUrl'>, page: string, secret: string) {
  return `${baseUrl()}/console/${page}#${secret}`;
}

type NewLink = LinkOwner & { isMailed: boolean };

export async function createOneTimeLink(context: Context, purpose: Purpose, link: NewLink, lastsMs: number) {
  const now = context.now();
  const expiresAt = toIso(now + lastsMs);
  const secret = await context.oneTimeLinks.create(purpose, link, { now: toIso(now), expiresAt });
  return { url: buildSecretUrl(context, PURPOSES[purpose].page, secret), expiresAt };
}

/** Queues a mail with a link that only the mailbox gets: using it proves the address. It is not sent after the link has expired. */
export async function mailLink(
  context: Context,
  purpose: Purpose,
  owner: LinkOwner,
  mailWith: (url: string) => Mail,
): Promise<void> {
  const link = { ...owner, isMailed: true };
  const { url, expiresAt } = await createOneTimeLink(context, purpose, link, PURPOSES[purpose].mailedForMs);
  const { text, ...mail } = mailWith(url);
  await context.mailer?.enqueue({ ...mail, text: appendSignature(text, context.baseUrl()) }, { expiresAt });
}
