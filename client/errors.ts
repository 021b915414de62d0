import type { ErrorBody, ErrorCode } from './schema.generated.ts';

/** Refusal of the service. `message` is written for a person or a model to act on; decide by `code`. */
export class ApiError extends Error {
  readonly status: number;
  /** Code of the body; `unknown` for an answer that is not the service's own, as of a proxy. */
  readonly code: ErrorCode | 'unknown';
  /** Members of the request that are wrong: `line_items.0.quantity`. */
  readonly details: readonly { path: string; message: string }[];
  /** Wait that the service asks for. */
  readonly retryAfterSeconds: number | undefined;
  /** Id under which the operator finds the request in the log. */
  readonly requestId: string | undefined;

  constructor(answer: Response, body: unknown) {
    const { error, code, details } = (body ?? {}) as Partial<ErrorBody>;
    super(error ?? `The service answered ${answer.status}.`);
    this.name = 'ApiError';
    this.status = answer.status;
    this.code = code ?? 'unknown';
    this.details = details ?? [];
    this.retryAfterSeconds = retryAfterOf(answer);
    this.requestId = answer.headers.get('x-request-id') ?? undefined;
  }
}

/** No answer came, after every retry. `cause` is the error of `fetch`. */
export class ConnectionError extends Error {
  constructor(url: string, cause: unknown) {
    super(`No answer from ${new URL(url).origin}`, { cause });
    this.name = 'ConnectionError';
  }
}

/** Reads `Retry-After` in seconds; undefined without it and for a date. */
function retryAfterOf({ headers }: Response): number | undefined {
  const text = headers.get('retry-after');
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}
