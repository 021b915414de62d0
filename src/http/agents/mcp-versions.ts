import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '../../commerce/json/is-object.ts';
import { INVALID_PARAMS } from '../../protocols/protocol-error.ts';
import { type ReadRpc, RpcError, type RpcRequest } from '../requests/json-rpc.ts';

/** `stateless`: each request has version and capabilities in its `_meta`. `handshake`: `initialize` has them once. */
export type Revision = 'stateless' | 'handshake';

const STATELESS = '2026-07-28';
/** Revisions that begin with `initialize`, newest first. 2025-03-26 is not offered: it demands batches, which the contract refuses. */
export const WITH_HANDSHAKE = ['2025-11-25', '2025-06-18'];
export const SUPPORTED = [STATELESS, ...WITH_HANDSHAKE];

/** Members of `_meta` in revision 2026-07-28. */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;

/** Params that the header `Mcp-Name` repeats, by method. */
const NAMED_BY = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

const SHORT_TEXT = /^[\x20-\x7e]{0,64}$/;
const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

/** Reads the declared revision; a client without one made a handshake, or is bare. Throws with HTTP 400 for a wrong declaration. */
export function readRevision(request: RpcRequest, headers: IncomingHttpHeaders): Revision {
  const { method, params, meta, notification } = request;
  const inHeader = headers['mcp-protocol-version'];
  const inMeta = meta[META.protocolVersion];
  if (inHeader !== undefined && inMeta !== undefined) mustEqual('MCP-Protocol-Version', inHeader, inMeta);
  const version = inMeta === undefined ? inHeader : inMeta;
  if (version !== undefined) refuseUnknown(version);
  if (version !== STATELESS) return 'handshake';
  // The revision defines neither headers nor `_meta` of notifications.
  if (notification) return 'stateless';
  mustHave(META.protocolVersion, inMeta !== undefined);
  mustHave(META.clientCapabilities, isObject(meta[META.clientCapabilities]));
  mustEqual('MCP-Protocol-Version', inHeader, STATELESS);
  mustEqual('Mcp-Method', headers['mcp-method'], method);
  const member = NAMED_BY.get(method);
  if (member !== undefined) mustEqual('Mcp-Name', headers['mcp-name'], params[member]);
  return 'stateless';
}

/** Gives the error of an unreadable message the status that its revision requires. */
export function toErrorOfRevision({ error, meta }: ReadRpc, headers: IncomingHttpHeaders): unknown {
  const isStateless = [headers['mcp-protocol-version'], meta[META.protocolVersion]].includes(STATELESS);
  if (!(error instanceof RpcError) || !isStateless) return error;
  return new RpcError(error.code, error.message, { ...(error.data && { data: error.data }), status: 400 });
}

function refuseUnknown(version: unknown): void {
  if (typeof version === 'string' && SUPPORTED.includes(version)) return;
  // Nothing else is echoed: it may be long, hold control characters, or be nested too deep to serialize.
  const requested = typeof version === 'string' && SHORT_TEXT.test(version) ? version : null;
  const data = { supported: SUPPORTED, requested };
  throw new RpcError(UNSUPPORTED_VERSION, 'This protocol version is not supported.', { data, status: 400 });
}

function mustHave(member: string, isThere: boolean): void {
  if (isThere) return;
  const message = `params._meta must have ${member} in revision ${STATELESS}.`;
  throw new RpcError(INVALID_PARAMS, message, { status: 400 });
}

function mustEqual(header: string, headerValue: string | string[] | undefined, inBody: unknown): void {
  // Form in which clients send text that a header cannot carry as it is.
  const encoded = typeof inBody === 'string' && `=?base64?${Buffer.from(inBody).toString('base64')}?=`;
  if (headerValue === inBody || headerValue === encoded) return;
  const message = `The ${header} header must be there and equal the body.`;
  throw new RpcError(HEADER_MISMATCH, message, { status: 400 });
}
