import type { UpstreamResponse } from '../../transport/upstream.ts';
import { readErrorCode } from '../client/errors.ts';
import { readJson } from '../client/read-json.ts';
import { type PairingRefusalReason, PairingRefusedError } from './refusals.ts';

/** Answer of WordPress itself. */
export interface RestAnswer {
  status: number;
  headers: Headers;
  body: unknown;
  /** WordPress's error code; undefined on success. */
  errorCode: string | undefined;
}

/**
 * Parses an answer of the site's REST API. Throws PairingRefusedError when it does not come from WordPress: a login page, a
 * "coming soon" page, a firewall, a redirect.
 */
export function readSiteAnswer(siteUrl: string, response: UpstreamResponse): RestAnswer {
  const { status, headers, text } = response;
  if (status >= 300 && status < 400) throw toRedirectedError(siteUrl, response);
  const { body } = readJson(text);
  const errorCode = readErrorCode(body);
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
  if (target?.host === site.host && target.protocol === 'http:' && site.protocol === 'https:') {
    return new PairingRefusedError('plain_http');
  }
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
