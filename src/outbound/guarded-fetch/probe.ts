import { type AnswerLimits, askWhole, type WholeAnswer } from './ask-whole.ts';
import { AddressRefused, type Fetch } from './guarded-fetch.ts';

export type Probed =
  | ({ kind: 'answer' } & WholeAnswer)
  | { kind: 'failure'; failure: ProbeFailure; code: string };

export type ProbeFailure =
  | 'dns'
  | 'tls'
  | 'timeout'
  | 'nobody_listens'
  | 'broken_off'
  | 'private_address'
  | 'unusual_port';

interface ProbeRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends one request without following redirects; never throws. */
export type Probe = (url: string, request?: ProbeRequest) => Promise<Probed>;

const DEFAULT_LIMITS: AnswerLimits = { timeoutMs: 5_000, maxBytes: 256 * 1024 };

export function probing(fetch: Fetch, limits: AnswerLimits = DEFAULT_LIMITS): Probe {
  return async (url, request = {}) => {
    try {
      return { kind: 'answer', ...(await askWhole(fetch, url, request, limits)) };
    } catch (error) {
      return failureOf(error);
    }
  };
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

function failureOf(error: unknown): Probed {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { kind: 'failure', failure: 'timeout', code: 'TIMEOUT' };
  const cause = error instanceof TypeError ? error.cause : error;
  if (cause instanceof AddressRefused) {
    const failure = cause.reason === 'special_use' ? 'private_address' : 'unusual_port';
    return { kind: 'failure', failure, code: cause.code };
  }
  const code = codeOf(cause);
  const failure = FAILURES[code] ?? (TLS_CODE.test(code) ? 'tls' : 'broken_off');
  return { kind: 'failure', failure, code };
}

/** Code of the first address when several were tried. */
function codeOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]);
  const isCoded = typeof cause === 'object' && cause !== null && 'code' in cause;
  return isCoded ? String(cause.code) : 'UNKNOWN';
}
