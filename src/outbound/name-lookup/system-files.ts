import type { LookupAddress } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isLocalhost } from '../../commerce/network/local-hosts.ts';

const PATH = process.platform === 'win32' ? 'C:/Windows/System32/drivers/etc/hosts' : '/etc/hosts';

/** The file is small and rarely changes; reading it synchronously keeps the thread pool free. */
const REREAD_DELAY_MS = 5_000;

/** RFC 6761: these names never reach a name server. */
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Looks names up in the hosts file; undefined for a name that is neither there nor in RFC 6761. */
export function createHostsFileLookup(path = PATH): (name: string) => LookupAddress[] | undefined {
  let readAt = Number.NEGATIVE_INFINITY;
  let entries = new Map<string, LookupAddress[]>();
  return (name) => {
    if (performance.now() - readAt > REREAD_DELAY_MS) {
      entries = parseEntries(readText(path));
      readAt = performance.now();
    }
    return entries.get(name) ?? (isLocalhost(name) ? LOOPBACK : undefined);
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function parseEntries(text: string): Map<string, LookupAddress[]> {
  const entries = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) entries.set(name, [...(entries.get(name) ?? []), { address, family }]);
  }
  return entries;
}

const MAX_SEARCH_DOMAINS = 6;

/** Names to query in order, for short names of a private network. A name with a dot is queried as it is first, whatever `ndots` says. */
export function toCandidates(name: string, searched: readonly string[]): string[] {
  if (name.endsWith('.')) return [name];
  const completed = searched.map((domain) => `${name}.${domain}`);
  return name.includes('.') ? [name, ...completed] : [...completed, name];
}

/** Reads the `search` or `domain` line of resolv.conf; the last one counts. */
export function searchDomains(path = '/etc/resolv.conf'): string[] {
  const lines = readText(path).matchAll(/^[ \t]*(?:search|domain)[ \t]+(.+)$/gm);
  const [, domains = ''] = [...lines].at(-1) ?? [];
  return domains
    .trim()
    .split(/\s+/)
    .map((domain) => domain.replace(/\.$/, ''))
    .filter((domain) => domain !== '')
    .slice(0, MAX_SEARCH_DOMAINS);
}
