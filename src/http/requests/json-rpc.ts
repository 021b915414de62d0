import { isUtf8 } from 'node:buffer';
import { isObject } from '../../commerce/json/is-object.ts';
import { hasMoreParts, MAX_REQUEST_PARTS } from '../../commerce/json/json-parts.ts';
import { INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR } from '../../protocols/protocol-error.ts';
import { NOT_UTF8, TOO_MANY_PARTS } from './body.ts';

export type RequestId = string | number | null;

export interface RpcRequest {
  id: RequestId;
  method: string;
  params: Record<string, unknown>;
  /** `_meta` of the params; empty without one. */
  meta: Record<string, unknown>;
  /** True without an `id`: the client expects no response. */
  notification: boolean;
}

/** JSON-RPC error. `status` is the HTTP status, 200 unless MCP requires another. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: object | undefined;
  readonly status: number;

  constructor(code: number, message: string, extras: { data?: object; status?: number } = {}) {
    super(message);
    this.code = code;
    this.data = extras.data;
    this.status = extras.status ?? 200;
  }
}

/** Message that was read; without a request for the reason of `error`. `id` matches the answer to either. */
export interface ReadRpc {
  id: RequestId;
  meta: RpcRequest['meta'];
  rpc?: RpcRequest;
  error?: unknown;
}

/** Reads one JSON-RPC 2.0 request, parsing its body once. Errors are PARSE_ERROR or INVALID_REQUEST. */
export function readRpcRequest(body: unknown): ReadRpc {
  const read: ReadRpc = { id: null, meta: {} };
  try {
    const message = parse(body);
    if (isObject(message)) {
      if (isRequestId(message.id)) read.id = message.id ?? null;
      read.meta = readMeta(message.params);
    }
    const rpc = toRpcRequest(message);
    return { id: rpc.id, meta: rpc.meta, rpc };
  } catch (error) {
    return { ...read, error };
  }
}

/** Throws for a batch too: no offered revision of MCP has batches. */
function toRpcRequest(message: unknown): RpcRequest {
  if (Array.isArray(message))
    throw new RpcError(INVALID_REQUEST, 'Batches are not supported: send one request.');
  if (!isObject(message))
    throw new RpcError(INVALID_REQUEST, 'The body must be one JSON-RPC request object.');
  if (message.jsonrpc !== '2.0') throw new RpcError(INVALID_REQUEST, 'jsonrpc must be "2.0".');
  const { method, result, error } = message;
  if (method === undefined && (result !== undefined || error !== undefined)) return { ...RESPONSE };
  if (typeof message.method !== 'string') throw new RpcError(INVALID_REQUEST, 'method must be a string.');
  if (!isRequestId(message.id)) throw new RpcError(INVALID_REQUEST, WRONG_ID);
  const notification = message.id === undefined;
  const params = readParams(message.params, notification);
  return { id: message.id ?? null, method: message.method, params, meta: readMeta(params), notification };
}

const WRONG_ID = 'id must be a string, an integer from -(2^53 - 1) to 2^53 - 1, or null.';

function readMeta(params: unknown): RpcRequest['meta'] {
  return isObject(params) && isObject(params._meta) ? params._meta : {};
}

/** Response to a request that this service never sent: it is taken as a notification, because an answer would have its id. */
const RESPONSE: RpcRequest = { id: null, method: 'response', params: {}, meta: {}, notification: true };

function parse(body: unknown): unknown {
  if (body instanceof Buffer && !isUtf8(body)) throw new RpcError(PARSE_ERROR, NOT_UTF8);
  const text = body instanceof Buffer ? body.toString('utf8') : '';
  if (hasMoreParts(text, MAX_REQUEST_PARTS)) throw new RpcError(INVALID_REQUEST, TOO_MANY_PARTS);
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError(PARSE_ERROR, 'The body is not valid JSON.');
  }
}

function readParams(params: unknown, notification: boolean): Record<string, unknown> {
  if (isObject(params)) return params;
  // A notification gets no response, so its errors are ignored.
  if (params === undefined || params === null || notification) return {};
  throw new RpcError(INVALID_PARAMS, 'params must be an object.');
}

function isRequestId(id: unknown): id is RequestId | undefined {
  return id === undefined || id === null || typeof id === 'string' || Number.isSafeInteger(id);
}
