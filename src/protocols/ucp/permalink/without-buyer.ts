import type { Visit } from '../../permalinks.ts';

/** User-Agents of crawlers and link previews, but neither browsers within apps nor Cubot phones. */
const NOT_A_PERSON =
  /(?<!\bcu)bot\b|crawl|spider|slurp|facebookexternalhit|facebookcatalog|meta-external|whatsapp\/|skypeuripreview|\bpreview|embedly|iframely|vkshare|linkexpanding|google-read-aloud|googleother|google-inspectiontool|mediapartners|safelinks|urlscan|virustotal|proofpoint|mimecast|chatgpt-user|claude-user|perplexity-user/i;

const AHEAD = /prefetch|prerender|preview/i;
const AHEAD_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Values of Sec-Fetch-Dest of an opened page and of a client that is no browser. */
const OPENED = new Set(['document', 'empty']);

/** True for a client that previews a link; it gets a description and creates nothing. */
export function looksOnly(visit: Visit): boolean {
  return visit.sent().method === 'HEAD' || NOT_A_PERSON.test(String(visit.headers['user-agent'] ?? ''));
}

/** True for prefetching and for loading a link as an image or a frame. */
export function opensNothing({ headers }: Visit): boolean {
  if (AHEAD_HEADERS.some((name) => AHEAD.test(String(headers[name] ?? '')))) return true;
  const place = headers['sec-fetch-dest'];
  return place !== undefined && !OPENED.has(String(place).toLowerCase());
}
