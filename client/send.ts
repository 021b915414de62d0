import { ApiError, ConnectionError } from './errors.ts';

export interface ClientOptions {
  /** Address of the service: `https://agents.example.com`. */
  baseUrl: string;
  /** Headers of every request, for example `user-agent`. */
  headers?: Record<string, string>;
  /** Retries of one call; 3 by default, 0 for none. */
  maxRetries?: number;
  /** Longest wait that is taken for `Retry-After`; 60 by default. A longer one is thrown as an `ApiError`. */
  maxRetryAfterSeconds?: number;
  /** Longest wait for one answer; 30,000 by default. */
  timeoutMs?: number;
  fetch?: typeof fetch;
  /** Waits between tries; for tests. */
  sleep?: (ms: number) => Promise<void>;
}

interface Request {
  method: string;
  /** Path and query. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** True when repeating the request cannot do its work twice. */
  isRepeatable: boolean;
}

/** Sends a request, repeats it where that is safe, and returns the body. Throws `ApiError` and `ConnectionError`. */
export type Send = (request: Request) => Promise<unknown>;

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 8_000;
/** Refused before any work, so that every request may be repeated. */
const REFUSED = [429, 503];
/** The work may be done: only repeatable requests are repeated. */
const UNCERTAIN = [502, 504];

export function sender(options: ClientOptions): Send {
  const { maxRetries = 3, sleep = pause } = options;
  return async (request) => {
    for (let tries = 0; ; tries += 1) {
      const outcome = await attempt(request, options);
      if ('body' in outcome) return outcome.body;
      const waitMs = tries < maxRetries ? waitBefore(outcome.error, request, tries, options) : undefined;
      if (waitMs === undefined) throw outcome.error;
      await sleep(waitMs);
    }
  };
}

type Outcome = { body: unknown } | { error: ApiError | ConnectionError };

async function attempt(request: Request, options: ClientOptions): Promise<Outcome> {
  const { method, path, body } = request;
  const url = options.baseUrl.replace(/\/$/, '') + path;
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  try {
    const answer = await (options.fetch ?? fetch)(url, {
      method,
      headers: { accept: 'application/json', ...json, ...options.headers, ...request.headers },
      signal: AbortSignal.timeout(options.timeoutMs ?? 30_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answerBody = parsed(await answer.text());
    if (answer.ok && answerBody !== undefined) return { body: answerBody };
    return { error: new ApiError(answer, answerBody) };
  } catch (cause) {
    return { error: new ConnectionError(url, cause) };
  }
}

/** Returns undefined for a text that is not JSON, as a proxy's page. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns undefined when the request must not be repeated. */
function waitBefore(
  error: ApiError | ConnectionError,
  { isRepeatable }: Request,
  tries: number,
  { maxRetryAfterSeconds = 60 }: ClientOptions,
): number | undefined {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS) * (0.5 + Math.random() / 2);
  if (!(error instanceof ApiError)) return isRepeatable ? pauseMs : undefined;
  const isRetried = REFUSED.includes(error.status) || (isRepeatable && UNCERTAIN.includes(error.status));
  const seconds = error.retryAfterSeconds ?? 0;
  if (!isRetried || seconds > maxRetryAfterSeconds) return undefined;
  return Math.max(pauseMs, seconds * 1_000);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
