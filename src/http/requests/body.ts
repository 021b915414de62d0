import { isUtf8 } from 'node:buffer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '../../commerce/json/is-object.ts';
import { hasMoreParts, MAX_REQUEST_PARTS } from '../../commerce/json/json-parts.ts';
import { toSortedJson } from '../../commerce/json/sorted-json.ts';
import { HttpError } from './error-responses.ts';
import { getSentBody } from './sent-request.ts';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Reads the body as a JSON object, also without a Content-Type. Throws 415 for another type, 400 for anything else. */
export function readJsonObject(request: FastifyRequest): Record<string, unknown> {
  const type = request.headers['content-type'];
  if (type !== undefined && !JSON_TYPE.test(type)) {
    const message = 'The body must be JSON: send Content-Type: application/json.';
    throw new HttpError(415, 'unsupported_media_type', message);
  }
  refuseEncoded(request);
  const bytes = getSentBody(request);
  if (!bytes) throw new HttpError(400, 'invalid_input', 'The body is empty: it must be a JSON object.');
  const value = parseJson(bytes);
  if (isObject(value)) return value;
  throw new HttpError(400, 'invalid_input', 'The body must be a JSON object.');
}

/** Throws 415 for a compressed body. */
export function refuseEncoded({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return;
  throw new HttpError(415, 'unsupported_media_type', 'Send the body as it is, without a Content-Encoding.');
}

/** Text of the body that is equal for equal JSON; of a body that no endpoint would read as JSON, its text. */
export function toComparableText(request: FastifyRequest): string {
  const text = getSentBody(request)?.toString('utf8') ?? '';
  try {
    return hasMoreParts(text, MAX_REQUEST_PARTS) ? text : toSortedJson(JSON.parse(text));
  } catch {
    return text;
  }
}

/** V8 quotes the text around the error, which may contain a secret. */
const SOURCE_TEXT = /, (?:\.{3})?".*$/s;

function toPrintable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 120);
}

export const TOO_MANY_PARTS = `The body must not have more than ${MAX_REQUEST_PARTS} objects and lists, or members.`;

/** A name in another encoding would be read with its letters lost. RFC 8259, 8.1: JSON is UTF-8. */
export const NOT_UTF8 = 'The body is not UTF-8, the encoding of JSON.';

/** Throws 400 with the position of the error. */
function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new HttpError(400, 'invalid_input', NOT_UTF8);
  const text = bytes.toString('utf8');
  if (hasMoreParts(text, MAX_REQUEST_PARTS)) throw new HttpError(400, 'invalid_input', TOO_MANY_PARTS);
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(SOURCE_TEXT, '') : '';
    throw new HttpError(400, 'invalid_input', `The body is not valid JSON: ${toPrintable(reason)}`);
  }
}

/** Above every real message of an agent. Parsing more costs milliseconds. */
const MAX_SMALL_BYTES = 64 * 1024;
const MAX_SMALL_PARTS = 500;

/** True when the headers announce a large body, which is then not yet read. */
export function isLargeLength({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Number(headers['content-length']) > MAX_SMALL_BYTES;
}

/** True for a body that costs milliseconds to parse. */
export function isLargeBody({ body }: Pick<FastifyRequest, 'body'>): boolean {
  if (!(body instanceof Buffer)) return false;
  return body.length > MAX_SMALL_BYTES || hasMoreParts(body.toString('latin1'), MAX_SMALL_PARTS);
}

/** Bounds the work on a request that is answered before its body has arrived: bodies above the limit are not read on. */
export function limitUnreadBody({ raw }: FastifyRequest, reply: FastifyReply, maxBytes: number): void {
  if (raw.complete) return;
  if (Number(raw.headers['content-length']) > maxBytes) {
    reply.header('connection', 'close');
    // Node would read on until the client has closed its side as well.
    reply.raw.once('finish', () => raw.socket.destroy());
  } else if (raw.headers['transfer-encoding'] !== undefined) closeBeyond(raw, maxBytes);
}

/** Closes the connection once a body of unknown length exceeds the limit: only then, so that clients with less can read the answer. */
function closeBeyond(raw: FastifyRequest['raw'], maxBytes: number): void {
  let left = maxBytes;
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) raw.socket.destroy();
  });
  // Without a first read Node discards the body once the answer is sent, and emits no data.
  raw.read(0);
}
