import { type LookupAddress, promises } from 'node:dns';
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { specialUseOf } from './addresses.ts';
import { ACCEPTED_ENCODINGS, toResponse } from './response.ts';

/** The part of `fetch` that it takes to ask a shop. A redirect is answered, never followed. */
export type Fetch = (url: string, init?: FetchInit) => Promise<Response>;

interface FetchInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  redirect?: 'manual';
}

export interface OutgoingPolicy {
  /** True lets loopback and private networks be asked, on any port; never link-local, metadata and other special uses. */
  allowPrivate: boolean;
  /** All addresses of a name; the system's resolver when left out. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
}

const REFUSALS = {
  scheme: 'only http and https are asked',
  port: 'only ports 80 and 443 are asked',
  special_use: 'the address is not on the public internet',
} as const;

/** Nothing was sent: the address is none that this service connects to. Says nothing of what a name resolves to. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
  readonly reason: keyof typeof REFUSALS;

  constructor(reason: keyof typeof REFUSALS) {
    super(REFUSALS[reason]);
    this.name = 'AddressRefused';
    this.reason = reason;
  }
}

const PUBLIC_PORTS = [80, 443];
/** Shorter than what servers keep an idle connection for, so that none is closed just as it is used again. */
const IDLE_MS = 4_000;

/**
 * A `fetch` for addresses that somebody else has named. It connects to the very address that was checked, so that a name
 * which changes its mind between the check and the connection reaches nothing. Connections are kept and used again.
 * Rejects as `fetch` does: a TypeError whose `cause` is an AddressRefused or the connection's own error, or the signal's reason.
 */
export function guardedFetch(policy: OutgoingPolicy): Fetch {
  const kept = { keepAlive: true, timeout: IDLE_MS };
  const doors = {
    'http:': { request: httpRequest, agent: new HttpAgent(kept), port: 80 },
    'https:': { request: httpsRequest, agent: new HttpsAgent(kept), port: 443 },
  };
  const resolve = policy.resolve ?? ((hostname) => promises.lookup(hostname, { all: true }));

  return async (address, init = {}) => {
    const url = new URL(address);
    const door = url.protocol === 'http:' || url.protocol === 'https:' ? doors[url.protocol] : undefined;
    if (!door) throw failed(new AddressRefused('scheme'));
    const port = url.port === '' ? door.port : Number(url.port);
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    // A literal is connected to without being looked up.
    const refusal = isIP(hostname) === 0 ? undefined : refusalOf(policy, hostname, port);
    if (refusal) throw failed(refusal);
    return exchange(door.request, init, {
      agent: door.agent,
      hostname,
      port,
      path: url.pathname + url.search,
      lookup: guardedLookup(policy, resolve, port),
    });
  };
}

function refusalOf(
  { allowPrivate }: OutgoingPolicy,
  address: string,
  port: number,
): AddressRefused | undefined {
  const use = specialUseOf(address);
  if (use !== undefined)
    return allowPrivate && use !== 'forbidden' ? undefined : new AddressRefused('special_use');
  return PUBLIC_PORTS.includes(port) ? undefined : new AddressRefused('port');
}

/** One address that is refused refuses them all: mixing them is how a name is turned against who trusts it. */
function guardedLookup(
  policy: OutgoingPolicy,
  resolve: NonNullable<OutgoingPolicy['resolve']>,
  port: number,
): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname).then(
      (found) => {
        const refusal = found.map(({ address }) => refusalOf(policy, address, port)).find(Boolean);
        const [first] = found;
        if (refusal) return done(refusal, '');
        if (!first) return done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
        return options.all ? done(null, found) : done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}

const USUAL_HEADERS = { accept: '*/*', 'accept-encoding': ACCEPTED_ENCODINGS, 'user-agent': 'ucp-host' };

function exchange(
  send: typeof httpRequest,
  { method = 'GET', headers = {}, body, signal }: FetchInit,
  to: RequestOptions,
): Promise<Response> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const request = send({ ...to, method, headers: { ...USUAL_HEADERS, ...headers } });
    let arriving: IncomingMessage | undefined;
    const abort = () => {
      arriving?.destroy(signal?.reason);
      request.destroy();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    request.on('close', () => signal?.removeEventListener('abort', abort));
    request.on('error', (error) => reject(failed(error)));
    request.on('response', (incoming) => {
      arriving = incoming;
      try {
        resolve(toResponse(incoming));
      } catch (error) {
        request.destroy();
        reject(failed(error));
      }
    });
    request.end(body);
  });
}

function failed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}
