import { hash } from 'node:crypto';
import type { Visit } from '../../permalinks.ts';

/** Known by this name for as long as a reload, a second tap or the way back is the same wish, and no longer. */
const NAME = 'ucp_permalink';
const SECONDS = 120;
const COOKIE = /(?:^|;\s*)ucp_permalink=([0-9a-f-]{36})(?:;|$)/;

/**
 * The browser's own name of the last two minutes. Addresses and User-Agents do not tell two people apart who scan one code in
 * one room, and nobody may land on another one's checkout.
 */
export function browserOf({ headers }: Visit): string | undefined {
  return COOKIE.exec(String(headers.cookie ?? ''))?.[1];
}

export function rememberBrowser(name: string, endpoint: string): string {
  const { pathname, protocol } = new URL(endpoint);
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${NAME}=${name}; Path=${pathname}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** What a checkout is known by to the browser that began it with this link. `asked`: all that it was begun with. */
export function keyOf(storeId: string, browser: string, asked: unknown): string {
  return `permalink ${hash('sha256', JSON.stringify([storeId, browser, asked]))}`;
}
