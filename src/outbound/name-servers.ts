import { type LookupAddress, promises } from 'node:dns';
import { withTimeout } from '../commerce/time/with-timeout.ts';
import { createHostsFileLookup, searchDomains, toCandidates } from './name-lookup/system-files.ts';

/** TXT records of a name; `unanswered` holds the error code when its name servers gave no answer. */
type TextsOfName = { texts: string[] } | { unanswered: string };

/** Resolves all addresses of a name. Rejects with a LookUpFailure or the signal's reason. */
export type LookUp = (name: string, signal?: AbortSignal) => Promise<LookupAddress[]>;

/** `ENOTFOUND`: the name does not exist. `EAI_AGAIN`: its name servers gave no answer. */
export class LookUpFailure extends Error {
  readonly code: 'ENOTFOUND' | 'EAI_AGAIN';

  constructor(code: LookUpFailure['code'], name: string) {
    super(`${code} ${name}`);
    this.name = 'LookUpFailure';
    this.code = code;
  }
}

export interface NameServers {
  /** TXT records, joined from their pieces; empty when there is no record or no such name. Never throws. */
  resolveTexts(name: string, stop?: AbortSignal): Promise<TextsOfName>;
  resolveAddresses: LookUp;
}

interface NameServerOptions {
  /** True to complete short names by the search domains of resolv.conf. */
  allowPrivate: boolean;
}

/** Covers one question with all its retries and search domains. */
const LOOK_UP_TIMEOUT_MS = 5_000;
const RETRIES = { timeout: 1_500, tries: 2 };
/** Codes of an authoritative "no such record". */
const NO_RECORD = ['ENODATA', 'ENOTFOUND', 'EBADNAME'];

/**
 * Queries these servers (`192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:53`), or the system's when there are none; the hosts
 * file comes first. Unlike `dns.lookup` it uses no thread of libuv's pool, so slow name servers delay nothing else.
 */
export function nameServers(servers: readonly string[], { allowPrivate }: NameServerOptions): NameServers {
  const inHostsFile = createHostsFileLookup();

  async function lookUpAddresses(name: string, stop?: AbortSignal): Promise<LookupAddress[]> {
    const local = inHostsFile(name.toLowerCase().replace(/\.$/, ''));
    if (local) return local;
    return withResolver(servers, stop, async (resolver) => {
      // Search domains belong to a private network, which may not be reached otherwise.
      const candidates = toCandidates(name, allowPrivate ? searchDomains() : []);
      for (const candidate of candidates) {
        const addresses = await askAddresses(resolver, candidate);
        if (addresses.length > 0) return addresses;
      }
      throw new LookUpFailure('ENOTFOUND', name);
    });
  }

  return {
    async resolveTexts(name, stop) {
      try {
        const records = await withResolver(servers, stop, (resolver) => resolver.resolveTxt(name));
        return { texts: records.map((pieces) => pieces.join('').trim()) };
      } catch (error) {
        const code = readCode(error);
        return NO_RECORD.includes(code) ? { texts: [] } : { unanswered: code };
      }
    },

    async resolveAddresses(name, stop) {
      try {
        return await lookUpAddresses(name, stop);
      } catch (error) {
        stop?.throwIfAborted();
        throw error instanceof LookUpFailure ? error : new LookUpFailure('EAI_AGAIN', name);
      }
    },
  };
}

/** Uses a resolver per question, which caches nothing and can be canceled by itself. */
function withResolver<Answer>(
  servers: readonly string[],
  stop: AbortSignal | undefined,
  question: (resolver: promises.Resolver) => Promise<Answer>,
): Promise<Answer> {
  return withTimeout({ timeoutMs: LOOK_UP_TIMEOUT_MS, stop }, async (ended) => {
    const resolver = new promises.Resolver(RETRIES);
    if (servers.length > 0) resolver.setServers(servers);
    ended.addEventListener('abort', () => resolver.cancel(), { once: true });
    return question(resolver);
  });
}

/** Returns an empty list for a name without addresses; throws when one family is unanswered and the other empty. */
async function askAddresses(resolver: promises.Resolver, name: string): Promise<LookupAddress[]> {
  const families = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = families.flatMap((settled, index) =>
    settled.status === 'fulfilled'
      ? settled.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  );
  const unanswered = families.find(
    (settled) => settled.status === 'rejected' && !NO_RECORD.includes(readCode(settled.reason)),
  );
  if (addresses.length === 0 && unanswered?.status === 'rejected') throw unanswered.reason;
  return addresses;
}

function readCode(error: unknown): string {
  if (error instanceof DOMException) return 'ETIMEOUT';
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}
