import type { FastifyRequest } from 'fastify';
import { HttpError } from './error-responses.ts';

/** Headers that have one value, by the names of error messages. Tracing ids are not among them: proxies add theirs. */
const SINGLE_HEADERS = [
  ...['Authorization', 'Content-Encoding', 'Content-Type', 'Idempotency-Key', 'UCP-Agent', 'X-API-Key'],
  ...['MCP-Protocol-Version', 'MCP-Session-Id', 'Mcp-Method', 'Mcp-Name'],
];

/** Reads equal lines of a header of one value as one; Node joins them, or drops all but the first. */
export function readSingleHeaders(request: FastifyRequest): void {
  const { raw } = request;
  const { headers, rawHeaders } = raw;
  if (Object.keys(headers).length * 2 === rawHeaders.length) return;
  for (const header of SINGLE_HEADERS) {
    const name = header.toLowerCase();
    const lines = raw.headersDistinct[name] ?? [];
    if (lines.length > 1) headers[name] = lines[0];
    if (lines.some((line) => line !== lines[0])) request.ambiguousHeader ??= header;
  }
}

/** Throws 400 for a header of one value that was sent with several. */
export function refuseAmbiguousHeader({ ambiguousHeader: header }: FastifyRequest): void {
  if (header === undefined) return;
  const message = `The header ${header} has several values. Send it once.`;
  throw new HttpError(400, 'invalid_input', message);
}
