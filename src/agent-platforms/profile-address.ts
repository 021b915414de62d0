import { isIP } from 'node:net';

const LONGEST = 2_048;

/** Undefined for what cannot be the address of a profile: HTTPS only; loopback over HTTP where `allowLoopback`. */
export function profileAddress(text: string | undefined, allowLoopback: boolean): URL | undefined {
  if (text === undefined || text.length > LONGEST || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  url.hash = '';
  if (url.username !== '' || url.password !== '') return undefined;
  const isLocal = url.protocol === 'http:' && allowLoopback && isLoopback(url.hostname);
  return url.protocol === 'https:' || isLocal ? url : undefined;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  );
}
