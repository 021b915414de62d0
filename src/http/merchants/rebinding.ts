import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../../commerce/network/local-hosts.ts';
import { isDomainName, toHostname } from '../hosts/tenant-hosts.ts';
import { HttpError } from '../requests/error-responses.ts';

export interface OwnNames {
  baseUrl: () => string;
  /** True when `BASE_URL` is set; a proxy in front may then replace Host. */
  isBaseUrlSet: boolean;
  /** `HOST`: a name or an address. */
  listensOn: string;
  /** `HOST_DOMAIN`. */
  hostDomain: string | undefined;
  /** True for a verified custom domain. */
  isStoreDomain(name: string): Promise<boolean>;
}

/** Blocks DNS rebinding to this service by a foreign page. Only browsers send Origin. */
export function refuseRebinding(names: OwnNames) {
  return ({ origin, host }: IncomingHttpHeaders, done: (error?: Error) => void): void => {
    if (origin === undefined) done();
    else
      void isRebound(names, origin, toHostname(host)).then(
        (rebound) => done(rebound ? new HttpError(403, 'foreign_host', FOREIGN_HOST) : undefined),
        (error: Error) => done(error),
      );
  };
}

/** With `BASE_URL` set, an unknown Host may be a proxy's name for this service, unless it equals the page's own. */
async function isRebound(names: OwnNames, origin: string, host: string): Promise<boolean> {
  if (isRebindingSafe(host) || isOwn(names, host)) return false;
  if (isDomainName(host) && (await names.isStoreDomain(host))) return false;
  return !names.isBaseUrlSet || URL.parse(origin)?.hostname === host;
}

/** Only public DNS names can be rebound: not IP addresses, localhost, or names without a dot. */
function isRebindingSafe(host: string): boolean {
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || !host.includes('.') || isLoopback(host);
}

function isOwn({ baseUrl, listensOn, hostDomain }: OwnNames, host: string): boolean {
  const own = [new URL(baseUrl()).hostname, listensOn.toLowerCase(), hostDomain];
  return own.includes(host) || (hostDomain !== undefined && host.endsWith(`.${hostDomain}`));
}

const FOREIGN_HOST =
  'This service does not use this host name. If it should, set BASE_URL to its public address.';

/** True when the origin is this service, by the request's Host or `BASE_URL`. */
export function isOwnPage(baseUrl: string, origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin);
  return url !== null && (url.host === host || url.origin === new URL(baseUrl).origin);
}
