import type { PairingObstacle } from '../../pairing.ts';
import type { UpstreamResponse } from '../../transport/transport.ts';
import { PairingHindered } from './refusals.ts';
import { errorCodeOf } from '../client/errors.ts';

/** An answer that WordPress itself gave, read. */
export interface SiteSaid {
  status: number;
  headers: Headers;
  body: unknown;
  /** WordPress's own; undefined when it went well. */
  errorCode: string | undefined;
}

/**
 * Reads an answer of the site's REST interface, or of what stands in front of it. Throws `PairingHindered` for what is not
 * WordPress speaking: a login page, a "coming soon" page, a firewall, a redirect.
 */
export function readSiteAnswer(siteUrl: string, response: UpstreamResponse): SiteSaid {
  const { status, headers, text } = response;
  if (status >= 300 && status < 400) throw redirected(siteUrl, response);
  const body = readJson(text);
  const errorCode = errorCodeOf(body);
  const isWordPress = typeof body === 'object' && body !== null && (status < 400 || errorCode !== undefined);
  if (isWordPress && status < 500)
    return { status, headers, body, errorCode: status < 400 ? undefined : errorCode };
  throw new PairingHindered(obstacleOf(response), wordsFor(status), status === 200);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF+/, ''));
  } catch {
    return undefined;
  }
}

const LOGIN_ADDRESS = /\/(wp-login\.php|login|signin|sign-in)\b/i;
const SOON_ADDRESS = /\/(coming-?soon|maintenance|under-construction)\b/i;
const LOGIN_PAGE = /<input[^<>]+type=["']?password|id=["']?loginform|wp-login\.php/i;
const SOON_PAGE =
  /coming[\s-]?soon|under construction|maintenance|launching soon|wp-block-woocommerce-coming-soon/i;

/** Never followed: a redirect may lead our keys to another host. */
function redirected(siteUrl: string, { headers }: UpstreamResponse): PairingHindered {
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, siteUrl) ? new URL(location, siteUrl) : undefined;
  if (target && LOGIN_ADDRESS.test(target.pathname)) return new PairingHindered('login_wall');
  if (target && SOON_ADDRESS.test(target.pathname)) return new PairingHindered('coming_soon');
  const site = new URL(siteUrl);
  if (target?.host === site.host && target.protocol === 'http:' && site.protocol === 'https:') {
    return new PairingHindered('plain_http');
  }
  if (target && target.origin !== site.origin) {
    return new PairingHindered(
      'other_site',
      `The site sends us on to ${target.origin}, which is another address.`,
    );
  }
  return new PairingHindered('rest_blocked', undefined, true);
}

function obstacleOf({ status, text }: UpstreamResponse): PairingObstacle {
  const page = text.slice(0, MAX_READ_LENGTH);
  if (LOGIN_PAGE.test(page)) return 'login_wall';
  if (status === 503 || (status === 200 && SOON_PAGE.test(page))) return 'coming_soon';
  if (status === 404) return 'permalinks_off';
  return status >= 500 ? 'site_unreachable' : 'rest_blocked';
}

const MAX_READ_LENGTH = 100_000;

function wordsFor(status: number): string | undefined {
  return status >= 500 && status !== 503 ? `The site answered us with an error (HTTP ${status}).` : undefined;
}
