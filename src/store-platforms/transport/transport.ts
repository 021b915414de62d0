import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
  type IRetryBackoffContext,
  retry,
} from 'cockatiel';
import { CommerceError } from '../../commerce/errors.ts';
import { callSlots, type SlotLimits } from '../../outbound/call-slots.ts';
import { askWhole } from '../../outbound/guarded-fetch/ask-whole.ts';
import { AddressRefused, type Fetch } from '../../outbound/guarded-fetch/guarded-fetch.ts';
import { UnusableAnswer } from '../../outbound/guarded-fetch/response.ts';
import { largeAnswers } from './large-answers.ts';
import { msLeftOf, sharedReads } from './shared-reads.ts';
import type { Caller } from '../store-platform.ts';

export interface UpstreamRequest {
  /** What it does, in the platform's words (`SearchProducts`, `GET /products`): counted, and named in errors. */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** True when doing it twice is the same as once: only then is it asked again after a failure. */
  repeatable: boolean;
  /** True for a read: identical ones that are in flight at the same time are one upstream call. */
  shared?: boolean;
  /** Is told of each call that is made for it. */
  caller?: Caller;
  /** Seconds to wait when this answer is a throttle in disguise; undefined when it is none. */
  throttledFor?: (response: UpstreamResponse) => number | undefined;
  /** True when also a failure is an answer that the adapter reads: a page of maintenance tells what kind of site it is. */
  anyStatus?: boolean;
}

