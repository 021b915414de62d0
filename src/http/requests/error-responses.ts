import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { CommerceError } from '../../commerce/errors.ts';
import { type ErrorCode, STATUSES } from '../../protocols/error-codes.ts';
import { toErrorDetails, toErrorMessage } from '../../protocols/error-details.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { ProtocolError, type Refused } from '../../protocols/protocol-error.ts';
import { describeCall } from './record-calls.ts';

/** Refusal at the HTTP layer, before any protocol is involved. */
export class HttpError extends Error {
  readonly refused: Known;

  constructor(status: number, code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.refused = { status, code, message, details: [], headers };
  }
}

interface Known extends Refused {
  headers?: Record<string, string>;
}

/** Maps a known error to its refusal; undefined for an unexpected one, whose text goes to the log only. */
export function toKnownRefusal(error: unknown): Known | undefined {
  if (error instanceof CommerceError) {
    const { kind, missing, retryAfterSeconds } = error;
    const [message, details] = [toErrorMessage(error), toErrorDetails(error)];
    return { status: STATUSES[kind], code: kind, message, details, missing, retryAfterSeconds };
  }
  return error instanceof ProtocolError || error instanceof HttpError ? error.refused : undefined;
}

const UNEXPECTED: Known = { status: 500, code: 'internal', message: 'Internal error', details: [] };

/** Renders errors of every route, Fastify's own and unexpected ones included, in the format of the protocol at that URL. */
export function createErrorHandler(protocolAt: (url: string) => Protocol) {
  return (error: Error | FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const protocol = protocolAt(request.url);
    const refused = toRefusal(error, request);
    // A file that fails before its first byte has the headers of a file.
    reply.type('application/json; charset=utf-8').removeHeader('content-disposition');
    // A 404 is cacheable by default, and would outlive the switching on of a capability.
    const headers = { 'cache-control': 'no-store', ...retryAfterOf(error, refused), ...refused.headers };
    return reply.code(refused.status).headers(headers).send(protocol.refusal(refused));
  };
}

/** Maps any error to a refusal. Unexpected ones are logged, and their text is withheld. */
export function toRefusal(error: Error | FastifyError, request: FastifyRequest): Known {
  recordCause(request, error);
  const refused = toKnownRefusal(error) ?? toFastifyRefusal(error, request) ?? UNEXPECTED;
  describeCall(request, { code: refused.code });
  if (refused === UNEXPECTED) logUnexpected(request, error);
  const isForMerchants = error instanceof CommerceError && FOR_MERCHANTS.test(request.url);
  if (!isForMerchants) return refused;
  return { ...refused, message: error.failure ? `${error.failure.message} Try again later.` : error.message };
}

/** Merchants and their plugins get the cause of a shop's failure, which agents do not. */
const FOR_MERCHANTS = /^\/api\/(merchant|connector)\//;

/** Logs the whole error, under the id that its answer carries. */
export function logUnexpected({ id: requestId, server }: FastifyRequest, error: unknown): void {
  server.serviceLog.error({ requestId, err: error }, 'Unexpected error');
}

/** Records the cause for the merchant's request log. */
export function recordCause(request: FastifyRequest, error: unknown): void {
  if (error instanceof CommerceError && error.lines.length === 0)
    describeCall(request, { cause: error.failure?.message ?? error.message });
}

export function retryAfterOf(error: unknown, refused: Refused): { 'retry-after'?: string } {
  const isSoonOver = refused.status === 503 && !(error instanceof HttpError);
  const seconds = refused.retryAfterSeconds ?? (isSoonOver ? 1 : undefined);
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

const NO_HTTP = { code: 'invalid_input', message: 'The request cannot be read as HTTP.' } as const;

const REFUSALS: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The Content-Type must be application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_input',
    'The length of the body differs from Content-Length.',
  ],
};

function toFastifyRefusal(error: Error | FastifyError, request: FastifyRequest): Refused | undefined {
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (!('code' in error) || status >= 500) return undefined;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const message = `The body must not exceed ${(request.routeOptions.bodyLimit ?? 0) / 1024} KiB.`;
    return { status, code: 'too_large', message, details: [] };
  }
  const [code, message] = REFUSALS[error.code] ?? [NO_HTTP.code, NO_HTTP.message];
  return { status, code, message, details: [] };
}

/** By the error of Node; members of the body have the contract's sequence. */
const UNREADABLE: Record<string, { status: number; error: string; code: ErrorCode }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'Address and headers must not exceed 16 KiB together.',
    code: 'too_large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'The request did not arrive in time.', code: 'too_slow' },
};

/** Answers an unparsable request in the usual error format, and closes the connection. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const unreadable = { status: 400, error: NO_HTTP.message, code: NO_HTTP.code };
  const { status, ...members } = UNREADABLE[error.code] ?? unreadable;
  const body = JSON.stringify(members);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `X-Request-Id: ${randomUUID()}`,
    'Access-Control-Allow-Origin: *',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
