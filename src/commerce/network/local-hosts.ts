/** Networks by the names that settings have for them, as in other servers' settings. */
export const NETWORKS = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
} as const;

/** True for `localhost` and loopback addresses. `hostname` as `URL` writes it, here and below. */
export function isThisMachine(hostname: string): boolean {
  return /^(?:localhost\.?|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(hostname);
}

/** True for the names that always lead to this machine (RFC 6761). */
export function isLocalhost(name: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(name);
}

export function isLoopback(hostname: string): boolean {
  return isThisMachine(hostname) || isLocalhost(hostname);
}

/** True for names outside the public DNS. */
export function isLocalName(hostname: string): boolean {
  return /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa|arpa|onion|invalid)\.?$/.test(hostname);
}

/** Scheme of a host that is named without one. Names below `localhost` belong to a proxy with TLS. */
export function toScheme(host: string): 'http' | 'https' {
  return isThisMachine(host.replace(/:\d{1,5}$/, '')) ? 'http' : 'https';
}