export interface UpstreamResponse {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * One shop's door: keep-alive, a time limit, so many calls at once, bounded retries where they are safe and while somebody waits,
 * a circuit breaker, single-flight reads.
 * Throws `platform_unavailable`, `platform_timeout` or `platform_error`; answers below 500 are the adapter's to read.
 */
export type Transport = (request: UpstreamRequest) => Promise<UpstreamResponse>;

export interface TransportOptions {
  fetch: Fetch;
  timeoutMs?: number;
  /** Told of every call as it is sent, retries included. */
  onCall?: (operation: string) => void;
  /** Stands around every call that is sent, and may send it with more headers. */
  around?: AroundCall;
  slots?: Partial<SlotLimits>;
  /** Told whenever the circuit opens, is tried again and closes. */
  onCircuit?: (state: CircuitCondition) => void;
}

export type AroundCall = (
  request: UpstreamRequest,
  send: (request: UpstreamRequest) => Promise<UpstreamResponse>,
) => Promise<UpstreamResponse>;

export type CircuitCondition = 'closed' | 'open' | 'half_open';

/** More at once than a shop of usual size answers quickly; a slow one holds no more of this process. */
const USUAL_SLOTS: SlotLimits = { concurrency: 20, waiting: 100, maxWaitMs: 5_000 };
const DEFAULT_TIMEOUT_MS = 10_000;
/** More than any page of goods; a merchant's site must not be able to fill the memory of a service for many. */
const MAX_ANSWER_MB = 10;
/** A throttle that asks for a longer wait goes back to the agent, who can wait better than a held connection. */
const MAX_WAIT_SECONDS = 1;
const FIRST_RETRY_DELAY_MS = 100;
const FAILURES_THAT_OPEN_THE_CIRCUIT = 10;
const CIRCUIT_REOPEN_DELAY_MS = 5_000;

/** A failed call, with what the retry policy must know of it. */
class UpstreamFailure extends Error {
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

/** A throttled shop says how long to wait; any other failure waits with jitter, about twice as long each time. */
const backoff = new DelegateBackoff<IRetryBackoffContext<unknown>>(({ attempt, result }) => {
  const failure = 'error' in result ? result.error : undefined;
  const asked = failure instanceof UpstreamFailure ? failure.retryAfterMs : undefined;
  return asked ?? FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
});

export function createTransport(options: TransportOptions): Transport {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const inTurn = callSlots({ ...USUAL_SLOTS, ...options.slots });
  const reads = sharedReads<UpstreamResponse>();
  const large = largeAnswers();
  const retries = retry(
    handleWhen((error) => error instanceof UpstreamFailure && error.retryable),
    { maxAttempts: 2, backoff },
  );
  const circuit = circuitBreaker(
    handleWhen((error) => error instanceof UpstreamFailure),
    {
      // Never by the machine's own clock: set back by hours, it would leave the store alone for hours.
      halfOpenAfter: Number.NEGATIVE_INFINITY,
      breaker: new ConsecutiveBreaker(FAILURES_THAT_OPEN_THE_CIRCUIT),
    },
  );

  let openedAt = Number.NEGATIVE_INFINITY;
  circuit.onBreak(() => {
    openedAt = performance.now();
  });
  const isLeftAlone = () =>
    circuit.state === CircuitState.Open && performance.now() - openedAt < CIRCUIT_REOPEN_DELAY_MS;

  const { onCircuit } = options;
  if (onCircuit) circuit.onStateChange((state) => onCircuit(conditionOf(state)));

  async function attempt(request: UpstreamRequest, stop?: AbortSignal): Promise<UpstreamResponse> {
    options.onCall?.(request.operation);
    const send = (sent: UpstreamRequest) => exchange(options.fetch, sent, timeoutMs, stop);
    const { around } = options;
    const response = await noted(request, () => (around ? around(request, send) : send(request)));
    large.count(response.text.length);
    const failure = request.anyStatus ? undefined : failureOf(request, response);
    if (failure) throw failure;
    return response;
  }

  async function attemptInTurn(request: UpstreamRequest, stop?: AbortSignal): Promise<UpstreamResponse> {
    const call = { first: stop === undefined, stop };
    try {
      return await inTurn(() => {
        if (isLeftAlone()) throw new BrokenCircuitError();
        large.refuseWhenUsedUp();
        return circuit.execute(() => attempt(request, stop));
      }, call);
    } catch (error) {
      throw error instanceof UpstreamFailure && isTooLateFor(error, request) ? error.answer : error;
    }
  }

  async function send(request: UpstreamRequest, stop?: AbortSignal): Promise<UpstreamResponse> {
    try {
      return await retries.execute(() => attemptInTurn(request, stop));
    } catch (error) {
      if (error instanceof UpstreamFailure) throw error.answer;
      if (error instanceof BrokenCircuitError) throw circuitOpen();
      throw error;
    }
  }

  return (request) => {
    if (!request.shared) return send(request);
    const key = `${request.method} ${request.url} ${request.body ?? ''}`;
    // A shared read is canceled only when every waiter has given up.
    const { caller, ...asked } = request;
    return reads(key, caller, (stop) => send({ ...asked, ...withoutDeadline(caller) }, stop));
  };
}

function withoutDeadline(caller: Caller | undefined): Pick<UpstreamRequest, 'caller'> {
  if (!caller) return {};
  const { deadline: _deadline, ...patient } = caller;
  return { caller: patient };
}

/** A retry would begin when nobody waits for it any more. */
function isTooLateFor({ retryable, retryAfterMs }: UpstreamFailure, { caller }: UpstreamRequest): boolean {
  return retryable && msLeftOf(caller) < (retryAfterMs ?? FIRST_RETRY_DELAY_MS);
}

function conditionOf(state: CircuitState): CircuitCondition {
  if (state === CircuitState.Closed) return 'closed';
  return state === CircuitState.HalfOpen ? 'half_open' : 'open';
}

/** Adds the call to its caller's, however it ends. */
async function noted(
  { operation, caller }: UpstreamRequest,
  call: () => Promise<UpstreamResponse>,
): Promise<UpstreamResponse> {
  if (!caller?.calls) return call();
  const startedAt = performance.now();
  let status: number | null = null;
  try {
    const response = await call();
    status = response.status;
    return response;
  } finally {
    caller.calls.push({ operation, status, durationMs: performance.now() - startedAt });
  }
}

async function exchange(
  send: Fetch,
  request: UpstreamRequest,
  timeoutMs: number,
  stop: AbortSignal | undefined,
): Promise<UpstreamResponse> {
  const { method, url, headers, body } = request;
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  try {
    const limits = { timeoutMs, maxBytes: MAX_ANSWER_MB * 1024 * 1024, stop };
    const { tooLarge, ...answer } = await askWhole(send, url, init, limits);
    if (tooLarge) throw unusable(request, `more than ${MAX_ANSWER_MB} MB`);
    return answer;
  } catch (error) {
    // Stopped by this service: the shop has not failed.
    stop?.throwIfAborted();
    if (error instanceof UpstreamFailure) throw error;
    throw failureOfConnection(request, error, timeoutMs);
  }
}

/** Refused before anything was sent is safe to try again; lost on the way is so only for what may be done twice. */
function failureOfConnection(request: UpstreamRequest, error: unknown, timeoutMs: number): UpstreamFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const message = `The store did not answer within ${timeoutMs / 1000} seconds. Try again later.`;
    return new UpstreamFailure(new CommerceError('platform_timeout', message, { cause: error }), false);
  }
  const cause = error instanceof TypeError ? error.cause : error;
  if (cause instanceof UnusableAnswer) return unusable(request, 'not an HTTP answer');
  if (cause instanceof AddressRefused) {
    const message = `The store's address is not one that this service connects to: ${cause.message}.`;
    return new UpstreamFailure(new CommerceError('platform_unavailable', message), false);
  }
  const neverSent = NEVER_SENT.has(codeOf(error));
  const message = 'The store cannot be reached right now. Try again in a few seconds.';
  const answer = new CommerceError('platform_unavailable', message, { retryAfterSeconds: 5, cause: error });
  return new UpstreamFailure(answer, neverSent || request.repeatable);
}

