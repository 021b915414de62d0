import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type LookUp, nameServers } from '../name-servers.ts';
import { specialUseOf } from './addresses.ts';
import { exchange, failed } from './exchange.ts';
import { KEPT_SOCKETS, limitIdle, SINGLE_SOCKETS } from './sockets.ts';

/** The part of `fetch` that it takes to ask a shop. A redirect is answered, never followed. */
export type Fetch = (url: string, init?: FetchInit) => Promise<Response>;

export interface FetchInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  redirect?: 'manual';
}

export interface OutgoingPolicy {
  /** True lets loopback and private networks be asked, on any port; never link-local, metadata and other special uses. */
  allowPrivate: boolean;
  /** All addresses of a name; by the system's name servers when left out. */
  resolve?: LookUp;
  /** True for addresses that strangers name: no connection outlives its exchange. */
  strangers?: boolean;
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
/** Connections are tried one after another: a name with hundreds of addresses must not become as many attempts. */
const MAX_ADDRESSES = 8;

/**
 * A `fetch` for addresses that somebody else has named. It connects to the very address that was checked, so that a name
 * which changes its mind between the check and the connection reaches nothing. Sets no deadline: `askWhole` does.
 * Rejects as `fetch` does: a TypeError whose `cause` is an AddressRefused or the connection's own error, or the signal's reason.
 */
export function guardedFetch(policy: OutgoingPolicy): Fetch {
  const sockets = policy.strangers ? SINGLE_SOCKETS : KEPT_SOCKETS;
  const doors = {
    'http:': { request: httpRequest, agent: limitIdle(new HttpAgent(sockets)), port: 80 },
    'https:': { request: httpsRequest, agent: limitIdle(new HttpsAgent(sockets)), port: 443 },
  };
  const resolve = policy.resolve ?? nameServers([], policy).addresses;

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
      lookup: guardedLookup(policy, (name) => resolve(name, init.signal), port),
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
function guardedLookup(policy: OutgoingPolicy, resolve: LookUp, port: number): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname).then(
      (found) => {
        const refusal = found.map(({ address }) => refusalOf(policy, address, port)).find(Boolean);
        const [first] = found;
        if (refusal) return done(refusal, '');
        if (!first) return done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
        return options.all
          ? done(null, found.slice(0, MAX_ADDRESSES))
          : done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}
