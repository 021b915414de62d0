import { isLoopback } from '../commerce/network/local-hosts.ts';
import { trimText } from '../commerce/text/trim-text.ts';

const MAX_URL_LENGTH = 2_048;

/** Returns undefined for an invalid profile URL: it must use HTTPS, or HTTP on loopback where `allowLoopback` is set. */
export function parseProfileAddress(text: string | undefined, allowLoopback: boolean): URL | undefined {
  if (text === undefined || text.length > MAX_URL_LENGTH) return undefined;
  const url = URL.parse(trimText(text));
  if (!url) return undefined;
  url.hash = '';
  if (url.username !== '' || url.password !== '') return undefined;
  const isLocal = url.protocol === 'http:' && allowLoopback && isLoopback(url.hostname);
  return url.protocol === 'https:' || isLocal ? url : undefined;
}
