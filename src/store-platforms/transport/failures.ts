import { convert } from 'html-to-text';
import { CommerceError, type ErrorExtras } from '../../commerce/errors.ts';
import type { FailureCause, ShopFailure } from '../../commerce/store/shop-failure.ts';
import { REDACTED, redact } from '../../commerce/text/redact.ts';
import { cleanShopMessage } from '../../commerce/text/shop-text.ts';
import {
  type ConnectionFailure,
  type ProbeFailure,
  toConnectionFailure,
} from '../../outbound/guarded-fetch/connection-failure.ts';
import { AddressRefused } from '../../outbound/guarded-fetch/guarded-fetch.ts';
import { retryAfterSeconds } from '../../outbound/retry-after.ts';
import type { UpstreamRequest, UpstreamResponse } from './upstream.ts';

/** Longer waits are the agent's to make: it can wait better than a held connection. */
const MAX_WAIT_SECONDS = 1;

/** A failed call to a shop; `answer` is the error for the caller. */
export class UpstreamFailure extends Error {
  readonly answer: CommerceError;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(answer: CommerceError, retryable: boolean, retryAfterMs?: number) {
    super(answer.message);
    this.answer = answer;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Codes of connections on which nothing was sent, so that even a write may be tried again. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

export function toFailureOfConnection(request: UpstreamRequest, error: unknown, timeoutMs: number) {
  const connection = toConnectionFailure(error);
  const { code } = connection;
  const failure = describeUnanswered(new URL(request.url).host, connection, timeoutMs);
  if (code === 'TIMEOUT') {
    const message = `The store did not answer within ${timeoutMs / 1000} seconds. Try again later.`;
    const answer = new CommerceError('platform_timeout', message, { failure, cause: error });
    return new UpstreamFailure(answer, false);
  }
  if (code === 'UNUSABLE_ANSWER') return toUnusableFailure(request, 'not an HTTP answer', { failure });
  const cause = error instanceof TypeError ? error.cause : error;
  if (cause instanceof AddressRefused) {
    const message = `The store's address is not one that this service connects to: ${cause.message}.`;
    const extras = { failure, wrong: 'address' } as const;
    return new UpstreamFailure(new CommerceError('platform_unavailable', message, extras), false);
  }
  const isUnknown = code === 'ENOTFOUND';
  const message = isUnknown
    ? 'The domain of the store does not exist. Check its spelling.'
    : 'The store cannot be reached right now. Try again in a few seconds.';
  const wrong = isUnknown ? ({ wrong: 'address' } as const) : {};
  const extras = { retryAfterSeconds: 5, failure, cause: error, ...wrong };
  const answer = new CommerceError('platform_unavailable', message, extras);
  return new UpstreamFailure(answer, NEVER_SENT.has(code) || request.repeatable);
}

/** Not retryable: asking again would bring the same. Fewer entries may fit. */
export function toTooLargeFailure(request: UpstreamRequest, flaw: string): UpstreamFailure {
  return toUnusableFailure(request, flaw, { tooLarge: true });
}

function toUnusableFailure(request: UpstreamRequest, flaw: string, extras: ErrorExtras): UpstreamFailure {
  const { host } = new URL(request.url);
  const message = `The answer of ${host} to ${request.operation} is ${flaw}.`;
  const answer = new CommerceError(
    'platform_error',
    `The store's answer to ${request.operation} is ${flaw} and was not read.`,
    { failure: { cause: 'unreadable', host, message }, ...extras },
  );
  return new UpstreamFailure(answer, false);
}

/** Undefined for an answer that the adapter reads. */
export function toFailureOfAnswer(request: UpstreamRequest, response: UpstreamResponse) {
  // A throttled request was not executed, so it may be retried even when it is no read. 430 is Shopify's second 429.
  const isThrottled = response.status === 429 || response.status === 430;
  const wait = isThrottled ? (retryAfterSeconds(response) ?? 2) : request.throttledFor?.(response);
  if (wait === undefined && response.status < 500) return undefined;
  const failure = describeFailureOfStatus(request, response);
  if (wait !== undefined) {
    const message = `The store asks for fewer requests. Try again in ${wait} seconds.`;
    const answer = new CommerceError('platform_unavailable', message, { failure, retryAfterSeconds: wait });
    return new UpstreamFailure(answer, wait <= MAX_WAIT_SECONDS, wait * 1000);
  }
  if (response.status === 503) {
    const retryAfter = retryAfterSeconds(response);
    const message = `The store is down for the moment. Try again in ${retryAfter ?? 5} seconds.`;
    const extras = { failure, retryAfterSeconds: retryAfter ?? 5 };
    const answer = new CommerceError('platform_unavailable', message, extras);
    const isSoon = retryAfter === undefined || retryAfter <= MAX_WAIT_SECONDS;
    return new UpstreamFailure(answer, request.repeatable && isSoon, retryAfter && retryAfter * 1000);
  }
  const message = `The store answered with an error (HTTP ${response.status}). Try again later.`;
  return new UpstreamFailure(new CommerceError('platform_error', message, { failure }), request.repeatable);
}

type Words = (host: string, failure: ConnectionFailure, timeoutMs: number) => string;

const toSuffix = (code: string) => (code === 'UNKNOWN' ? '' : ` (${code})`);

const CONNECTIONS: Record<ProbeFailure, [FailureCause, Words]> = {
  dns: ['dns', (host, { code }) => `The name servers have no address for ${host} (${code}).`],
  tls: ['tls', (host, failure) => describeCertificate(host, failure)],
  timeout: [
    'timeout',
    (host, { code }, timeoutMs) =>
      code === 'TIMEOUT'
        ? `${host} did not answer within ${timeoutMs / 1000} seconds.`
        : `${host} accepted no connection in time (${code}).`,
  ],
  nobody_listens: ['refused', (host, { code }) => `${host} refused the connection (${code}).`],
  broken_off: [
    'reset',
    (host, { code }) => `${host} closed the connection without an answer${toSuffix(code)}.`,
  ],
  private_address: ['address', (host) => `${host} has an address that is not on the public internet.`],
  unusual_port: ['address', (host) => `${host} has a port other than 80 and 443, which is not called.`],
};

function describeUnanswered(host: string, failure: ConnectionFailure, timeoutMs: number): ShopFailure {
  if (failure.code === 'UNUSABLE_ANSWER')
    return { cause: 'unreadable', host, message: `${host} answered with something that is not HTTP.` };
  const [cause, words] = CONNECTIONS[failure.failure];
  return { cause, host, message: words(host, failure, timeoutMs) };
}

const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_NOT_YET_VALID: 'is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'was not issued by a known authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'was not issued by a known authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without the certificates of its authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes without the certificates of its authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for other names',
};

function describeCertificate(host: string, { code, validUntil }: ConnectionFailure): string {
  const day = validUntil?.slice(0, 10);
  if (code === 'CERT_HAS_EXPIRED')
    return day ? `The certificate of ${host} expired on ${day}.` : `The certificate of ${host} has expired.`;
  const fault = CERTIFICATES[code];
  if (fault === undefined) return `No secure connection to ${host} could be made (${code}).`;
  return `The certificate of ${host} ${fault}${day ? ` (valid until ${day})` : ''}.`;
}

function describeFailureOfStatus({ url }: UpstreamRequest, response: UpstreamResponse): ShopFailure {
  const { host } = new URL(url);
  const { status } = response;
  if (status < 500)
    return { cause: 'throttled', host, message: `${host} asks for fewer calls (HTTP ${status}).` };
  const line = readFirstLine(response.text);
  const words = line === '' ? '' : `, and says: “${line}”`;
  return { cause: 'status', host, message: `${host} answers with HTTP ${status}${words}.` };
}

/** Characters of an answer that are read for its first line, and of that line. */
const MAX_READ = 4_000;
const MAX_LINE = 160;
const LOOKS_SECRET = /[\w+/=.-]{20,}/g;
const ADDRESS = /\b(?:https?:\/\/|www\.)\S+/gi;

/** Title of a web page, or first line of any other text, without secrets, addresses and words for models. */
function readFirstLine(text: string): string {
  const start = text.slice(0, MAX_READ);
  const isWhole = text.length <= MAX_READ;
  // JSON that is cut could not be searched for secrets by the names of its members.
  if (!isWhole && /^\s*[[{]/.test(start)) return '';
  const clean = String(redact(withoutTags(start)));
  const [line = ''] = clean.split(/[\r\n]+/).flatMap((each) => each.trim() || []);
  const plain = line
    .replaceAll(ADDRESS, '…')
    .replaceAll(LOOKS_SECRET, (word) => (/\d/.test(word) ? REDACTED : word));
  return cleanShopMessage(plain, 'words that give instructions to models', MAX_LINE).replace(/\.$/, '');
}

function withoutTags(text: string): string {
  if (!text.trimStart().startsWith('<')) return text;
  return convert(/<title>([^<]*)<\/title>/i.exec(text)?.[1] ?? text, { wordwrap: false });
}
