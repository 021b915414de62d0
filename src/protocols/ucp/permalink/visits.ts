import type { Visit } from '../../protocol.ts';

/** User-Agents of crawlers and link previews, but neither browsers within apps nor Cubot phones. */
const PREVIEW_CLIENT =
  /(?<!\bcu)bot\b|crawl|spider|slurp|facebookexternalhit|facebookcatalog|meta-external|whatsapp\/|skypeuripreview|\bpreview|embedly|iframely|vkshare|linkexpanding|google-read-aloud|googleother|google-inspectiontool|mediapartners|safelinks|urlscan|virustotal|proofpoint|mimecast|chatgpt-user|claude-user|perplexity-user/i;

const PREFETCH = /prefetch|prerender|preview/i;
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Values of Sec-Fetch-Dest of an opened page and of a client that is no browser. */
const PAGE_DESTINATIONS = new Set(['document', 'empty']);

/** True for a client that previews a link; it gets a description and creates nothing. */
export function isPreview({ headers, sentRequest }: Visit): boolean {
  return sentRequest().method === 'HEAD' || PREVIEW_CLIENT.test(String(headers['user-agent'] ?? ''));
}

/** True for prefetching and for loading a link as an image or a frame. */
export function isBackgroundLoad({ headers }: Visit): boolean {
  if (PURPOSE_HEADERS.some((name) => PREFETCH.test(String(headers[name] ?? '')))) return true;
  const place = headers['sec-fetch-dest'];
  return place !== undefined && !PAGE_DESTINATIONS.has(String(place).toLowerCase());
}

/** Cookie that ties a reload, a second tap or the way back to the same checkout. */
const NAME = 'ucp_permalink';
const SECONDS = 120;
const COOKIE = /(?:^|;\s*)ucp_permalink=([0-9a-f-]{36})(?:;|$)/;

/** Returns the cookie's id. Two people who scan one code in one room may share address and User-Agent. */
export function readBrowser({ headers }: Visit): string | undefined {
  return COOKIE.exec(String(headers.cookie ?? ''))?.[1];
}

export function rememberBrowser(name: string, endpoint: string): string {
  const { pathname, protocol } = new URL(endpoint);
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${NAME}=${name}; Path=${pathname}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
