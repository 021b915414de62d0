import { hash } from 'node:crypto';
import type { Visit } from '../../permalinks.ts';

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

/** Idempotency key of a checkout; `request` is everything that the link asked for. */
export function buildLinkKey(storeId: string, browser: string, request: unknown): string {
  return `permalink ${hash('sha256', JSON.stringify([storeId, browser, request]))}`;
}
