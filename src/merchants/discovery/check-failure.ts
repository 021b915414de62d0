import type { Probed, ProbeFailure } from '../../outbound/guarded-fetch/probe.ts';
import type { Diagnostic } from './check-discovery.ts';

type Failure = Extract<Probed, { kind: 'failure' }>;
type Words = Pick<Diagnostic, 'check' | 'title'> & { cause: string; remedy: string };

/** Why nothing came from `url`, which is the merchant's domain or, after a redirect, where that led. */
export function diagnoseFailure({ failure, code }: Failure, url: URL, hop: number): Diagnostic {
  const { check, title, cause, remedy } = WORDS[failure](url, code);
  const before = hop === 0 ? '' : `The redirect leads to ${url.host}, and that failed. `;
  return { check, level: 'problem', title, cause: before + cause, remedy };
}

const WORDS: Record<ProbeFailure, (url: URL, code: string) => Words> = {
  dns: ({ hostname }, code) => ({
    check: 'address',
    title: `The name ${hostname} is not known.`,
    cause: `The domain name system has no address for it (${code}).`,
    remedy: `Check the spelling. If the domain is new, add an A, AAAA or CNAME record for ${hostname} at your DNS provider and wait until it is known everywhere, which can take some hours.`,
  }),
  tls: ({ hostname }, code) => ({
    check: 'connection',
    title: `${hostname} cannot be trusted: its TLS certificate is not right.`,
    cause: `${TLS_CAUSES[code] ?? 'The encrypted connection could not be made'} (${code}). Agents refuse such a connection, as browsers do.`,
    remedy: `Install a valid certificate for ${hostname} with its whole chain, for instance one from Let’s Encrypt; most hosts do this by a switch called “SSL” or “HTTPS”.`,
  }),
  timeout: ({ hostname }) => ({
    check: 'connection',
    title: `${hostname} did not answer in time.`,
    cause:
      'Nothing whole came within five seconds. The server is overloaded, or a firewall drops requests from servers.',
    remedy:
      'Try again. If it goes on, ask your host whether a firewall or bot protection blocks requests for /.well-known/ucp, and let them pass.',
  }),
  nobody_listens: ({ hostname, protocol }, code) => ({
    check: 'connection',
    title: `${hostname} has no ${protocol === 'https:' ? 'HTTPS' : 'HTTP'} server.`,
    cause: `The connection was refused (${code}).`,
    remedy:
      'Make sure that the web server runs and is reached on port 443, and that the domain’s DNS record names the right server.',
  }),
  broken_off: ({ hostname }, code) => ({
    check: 'connection',
    title: `${hostname} broke the connection off.`,
    cause: `The server closed it before it had answered (${code}).`,
    remedy:
      'Look into the web server’s error log at this minute. Firewalls and bot protections do this too: let requests for /.well-known/ucp pass.',
  }),
  private_address: ({ hostname }) => ({
    check: 'address',
    title: `${hostname} is not on the public internet.`,
    cause:
      'The name leads to an address of a private or special network, which agents cannot reach and this service does not ask.',
    remedy:
      'Name the domain by which your customers reach the shop, and make its DNS record point at a public address.',
  }),
  unusual_port: ({ hostname, port }) => ({
    check: 'address',
    title: `Port ${port} is not asked.`,
    cause: 'Agents look for a manifest on the usual ports of the web.',
    remedy: `Serve /.well-known/ucp at https://${hostname} without a port.`,
  }),
};

const TLS_CAUSES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The server signed its certificate itself, and nobody vouches for it',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is vouched for by somebody whom nobody knows',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The server does not send the intermediate certificates',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The server does not send the whole chain of certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for other names',
};
