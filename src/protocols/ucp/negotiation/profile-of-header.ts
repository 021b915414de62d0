import { parseDictionary } from 'structured-headers';

/** Reads `UCP-Agent: profile="…"`, a dictionary of RFC 8941. Empty for one that cannot be read. */
export function parseProfileHeader(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined;
  try {
    const value = parseDictionary(header).get('profile')?.[0];
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}
