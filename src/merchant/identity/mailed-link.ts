import { type Mail, signed } from '../../commerce/merchant/mail.ts';
import { iso } from '../../commerce/time.ts';
import type { MerchantContext } from '../visit.ts';

type Create = MerchantContext['oneTimeLinks']['create'];

/** Pages of the console by the purpose of a link. */
const PAGES: Record<Parameters<Create>[0], string> = {
  confirm_address: 'confirm-email',
  password_reset: 'reset-password',
  sign_up: 'confirm',
};

interface OneTimeLink {
  url: string;
  expiresAt: string;
}

/** Makes a link that works once. The secret is in the fragment, which browsers send to no server. */
export async function oneTimeLink(
  { oneTimeLinks, baseUrl, now }: Pick<MerchantContext, 'oneTimeLinks' | 'baseUrl' | 'now'>,
  purpose: Parameters<Create>[0],
  owner: Parameters<Create>[1],
  lifetimeMs: number,
): Promise<OneTimeLink> {
  const expiresAt = iso(now() + lifetimeMs);
  const secret = await oneTimeLinks.create(purpose, owner, { now: iso(now()), expiresAt });
  return { url: `${baseUrl()}/console/${PAGES[purpose]}#${secret}`, expiresAt };
}

/** Queues a mail with a link, which is not sent after the link has expired. */
export async function mailLink(
  { mailer, baseUrl }: Pick<MerchantContext, 'mailer' | 'baseUrl'>,
  { text, ...mail }: Mail,
  { expiresAt }: OneTimeLink,
): Promise<void> {
  await mailer?.enqueue({ ...mail, text: signed(text, baseUrl()) }, { expiresAt });
}
