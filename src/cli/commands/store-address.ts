import { isThisMachine, toScheme } from '../../commerce/network/local-hosts.ts';
import { UsageError } from '../shell/errors.ts';

/** Paths below a store, and the paths that stores of a service are below. */
const BELOW_STORE = /\/(?:\.well-known\/ucp|llms\.txt|mcp)$/;
const ABOVE_STORE = /\/(?:api\/ucp|ucp|mcp)$/;

/**
 * Returns the URL of a store's shopping endpoint. `address` is a URL that ends with the store's slug, in any protocol, or a
 * tenant host or custom domain of the store. Throws a UsageError.
 */
export function toShoppingUrl(address: string): URL {
  const url = readAddress(address);
  url.hash = '';
  const path = url.pathname.replace(/\/$/, '').replace(BELOW_STORE, '');
  const end = path.lastIndexOf('/');
  const isHostOfStore = path === '' || path === '/ucp' || path === '/mcp';
  url.pathname = isHostOfStore
    ? '/mcp'
    : `${path.slice(0, end).replace(ABOVE_STORE, '')}/mcp${path.slice(end)}`;
  return url;
}

function readAddress(address: string): URL {
  const text = address.trim();
  const hasScheme = /^https?:\/\//i.test(text);
  const { host = '' } = URL.parse(`http://${text}`) ?? {};
  const url = URL.parse(hasScheme ? text : `${toScheme(host)}://${text}`) ?? undefined;
  const isAddress =
    url !== undefined && (hasScheme || isThisMachine(url.hostname) || url.hostname.includes('.'));
  if (isAddress && url.username === '' && url.password === '') return url;
  throw new UsageError(
    `--store must be the address of a store, such as https://ucp.example.com/mcp/my-store or https://shop.example.com, not "${address}".`,
  );
}
