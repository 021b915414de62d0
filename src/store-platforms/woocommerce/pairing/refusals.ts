import type { PairingRefusal } from '../../pairing.ts';
import type { UpstreamResponse } from '../../transport/upstream.ts';
import { readError } from '../client/errors.ts';
import { readJson } from '../client/read-json.ts';

const REFUSALS = {
  plain_http: {
    message: 'The site is on plain http. WooCommerce takes its keys over https only.',
    remedy:
      'Install a certificate, and set both addresses under Settings → General to https. Behind a proxy that ends TLS, the site must set HTTPS=on.',
  },
  permalinks_off: {
    message:
      'The site has plain permalinks: without pretty ones there is no /wp-json/, where we would ask it.',
    remedy:
      'In WordPress under Settings → Permalinks, choose "Post name" (or anything but "Plain") and save.',
  },
  woocommerce_missing: {
    message: 'WooCommerce is not active on the site.',
    remedy: 'Install and activate WooCommerce 8.2 or later under Plugins.',
  },
  woocommerce_too_old: {
    message: 'WooCommerce on the site is older than 8.2.',
    remedy: 'Update WooCommerce under Dashboard → Updates.',
  },
  site_unreachable: {
    message: 'The site did not answer us.',
    remedy:
      'Open its address from another network, for example a phone without Wi-Fi. A site on your own computer, behind a VPN or on an address list cannot be reached from here.',
  },
  rest_blocked: {
    message: 'Something in front of WordPress refuses our calls to /wp-json/.',
    remedy:
      'A security plugin, a firewall or the hosting company does this. Allow the REST interface, at least everything under /wp-json/wc-ucp-host/ and /wp-json/wc/.',
  },
  login_wall: {
    message: 'The site sends visitors to a login page.',
    remedy:
      'Switch off the password protection or "private site" setting: buyers must reach the checkout too.',
  },
  coming_soon: {
    message: 'The site shows a "coming soon" or maintenance page.',
    remedy:
      'Launch the site: WooCommerce → Settings → Site visibility → Live, or switch off the maintenance plugin. Buyers must reach the checkout.',
  },
  keys_refused: {
    message: 'The site does not take its own keys from us.',
    remedy:
      'If the shop was paired before, the key was revoked: unpair it in WooCommerce under Shopping agents, and pair it again. If it stays so, the server drops the headers Authorization and X-UCP-Authorization before PHP. nginx: fastcgi_pass_header Authorization; Apache: CGIPassAuth On, or in .htaccess SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1; LiteSpeed: the same line in .htaccess. At a hosting company, ask its support to pass the header Authorization to PHP.',
  },
  other_site: {
    message: 'What answers at this address is not the site that asked to be paired.',
    remedy:
      'Check WordPress Address and Site Address under Settings → General: they must be the address at which the site really answers, with or without www, and not that of a copy.',
  },
};

export type PairingRefusalReason = keyof typeof REFUSALS;

export function buildRefusal(reason: PairingRefusalReason, message?: string): PairingRefusal {
  const words = REFUSALS[reason];
  return { reason, message: message ?? words.message, remedy: words.remedy };
}

/** Aborts a proof and becomes its result. */
export class PairingRefusedError extends Error {
  readonly refusal: PairingRefusal;
  /** True for a page or redirect of the site in place of its REST API, as plain permalinks cause it. */
  readonly isOwnPage: boolean;

  constructor(reason: PairingRefusalReason, message?: string, isOwnPage = false) {
    super(reason);
    this.name = 'PairingRefusedError';
    this.refusal = buildRefusal(reason, message);
    this.isOwnPage = isOwnPage;
  }
}

/** `errorCode`: WordPress's; undefined on success. */
export type RestAnswer = ReturnType<typeof readSiteAnswer>;

/** Throws PairingRefusedError for what is not from WordPress: a login or "coming soon" page, a firewall, a redirect. */
export function readSiteAnswer(siteUrl: string, response: UpstreamResponse) {
  const { status, headers, text } = response;
  if (status >= 300 && status < 400) throw toRedirectedError(siteUrl, response);
  const { body } = readJson(text);
  const errorCode = readError(body)?.code;
  const isWordPress = typeof body === 'object' && body !== null && (status < 400 || errorCode !== undefined);
  if (isWordPress && status < 500)
    return { status, headers, body, errorCode: status < 400 ? undefined : errorCode };
  const message =
    status >= 500 && status !== 503 ? `The site answered us with an error (HTTP ${status}).` : undefined;
  throw new PairingRefusedError(toReason(response), message, status === 200);
}

const LOGIN_ADDRESS = /\/(wp-login\.php|login|signin|sign-in)\b/i;
const SOON_ADDRESS = /\/(coming-?soon|maintenance|under-construction)\b/i;
const LOGIN_PAGE = /<input[^<>]+type=["']?password|id=["']?loginform|wp-login\.php/i;
const SOON_PAGE =
  /coming[\s-]?soon|under construction|maintenance|launching soon|wp-block-woocommerce-coming-soon/i;

/** Explains a redirect. None is followed, since it could carry the keys to another host. */
function toRedirectedError(siteUrl: string, { headers }: UpstreamResponse): PairingRefusedError {
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, siteUrl) ? new URL(location, siteUrl) : undefined;
  if (target && LOGIN_ADDRESS.test(target.pathname)) return new PairingRefusedError('login_wall');
  if (target && SOON_ADDRESS.test(target.pathname)) return new PairingRefusedError('coming_soon');
  const site = new URL(siteUrl);
  if (target?.host === site.host && target.protocol === 'http:' && site.protocol === 'https:')
    return new PairingRefusedError('plain_http');
  if (target && target.origin !== site.origin) {
    const message = `The site sends us on to ${target.origin}, which is another address.`;
    return new PairingRefusedError('other_site', message);
  }
  return new PairingRefusedError('rest_blocked', undefined, true);
}

function toReason({ status, text }: UpstreamResponse): PairingRefusalReason {
  const page = text.slice(0, MAX_READ_LENGTH);
  if (LOGIN_PAGE.test(page)) return 'login_wall';
  if (status === 503 || (status === 200 && SOON_PAGE.test(page))) return 'coming_soon';
  if (status === 404) return 'permalinks_off';
  return status >= 500 ? 'site_unreachable' : 'rest_blocked';
}

const MAX_READ_LENGTH = 100_000;
