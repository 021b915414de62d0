import { createMemberError } from '../../commerce/errors.ts';
import type { StoreDescription } from '../../commerce/store/store.ts';
import { getLentName } from '../../store-platforms/presentations.ts';

/** Reads `shop.example` from `https://Shop.Example/some/page`, keeping a port. Throws `invalid_input` for anything else. */
export function parseHost(typed: string): string {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isDomain =
    url !== undefined && url.username === '' && (url.hostname.includes('.') || isLocal(url.hostname));
  if (!isDomain) throw createMemberError('domain', 'must be a domain name, for example shop.example.com');
  return url.host;
}

/** Development shops may have a host without a dot, also an IPv6 address of another machine. */
function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('[');
}

/** Lists the shop's domains, custom domains before the platform's. */
export function getDomains({ hosts }: StoreDescription): string[] {
  const isLent = (host: string) => Number(getLentName(host) !== undefined);
  return hosts.toSorted((a, b) => isLent(a) - isLent(b));
}
