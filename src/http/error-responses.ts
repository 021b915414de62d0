import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { CommerceError } from '../commerce/errors.ts';
import type { Dialect } from '../dialects/dialect.ts';

/** A request that HTTP itself refuses, before any dialect is asked. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: { error: string; code: string; details?: { path: string; message: string }[] };
}

/** decisions.md, Errors on REST. Undefined for what nobody expected: its text goes to the log only. */
function describeError(dialect: Dialect, error: unknown): ErrorAnswer | undefined {
  if (error instanceof CommerceError) return commerceAnswer(dialect, error);
  if (error instanceof HttpError) {
    return { status: error.status, headers: error.headers, body: { error: error.message, code: error.code } };
  }
  return undefined;
}

function commerceAnswer(dialect: Dialect, error: CommerceError): ErrorAnswer {
  const status = dialect.statuses[error.kind];
  const seconds = error.retryAfterSeconds ?? (status === 503 ? 1 : undefined);
  return {
    status,
    headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
    body: {
      error: error.message,
      code: error.kind,
      ...(error.details.length > 0 ? { details: error.details } : {}),
    },
  };
}

const UNEXPECTED: ErrorAnswer = {
  status: 500,
  headers: {},
  body: { error: 'Internal error', code: 'internal' },
};

/** The last resort of every route: what Fastify refuses by itself, and what nobody expected. */
export function errorHandler(dialect: Dialect) {
  return (error: Error | FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const answer = describeError(dialect, error) ?? refusedByFastify(error) ?? UNEXPECTED;
    if (answer === UNEXPECTED) request.log.error({ err: error }, 'Unexpected error');
    // A 404 may be kept by anybody unless told otherwise, and outlive the switching on of what was asked for.
    const headers = { 'cache-control': 'no-store', ...answer.headers };
    return reply.code(answer.status).headers(headers).send(answer.body);
  };
}

const REFUSALS: Record<string, ErrorAnswer['body']> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { error: 'The body is larger than is taken here.', code: 'too_large' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    error: 'The Content-Type must be application/json.',
    code: 'unsupported_media_type',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    error: 'The body does not have the length that Content-Length says.',
    code: 'invalid_input',
  },
};

function refusedByFastify(error: Error | FastifyError): ErrorAnswer | undefined {
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (!('code' in error) || status >= 500) return undefined;
  const body = REFUSALS[error.code] ?? {
    error: 'The request cannot be read as HTTP.',
    code: 'invalid_input',
  };
  return { status, headers: {}, body };
}
