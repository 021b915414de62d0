import { type LookupAddress, promises } from 'node:dns';

/** What name servers say of a name. `unanswered`: they did not say, which tells nothing. */
export type TextsOfName = { texts: string[] } | { unanswered: string };

export interface NameServers {
  /** Whole texts of its TXT records; none where there is no such record, or no such name. Never throws. */
  texts(name: string): Promise<TextsOfName>;
  /** All its addresses. Rejects as `lookup` does. */
  addresses(name: string): Promise<LookupAddress[]>;
}

const LIMITS = { timeout: 2_500, tries: 2 };
/** They have answered, and there is nothing. */
const NOTHING_THERE = ['ENODATA', 'ENOTFOUND'];

/** Asks these servers (`192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:53`), or those of the system when there are none. */
export function nameServers(servers: readonly string[]): NameServers {
  return {
    async texts(name) {
      try {
        const records = await resolverOf(servers).resolveTxt(name);
        // A long text travels in pieces.
        return { texts: records.map((pieces) => pieces.join('').trim()) };
      } catch (error) {
        const code = codeOf(error);
        return NOTHING_THERE.includes(code) ? { texts: [] } : { unanswered: code };
      }
    },

    async addresses(name) {
      if (servers.length === 0) return promises.lookup(name, { all: true });
      const resolver = resolverOf(servers);
      const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const found = [...addressesIn(ipv4, 4), ...addressesIn(ipv6, 6)];
      if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
      return found;
    },
  };
}

/** One for each question: it keeps nothing that it was told before. */
function resolverOf(servers: readonly string[]): promises.Resolver {
  const resolver = new promises.Resolver(LIMITS);
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

function addressesIn(settled: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return settled.status === 'fulfilled' ? settled.value.map((address) => ({ address, family })) : [];
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}
