import type { Visit } from '../../permalinks.ts';

/** User-Agents of crawlers and link previews, but neither browsers within apps nor Cubot phones. */
const PREVIEW_CLIENT =
  /(?<!\bcu)bot\b|crawl|spider|slurp|facebookexternalhit|facebookcatalog|meta-external|whatsapp\/|skypeuripreview|\bpreview|embedly|iframely|vkshare|linkexpanding|google-read-aloud|googleother|google-inspectiontool|mediapartners|safelinks|urlscan|virustotal|proofpoint|mimecast|chatgpt-user|claude-user|perplexity-user/i;

const PREFETCH = /prefetch|prerender|preview/i;
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Values of Sec-Fetch-Dest of an opened page and of a client that is no browser. */
const PAGE_DESTINATIONS = new Set(['document', 'empty']);

/** True for a client that previews a link; it gets a description and creates nothing. */
export function isPreview(visit: Visit): boolean {
  return (
    visit.sentRequest().method === 'HEAD' || PREVIEW_CLIENT.test(String(visit.headers['user-agent'] ?? ''))
  );
}

/** True for prefetching and for loading a link as an image or a frame. */
export function isBackgroundLoad({ headers }: Visit): boolean {
  if (PURPOSE_HEADERS.some((name) => PREFETCH.test(String(headers[name] ?? '')))) return true;
  const place = headers['sec-fetch-dest'];
  return place !== undefined && !PAGE_DESTINATIONS.has(String(place).toLowerCase());
}
