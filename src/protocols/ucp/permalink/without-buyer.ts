import type { Visit } from '../../permalinks.ts';

/** Words by which crawlers and the makers of link previews call themselves; browsers within apps do not, nor on a Cubot phone. */
const NOT_A_PERSON =
  /(?<!\bcu)bot\b|crawl|spider|slurp|facebookexternalhit|facebookcatalog|meta-external|whatsapp\/|skypeuripreview|\bpreview|embedly|iframely|vkshare|linkexpanding|google-read-aloud|googleother|google-inspectiontool|mediapartners|safelinks|urlscan|virustotal|proofpoint|mimecast|chatgpt-user|claude-user|perplexity-user/i;

const AHEAD = /prefetch|prerender|preview/i;
const AHEAD_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** A page that is opened, or what is no browser at all and says nothing. */
const OPENED = new Set(['document', 'empty']);

/** Loads a link to look at it: it is shown what is behind it, and nothing begins. */
export function looksOnly({ headers, sent }: Visit): boolean {
  return sent.method === 'HEAD' || NOT_A_PERSON.test(String(headers['user-agent'] ?? ''));
}

/** Loads a link for later, or as a part of some page: an image, a frame. Nobody has opened it. */
export function opensNothing({ headers }: Visit): boolean {
  if (AHEAD_HEADERS.some((name) => AHEAD.test(String(headers[name] ?? '')))) return true;
  const place = headers['sec-fetch-dest'];
  return place !== undefined && !OPENED.has(String(place).toLowerCase());
}
