import { type LookupAddress, promises } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isLocalhost } from '../commerce/network/local-hosts.ts';
import { withTimeout } from '../commerce/time/with-timeout.ts';

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
  /** TXT records, joined from their pieces, empty without any; `unanswered` holds the error code of the name servers. Never throws. */
  resolveTexts(name: string, stop?: AbortSignal): Promise<{ texts: string[] } | { unanswered: string }>;
  resolveAddresses: LookUp;
}

/** Covers one question with all its retries and search domains. */
const LOOK_UP_TIMEOUT_MS = 5_000;
const RETRIES = { timeout: 1_500, tries: 2 };
/** Codes of an authoritative "no such record". */
const NO_RECORD = ['ENODATA', 'ENOTFOUND', 'EBADNAME'];

/** Queries these servers (`192.0.2.1:5353`), or the system's without any. Slow ones take no thread of libuv's pool, as `dns.lookup` does. */
export function nameServers(
  servers: readonly string[],
  { allowPrivate }: { allowPrivate: boolean },
): NameServers {
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
