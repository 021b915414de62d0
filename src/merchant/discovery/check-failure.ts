import type { Probed } from '../../outbound/guarded-fetch/ask-whole.ts';
import type { ProbeFailure } from '../../outbound/guarded-fetch/connection-failure.ts';
import { type Diagnostic, toProblemDiagnostic } from './diagnostic.ts';

type Words = Pick<Diagnostic, 'check' | 'title'> & { cause: string; remedy: string };

/** Diagnoses a failed request to `url`: the merchant's domain, or the target of its redirect. */
export function diagnoseFailure(probed: Extract<Probed, { kind: 'failure' }>, url: URL, hop: number) {
  const { check, title, cause, remedy } = WORDS[probed.failure](url, probed.code);
  const before = hop === 0 ? '' : `The redirect target ${url.host} failed. `;
  return toProblemDiagnostic(check, { title, cause: before + cause, remedy });
}

const WORDS: Record<ProbeFailure, (url: URL, code: string) => Words> = {
  dns: ({ hostname }, code) => ({
    check: 'address',
    title: `${hostname} does not exist in DNS.`,
    cause: `DNS has no address for it (${code}).`,
    remedy: `Check the spelling. If the domain is new, add an A, AAAA or CNAME record for ${hostname} at your DNS provider. Changes can take a few hours.`,
  }),
  tls: ({ hostname }, code) => ({
    check: 'connection',
    title: `${hostname} has an invalid TLS certificate.`,
    cause: `${TLS_CAUSES[code] ?? 'The TLS connection failed'} (${code}). Agents refuse such a connection, as browsers do.`,
    remedy: `Install a valid certificate for ${hostname} with its full chain, for example from Let’s Encrypt. Most hosts have a setting for this called “SSL” or “HTTPS”.`,
  }),
  timeout: ({ hostname }) => ({
    check: 'connection',
    title: `${hostname} did not answer in time.`,
    cause:
      'No complete response came within five seconds. The server is overloaded, or a firewall drops requests from servers.',
    remedy:
      'Try again. If it keeps failing, ask your host whether a firewall or bot protection blocks requests for /.well-known/ucp, and allow them.',
  }),
  nobody_listens: ({ hostname, protocol, port }, code) => ({
    check: 'connection',
    title: `${hostname} has no ${protocol === 'https:' ? 'HTTPS' : 'HTTP'} server.`,
    cause: `The connection was refused (${code}).`,
    remedy: `Make sure the web server runs and is reachable on port ${port || (protocol === 'https:' ? 443 : 80)}, and that the domain’s DNS record points to the right server.`,
  }),
  broken_off: ({ hostname }, code) => ({
    check: 'connection',
    title: `${hostname} closed the connection.`,
    cause: `The server closed the connection before it responded (${code}).`,
    remedy:
      'Check the web server’s error log. Firewalls and bot protection also do this: allow requests for /.well-known/ucp.',
  }),
  private_address: ({ hostname }) => ({
    check: 'address',
    title: `${hostname} is not on the public internet.`,
    cause:
      'It resolves to an address in a private or reserved network, which agents cannot reach and this service does not call.',
    remedy: 'Use the domain your customers use, and point its DNS record at a public address.',
  }),
  unusual_port: ({ hostname, port }) => ({
    check: 'address',
    title: `Port ${port} is not checked.`,
    cause: 'Agents look for a manifest on the standard ports.',
    remedy: `Serve /.well-known/ucp at https://${hostname} without a port.`,
  }),
};

const TLS_CAUSES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate was issued by an untrusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The server does not send the intermediate certificates',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The server does not send the full certificate chain',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for a different hostname',
};
