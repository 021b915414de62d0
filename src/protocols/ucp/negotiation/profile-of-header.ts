import { readDictionary } from '../../../signatures/base.ts';

/** Reads `UCP-Agent: profile="…"`, a dictionary of RFC 8941. Empty for an unreadable header. */
export function parseProfileHeader(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [profile] = readDictionary(header)?.get('profile') ?? [];
  return typeof profile === 'string' ? profile : '';
}
