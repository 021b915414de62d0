import { z } from 'zod';
import { isLoopback } from '../../commerce/network/local-hosts.ts';

/** Paths that merchants paste from their browser's address bar. */
const PASTED_TAIL = /\/(wp-admin|wp-json|wp-login\.php)(\/.*)?$/s;

const SITE_URL = 'must be the https address of the shop';
/** Address of WordPress without a trailing slash; a sub-folder install keeps its path. */
const siteUrl = z.string(SITE_URL).trim().transform(normalizeUrl);

/** Basic authentication allows no colon, space or control character in a user name. */
const KEY = 'must be printable characters without spaces or colons';
const keyPart = z
  .string(KEY)
  .trim()
  .regex(/^[\x21-\x39\x3b-\x7e]{1,200}$/, KEY);

const credentials = z.object({
  url: siteUrl,
  /** Address of the REST interface as the site reports it. Absent for `/wp-json` below the site's. */
  restUrl: z.string().optional(),
  consumerKey: keyPart,
  consumerSecret: keyPart,
});

/** Sites and plugins give the prefix of the REST interface another name. The key is sent to no other origin than the site's. */
export const wooCommerceCredentials = credentials.transform(({ restUrl, ...site }) => {
  const address = restUrl?.replace(/(?<!\/)\/+$/, '') ?? '';
  const rest = URL.parse(address);
  const isOwn = rest?.origin === new URL(site.url).origin && rest.search === '' && rest.hash === '';
  return isOwn && address !== `${site.url}/wp-json` ? { ...site, restUrl: address } : site;
});

export type WooCommerceCredentials = z.output<typeof credentials>;

function normalizeUrl(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text) ?? undefined;
  const problem = describeProblem(url);
  if (url && !problem) return url.origin + url.pathname.replace(PASTED_TAIL, '').replace(/(?<!\/)\/+$/, '');
  context.addIssue({ code: 'custom', message: problem ?? 'must be a URL' });
  return z.NEVER;
}

/** Requires TLS: over plain http WooCommerce ignores REST keys, and they could be read on the way. */
function describeProblem(url: URL | undefined): string | undefined {
  if (!url || !/^https?:$/.test(url.protocol)) return SITE_URL;
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or a password';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'must begin with https://';
  return undefined;
}
