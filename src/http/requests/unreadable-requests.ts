import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import type { ErrorCode } from '../../protocols/error-codes.ts';

interface Refusal {
  status: number;
  code: ErrorCode;
  error: string;
}

const NO_HTTP: Refusal = { status: 400, code: 'invalid_input', error: 'The request cannot be read as HTTP.' };

const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'too_large',
    error: 'Address and headers must not exceed 16 KiB together.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'too_slow', error: 'The request did not arrive in time.' },
};

/** Answers an unparsable request in the usual error format, and closes the connection. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, error: message } = REFUSALS[error.code] ?? NO_HTTP;
  const body = JSON.stringify({ error: message, code });
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
