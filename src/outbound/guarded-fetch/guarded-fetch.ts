import { type Agent, type AgentOptions, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type LookUp, nameServers } from '../name-servers.ts';
import { getSpecialUse } from './addresses.ts';
import { exchange, type FetchInit, toFetchError } from './exchange.ts';

/** Subset of `fetch` that the service needs. Redirects are returned, never followed. */
export type Fetch = (url: string, init?: FetchInit) => Promise<Response>;

export interface OutgoingPolicy {
  /** True allows loopback and private networks on any port; link-local, metadata and other special ranges stay refused. */
  allowPrivate: boolean;
  resolve?: LookUp;
  /** True for addresses that unknown parties supply: no connection outlives its exchange. */
  untrusted?: boolean;
}

const REFUSALS = {
  scheme: 'only http and https are asked',
  port: 'only ports 80 and 443 are asked',
  special_use: 'the address is not on the public internet',
} as const;

/** Address that this service does not connect to; nothing was sent. The message does not reveal what a name resolves to. */
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
/** Bounds the connection attempts, which are made one after another. */
const MAX_ADDRESSES = 8;

/**
 * Returns a `fetch` for addresses that others supply. It connects to the very address that was checked, so DNS rebinding
 * reaches nothing; it sets no timeout (`askWhole` does) and rejects as `fetch` does: a TypeError whose `cause` is an
 * AddressRefused or the connection's error, or the signal's reason.
 */
export function createGuardedFetch(policy: OutgoingPolicy): Fetch {
  const sockets = policy.untrusted ? SINGLE_SOCKETS : KEEP_ALIVE_SOCKETS;
  const schemes = {
    'http:': { request: httpRequest, agent: limitIdle(new HttpAgent(sockets)), port: 80 },
    'https:': { request: httpsRequest, agent: limitIdle(new HttpsAgent(sockets)), port: 443 },
  };
  const resolve = policy.resolve ?? nameServers([], policy).resolveAddresses;

  return async (address, init = {}) => {
    const url = new URL(address);
    const scheme = url.protocol === 'http:' || url.protocol === 'https:' ? schemes[url.protocol] : undefined;
    if (!scheme) throw toFetchError(new AddressRefused('scheme'));
    const port = url.port === '' ? scheme.port : Number(url.port);
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    // Node connects to an IP literal without calling `lookup`.
    const refusal = isIP(hostname) === 0 ? undefined : getRefusal(policy, hostname, port);
    if (refusal) throw toFetchError(refusal);
    return exchange(scheme.request, init, {
      agent: scheme.agent,
      hostname,
      port,
      path: url.pathname + url.search,
      lookup: createGuardedLookup(policy, (name) => resolve(name, init.signal), port),
    });
  };
}

function getRefusal({ allowPrivate }: OutgoingPolicy, address: string, port: number) {
  const use = getSpecialUse(address);
  if (use !== undefined)
    return allowPrivate && use !== 'forbidden' ? undefined : new AddressRefused('special_use');
  return PUBLIC_PORTS.includes(port) ? undefined : new AddressRefused('port');
}

/** Refuses a name when any of its addresses is refused: a mixed answer is a sign of DNS rebinding. */
function createGuardedLookup(policy: OutgoingPolicy, resolve: LookUp, port: number): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname).then(
      (addresses) => {
        const refusal = addresses.map(({ address }) => getRefusal(policy, address, port)).find(Boolean);
        const [first] = addresses;
        if (refusal) return done(refusal, '');
        if (!first) return done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
        return options.all
          ? done(null, addresses.slice(0, MAX_ADDRESSES))
          : done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}

/** Below the 5 s of common servers, so that no connection is closed by the peer just as it is reused. */
const IDLE_TIMEOUT_MS = 4_000;
const MAX_IDLE_SOCKETS = 500;

/** For shops: keep-alive. A call above `maxSockets` waits within its own deadline. */
const KEEP_ALIVE_SOCKETS: AgentOptions = {
  keepAlive: true,
  timeout: IDLE_TIMEOUT_MS,
  maxSockets: 100,
  maxFreeSockets: 20,
};

/** For unknown parties: closed after each exchange. */
const SINGLE_SOCKETS: AgentOptions = { keepAlive: false, maxSockets: 10, maxTotalSockets: 50 };

/** Bounds the idle sockets of all hosts together: the number of hosts is up to the merchants. */
function limitIdle<Kind extends Agent>(agent: Kind): Kind {
  const keep = agent.keepSocketAlive.bind(agent);
  const countIdle = () => Object.values(agent.freeSockets).flat().length;
  agent.keepSocketAlive = (socket) => countIdle() < MAX_IDLE_SOCKETS && keep(socket);
  return agent;
}
