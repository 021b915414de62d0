import { type LookupAddress, promises } from 'node:dns';
import { candidatesOf, hostsFile, searchDomains } from './name-lookup/system-files.ts';
import { withDeadline } from './with-deadline.ts';

/** Texts of a name; `unanswered` holds the error's code when its name servers did not say. */
export type TextsOfName = { texts: string[] } | { unanswered: string };

/** All addresses of a name. Rejects with a LookUpFailure, or with the signal's reason. */
export type LookUp = (name: string, signal?: AbortSignal) => Promise<LookupAddress[]>;

/** `ENOTFOUND`: there is no such name. `EAI_AGAIN`: the name servers did not say. */
export class LookUpFailure extends Error {
  readonly code: 'ENOTFOUND' | 'EAI_AGAIN';

  constructor(code: LookUpFailure['code'], name: string) {
    super(`${code} ${name}`);
    this.name = 'LookUpFailure';
    this.code = code;
  }
}

export interface NameServers {
  /** Whole texts of its TXT records; none where there is no such record, or no such name. Never throws. */
  texts(name: string, stop?: AbortSignal): Promise<TextsOfName>;
  addresses: LookUp;
}

interface NameServerOptions {
  /** True where short names of a private network are completed by the search domains of resolv.conf. */
  allowPrivate: boolean;
}

/** Of one question, all its retries and search domains together. */
const LOOK_UP_TIMEOUT_MS = 5_000;
const RETRIES = { timeout: 1_500, tries: 2 };
/** The name servers have answered, and there is nothing. */
const NOTHING_THERE = ['ENODATA', 'ENOTFOUND', 'EBADNAME'];

/**
 * Asks these servers (`192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:53`), or those of the system when there are none. Uses no
 * thread of libuv's pool, as `dns.lookup` does: slow name servers keep nothing else waiting. The hosts file comes first.
 */
export function nameServers(servers: readonly string[], { allowPrivate }: NameServerOptions): NameServers {
  const inHostsFile = hostsFile();

  async function addressesOf(name: string, stop?: AbortSignal): Promise<LookupAddress[]> {
    const local = inHostsFile(name.toLowerCase().replace(/\.$/, ''));
    if (local) return local;
    return asked(servers, stop, async (resolver) => {
      // Search domains lead into a private network, where no address may be asked otherwise.
      const candidates = candidatesOf(name, allowPrivate ? searchDomains() : []);
      for (const candidate of candidates) {
        const found = await addressesAt(resolver, candidate);
        if (found.length > 0) return found;
      }
      throw new LookUpFailure('ENOTFOUND', name);
    });
  }

  return {
    async texts(name, stop) {
      try {
        const records = await asked(servers, stop, (resolver) => resolver.resolveTxt(name));
        // A long text travels in pieces.
        return { texts: records.map((pieces) => pieces.join('').trim()) };
      } catch (error) {
        const code = codeOf(error);
        return NOTHING_THERE.includes(code) ? { texts: [] } : { unanswered: code };
      }
    },

    async addresses(name, stop) {
      try {
        return await addressesOf(name, stop);
      } catch (error) {
        stop?.throwIfAborted();
        throw error instanceof LookUpFailure ? error : new LookUpFailure('EAI_AGAIN', name);
      }
    },
  };
}

/** One resolver for each question: it remembers nothing of earlier answers and failures, and can be canceled by itself. */
function asked<Answer>(
  servers: readonly string[],
  stop: AbortSignal | undefined,
  question: (resolver: promises.Resolver) => Promise<Answer>,
): Promise<Answer> {
  return withDeadline({ timeoutMs: LOOK_UP_TIMEOUT_MS, stop }, async (ended) => {
    const resolver = new promises.Resolver(RETRIES);
    if (servers.length > 0) resolver.setServers(servers);
    ended.addEventListener('abort', () => resolver.cancel(), { once: true });
    return question(resolver);
  });
}

/** Empty for a name without addresses; throws when a family was not answered and the other has none. */
async function addressesAt(resolver: promises.Resolver, name: string): Promise<LookupAddress[]> {
  const families = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = families.flatMap((settled, index) =>
    settled.status === 'fulfilled'
      ? settled.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  );
  const unanswered = families.find(
    (settled) => settled.status === 'rejected' && !NOTHING_THERE.includes(codeOf(settled.reason)),
  );
  if (found.length === 0 && unanswered?.status === 'rejected') throw unanswered.reason;
  return found;
}

function codeOf(error: unknown): string {
  if (error instanceof DOMException) return 'ETIMEOUT';
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}
