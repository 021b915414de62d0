import { CommerceError, type ErrorExtras } from '../../commerce/errors.ts';
import { toConnectionFailure } from '../../outbound/guarded-fetch/connection-failure.ts';
import { AddressRefused } from '../../outbound/guarded-fetch/guarded-fetch.ts';
import { retryAfterSeconds } from '../../outbound/retry-after.ts';
import {
  describeFailureOfContent,
  describeFailureOfStatus,
  describeFailureWithoutAnswer,
} from './failure-for-merchant.ts';
import type { UpstreamRequest, UpstreamResponse } from './upstream.ts';

/** Longer waits are the agent's to make: it can wait better than a held connection. */
const MAX_WAIT_SECONDS = 1;

/** A failed call to a shop; `answer` is the error for the caller. */
export class UpstreamFailure extends Error {
  readonly answer: CommerceError;
  readonly retryable: boolean;
  /** Wait that the shop asked for. */
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

export function toFailureOfConnection(
  request: UpstreamRequest,
  error: unknown,
  timeoutMs: number,
): UpstreamFailure {
  const connection = toConnectionFailure(error);
  const { code } = connection;
  const failure = describeFailureWithoutAnswer(request, connection, timeoutMs);
  if (code === 'TIMEOUT') {
    const message = `The store did not answer within ${timeoutMs / 1000} seconds. Try again later.`;
    return new UpstreamFailure(
      new CommerceError('platform_timeout', message, { failure, cause: error }),
      false,
    );
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

/** Not retryable: asking again would bring the same. */
function toUnusableFailure(request: UpstreamRequest, flaw: string, extras: ErrorExtras): UpstreamFailure {
  const message = `The store's answer to ${request.operation} is ${flaw} and was not read.`;
  const failure = describeFailureOfContent(request, flaw);
  return new UpstreamFailure(new CommerceError('platform_error', message, { failure, ...extras }), false);
}

/** Undefined for an answer that the adapter reads. */
export function toFailureOfAnswer(
  request: UpstreamRequest,
  response: UpstreamResponse,
): UpstreamFailure | undefined {
  const wait = readThrottleSeconds(request, response);
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

/** A throttled request was not executed, so it may be retried even when it is no read. 430 is Shopify's second 429. */
function readThrottleSeconds(request: UpstreamRequest, response: UpstreamResponse): number | undefined {
  if (response.status !== 429 && response.status !== 430) return request.throttledFor?.(response);
  return retryAfterSeconds(response) ?? 2;
}
