import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './error-responses.ts';
import { hostname, isDomainName } from './tenant-hosts.ts';

export interface OwnNames {
  /** Address of the service. */
  baseUrl: () => string;
  /** Whether an operator has set `BASE_URL`: a proxy in front may then replace Host. */
  isBaseUrlSet: boolean;
  /** `HOST`: a name or an address. */
  listensOn: string;
  /** `HOST_DOMAIN`. */
  hostDomain: string | undefined;
  /** Whether a name is a domain that a merchant has proved. */
  isStoreDomain(name: string): Promise<boolean>;
}

/**
 * Against DNS rebinding: a page's own name is made to lead to this service, and the page reads and acts as if it were of the same
 * origin. Browsers say so in Origin; requests without one, as agents, probes and shops send them, are let through.
 */
export function refuseRebinding(server: FastifyInstance, names: OwnNames): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { origin, host } = request.headers;
    if (origin === undefined) return done();
    void isRebound(names, origin, hostname(host)).then(
      (rebound) => done(rebound ? refusal() : undefined),
      (error: Error) => done(error),
    );
  });
}

/** With `BASE_URL` set a Host that is not known here may be a proxy's name for this service; the page's own name is never that. */
async function isRebound(names: OwnNames, origin: string, host: string): Promise<boolean> {
  if (cannotBeRebound(host) || isOwn(names, host)) return false;
  if (isDomainName(host) && (await names.isStoreDomain(host))) return false;
  return !names.isBaseUrlSet || URL.parse(origin)?.hostname === host;
}

/** Only a name that public DNS has can be made to lead elsewhere: an address, a name of this machine or one without a dot cannot. */
function cannotBeRebound(host: string): boolean {
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || !host.includes('.') || host.endsWith('.localhost');
}

function isOwn({ baseUrl, listensOn, hostDomain }: OwnNames, host: string): boolean {
  const own = [new URL(baseUrl()).hostname, listensOn.toLowerCase(), hostDomain];
  return own.includes(host) || (hostDomain !== undefined && host.endsWith(`.${hostDomain}`));
}

function refusal(): HttpError {
  const message =
    'This name is none of this service. If it should be, set BASE_URL to the address by which it is reached.';
  return new HttpError(403, 'foreign_host', message);
}

/** Whether a page of that origin is one of this service, which the request's Host or `BASE_URL` names. */
export function isOwnPage(baseUrl: string, origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin);
  return url !== null && (url.host === host || url.origin === new URL(baseUrl).origin);
}
