import { textIn } from './hosts-file.ts';

const MAX_SEARCH_DOMAINS = 6;

/**
 * The names to ask for, in order, where short names of a private network may be meant (`shop`, `shop.namespace` on Kubernetes).
 * A name with a dot is asked for as it is first, whatever `ndots` says: most are of the internet.
 */
export function candidatesOf(name: string, searched: readonly string[]): string[] {
  if (name.endsWith('.')) return [name];
  const completed = searched.map((domain) => `${name}.${domain}`);
  return name.includes('.') ? [name, ...completed] : [...completed, name];
}

/** The `search` (or `domain`) line of resolv.conf: the last one counts. */
export function searchDomains(path = '/etc/resolv.conf'): string[] {
  const lines = textIn(path).matchAll(/^[ \t]*(?:search|domain)[ \t]+(.+)$/gm);
  const [, domains = ''] = [...lines].at(-1) ?? [];
  return domains
    .trim()
    .split(/\s+/)
    .map((domain) => domain.replace(/\.$/, ''))
    .filter((domain) => domain !== '')
    .slice(0, MAX_SEARCH_DOMAINS);
}
