import { isIP } from 'node:net';
import { specialUseOf } from './guarded-fetch/addresses.ts';

/** True for what only this machine or its own network reaches, if anybody does. `hostname` as `URL` writes it. */
export function isLocalAddress(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) !== 0) return specialUseOf(host) !== undefined;
  return host === 'localhost' || /\.(localhost|local|internal)$/.test(host);
}