/** Asking again would bring the same. */
function unusable({ operation }: UpstreamRequest, found: string): UpstreamFailure {
  const message = `The store's answer to ${operation} is ${found} and was not read.`;
  return new UpstreamFailure(new CommerceError('platform_error', message), false);
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

function failureOf(request: UpstreamRequest, response: UpstreamResponse): UpstreamFailure | undefined {
  const wait = throttleSeconds(request, response);
  if (wait !== undefined) {
    const message = `The store asks for fewer requests. Try again in ${wait} seconds.`;
    const answer = new CommerceError('platform_unavailable', message, { retryAfterSeconds: wait });
    return new UpstreamFailure(answer, wait <= MAX_WAIT_SECONDS, wait * 1000);
  }
  if (response.status === 503) {
    const asked = retryAfterOf(response);
    const message = `The store is down for the moment. Try again in ${asked ?? 5} seconds.`;
    const answer = new CommerceError('platform_unavailable', message, { retryAfterSeconds: asked ?? 5 });
    const isSoon = asked === undefined || asked <= MAX_WAIT_SECONDS;
    return new UpstreamFailure(answer, request.repeatable && isSoon, asked && asked * 1000);
  }
  if (response.status < 500) return undefined;
  const message = `The store answered with an error (HTTP ${response.status}). Try again later.`;
  return new UpstreamFailure(new CommerceError('platform_error', message), request.repeatable);
}

/** A throttled request was not done, so it may be tried again whatever it was. 430 is Shopify's second 429. */
function throttleSeconds(request: UpstreamRequest, response: UpstreamResponse): number | undefined {
  if (response.status !== 429 && response.status !== 430) return request.throttledFor?.(response);
  return retryAfterOf(response) ?? 2;
}

/** Whole seconds, at least one and at most an hour; undefined where the shop says nothing, or a date. */
function retryAfterOf({ headers }: UpstreamResponse): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(3600, Math.max(1, Math.ceil(seconds))) : undefined;
}

function circuitOpen(): CommerceError {
  const seconds = CIRCUIT_REOPEN_DELAY_MS / 1000;
  const message = `The store has failed several times in a row and is left alone for ${seconds} seconds.`;
  return new CommerceError('platform_unavailable', message, { retryAfterSeconds: seconds });
}
