import type { Instant } from '../../commerce/time/time.ts';
import { AddressRefused } from './guarded-fetch.ts';

export type ProbeFailure =
  | 'dns'
  | 'tls'
  | 'timeout'
  | 'nobody_listens'
  | 'broken_off'
  | 'private_address'
  | 'unusual_port';

export interface ConnectionFailure {
  failure: ProbeFailure;
  code: string;
  validUntil?: Instant;
}

const FAILURES: Readonly<Record<string, ProbeFailure>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  ENODATA: 'dns',
  ECONNREFUSED: 'nobody_listens',
  EHOSTUNREACH: 'nobody_listens',
  ENETUNREACH: 'nobody_listens',
  EADDRNOTAVAIL: 'nobody_listens',
  ETIMEDOUT: 'timeout',
  EPROTO: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  HOSTNAME_MISMATCH: 'tls',
  INVALID_CA: 'tls',
};

const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_)/;

/** Classifies what `createGuardedFetch` rejects with. */
export function toConnectionFailure(error: unknown): ConnectionFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { failure: 'timeout', code: 'TIMEOUT' };
  const cause = error instanceof TypeError ? error.cause : error;
  if (cause instanceof AddressRefused) {
    const failure = cause.reason === 'special_use' ? 'private_address' : 'unusual_port';
    return { failure, code: cause.code };
  }
  const code = readCode(cause);
  const failure = FAILURES[code] ?? (TLS_CODE.test(code) ? 'tls' : 'broken_off');
  const isDated = cause instanceof Error && 'validUntil' in cause;
  return { failure, code, ...(isDated ? { validUntil: String(cause.validUntil) } : {}) };
}

/** Code of the first address when several were tried. */
function readCode(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return readCode(cause.errors[0]);
  const isCoded = typeof cause === 'object' && cause !== null && 'code' in cause;
  return isCoded ? String(cause.code) : 'UNKNOWN';
}
