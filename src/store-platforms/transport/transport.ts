import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../commerce/call/caller.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { hasMoreParts } from '../../commerce/json/json-parts.ts';
import { askWhole } from '../../outbound/guarded-fetch/ask-whole.ts';
import type { Fetch } from '../../outbound/guarded-fetch/guarded-fetch.ts';
import {
  CIRCUIT_REOPEN_DELAY_MS,
  type CircuitCondition,
  CircuitOpenError,
  createCircuitBreaker,
} from './circuit-breaker.ts';
import { toFailureOfAnswer, toFailureOfConnection, toTooLargeFailure, UpstreamFailure } from './failures.ts';
import { createShopLanes, type ShopLanes, type ShopLimits } from './shop-lanes.ts';
import { computeMsLeft, createSingleFlight } from './single-flight.ts';
import type { UpstreamRequest, UpstreamResponse } from './upstream.ts';

/** Calls one shop. Throws `platform_unavailable`, `platform_timeout` or `platform_error`; returns answers below 500. */
export type Transport = (request: UpstreamRequest) => Promise<UpstreamResponse>;

export interface TransportOptions {
  fetch: Fetch;
  timeoutMs?: number;
  /** Waits before a failed call is retried. */
  wait?: (ms: number) => Promise<unknown>;
  /** Called for every call as it is sent, retries included. */
  onCall?: (operation: string, caller?: Caller) => void;
  around?: AroundCall | undefined;
  /** Limits of the calls to the shop, or what admits them where others have to know of it. */
  lanes?: Partial<ShopLimits> | ShopLanes;
  onCircuit?: (condition: CircuitCondition) => void;
}

export type AroundCall = (
  request: UpstreamRequest,
  send: (request: UpstreamRequest) => Promise<UpstreamResponse>,
) => Promise<UpstreamResponse>;

const DEFAULT_TIMEOUT_MS = 10_000;
/** A page of a hundred products with twenty variants each. Platforms ask for fewer entries where an answer is larger. */
const MAX_ANSWER_MB = 2;
/** Objects and lists, or members: real answers of this size have half as many. */
const MAX_ANSWER_PARTS = 200_000;
/** Parts of an answer that need a third party, such as the rates of carriers, may come this late. */
const PARTS_TIMEOUT_MS = 5_000;
const MAX_RETRIES = 2;
const FIRST_RETRY_DELAY_MS = 100;

export function createTransport(options: TransportOptions): Transport {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const wait = options.wait ?? sleep;
  const lanes = options.lanes && 'run' in options.lanes ? options.lanes : createShopLanes(options.lanes);
  const throughCircuit = createCircuitBreaker(options.onCircuit);

  async function attempt(request: UpstreamRequest, stop?: AbortSignal): Promise<UpstreamResponse> {
    options.onCall?.(request.operation, request.caller);
    const { fetch, around = (call, send) => send(call) } = options;
    const response = await recordCall(request, () =>
      around(request, (call) => exchange(fetch, call, timeoutMs, stop)),
    );
    const failure = request.anyStatus ? undefined : toFailureOfAnswer(request, response);
    if (failure) throw failure;
    return response;
  }

  function attemptInTurn(request: UpstreamRequest, stop?: AbortSignal): Promise<UpstreamResponse> {
    const callerMs = computeMsLeft(request.caller);
    const call = { part: request.caller?.part ?? 'sale', stop, isOverrun } as const;
    // Leaves time for the call itself.
    return lanes.run({ ...call, msLeft: Math.max(callerMs - timeoutMs, callerMs / 2) }, () =>
      throughCircuit(() => attempt(request, stop)),
    );
  }

  async function send(request: UpstreamRequest, stop?: AbortSignal, retries = 0): Promise<UpstreamResponse> {
    try {
      return await attemptInTurn(request, stop);
    } catch (error) {
      if (error instanceof CircuitOpenError) throw createCircuitOpenError(error);
      if (!(error instanceof UpstreamFailure)) throw error;
      if (!isWorthRetry(error, request, retries)) throw error.answer;
      await wait(error.retryAfterMs ?? FIRST_RETRY_DELAY_MS * 2 ** retries * (0.5 + Math.random()));
    }
    return send(request, stop, retries + 1);
  }

  const reads = createSingleFlight<UpstreamResponse>();
  return (request) => {
    if (!request.shared) return send(request);
    const key = `${request.method} ${request.url} ${request.body ?? ''}`;
    // A shared read is canceled only when every waiter has given up.
    const { caller } = request;
    const shared = { ...request, ...(caller && { caller: { ...caller, deadline: undefined } }) };
    return reads(key, caller, (stop) => send(shared, stop));
  };
}

function isOverrun(error: unknown): boolean {
  if (!(error instanceof UpstreamFailure)) return false;
  const { kind, failure } = error.answer;
  return kind === 'platform_timeout' || failure?.cause === 'throttled';
}

function isWorthRetry(error: UpstreamFailure, { caller }: UpstreamRequest, retries: number): boolean {
  const isInTime = computeMsLeft(caller) >= (error.retryAfterMs ?? FIRST_RETRY_DELAY_MS);
  return error.retryable && retries < MAX_RETRIES && isInTime;
}

async function recordCall({ operation, caller }: UpstreamRequest, call: () => Promise<UpstreamResponse>) {
  if (!caller?.log) return call();
  const startedAt = performance.now();
  let status: number | null = null;
  let failure: string | null = null;
  try {
    const response = await call();
    status = response.status;
    return response;
  } catch (error) {
    if (error instanceof UpstreamFailure) failure = error.answer.failure?.message ?? null;
    throw error;
  } finally {
    caller.log.upstreamCalls.push({ operation, status, failure, durationMs: performance.now() - startedAt });
  }
}

async function exchange(send: Fetch, request: UpstreamRequest, timeoutMs: number, stop?: AbortSignal) {
  const { method, url, headers, body } = request;
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  try {
    const partsTimeoutMs = Math.min(PARTS_TIMEOUT_MS, timeoutMs / 2, computeMsLeft(request.caller) / 2);
    const limits = { timeoutMs, partsTimeoutMs, maxBytes: MAX_ANSWER_MB * 1024 * 1024, stop };
    const { tooLarge, ...answer } = await askWhole(send, url, init, limits);
    if (tooLarge) throw toTooLargeFailure(request, `more than ${MAX_ANSWER_MB} MB`);
    if (hasMoreParts(answer.text, MAX_ANSWER_PARTS))
      throw toTooLargeFailure(request, `more than ${MAX_ANSWER_PARTS} objects and lists, or members`);
    return answer;
  } catch (error) {
    // Stopped by this service: the shop has not failed.
    stop?.throwIfAborted();
    if (error instanceof UpstreamFailure) throw error;
    throw toFailureOfConnection(request, error, timeoutMs);
  }
}

function createCircuitOpenError({ cause }: CircuitOpenError): CommerceError {
  const seconds = CIRCUIT_REOPEN_DELAY_MS / 1000;
  const message = `The store has failed several times in a row and is left alone for ${seconds} seconds.`;
  const extras = { retryAfterSeconds: seconds, failure: cause?.answer.failure };
  return new CommerceError('platform_unavailable', message, extras);
}
