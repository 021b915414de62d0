import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '../commerce/is-object.ts';
import { RpcError, type RpcRequest } from './json-rpc.ts';

/** True where the URL asks for structured content beside the text (`?structured`). */
export function asksForStructure({ url }: { url: string }): boolean {
  return new URLSearchParams(url.split('?')[1]).has('structured');
}

/** Stateless revision: each request names its version in `_meta`, without a handshake. */
const STATELESS = '2026-07-28';
/** Revisions that begin with `initialize`, newest first. */
export const WITH_HANDSHAKE = ['2025-11-25', '2025-06-18', '2025-03-26'];
export const SUPPORTED = [STATELESS, ...WITH_HANDSHAKE];

const VERSION_IN_META = 'io.modelcontextprotocol/protocolVersion';
const SHORT_TEXT = /^[\x20-\x7e]{0,64}$/;
const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

/**
 * Revision of a request: `stateless` when its `_meta` says so, else `handshake`.
 * Throws with HTTP 400 for an unsupported revision, and for headers that contradict a stateless body.
 */
export function revisionOf(request: RpcRequest, headers: IncomingHttpHeaders): 'stateless' | 'handshake' {
  const meta = isObject(request.params._meta) ? request.params._meta : {};
  const inMeta = meta[VERSION_IN_META];
  const inHeader = headers['mcp-protocol-version'];
  for (const version of [inMeta, inHeader]) if (version !== undefined) refuseUnknown(version);
  if (inMeta !== STATELESS) return 'handshake';
  mustEqual('MCP-Protocol-Version', inHeader, STATELESS);
  mustEqual('Mcp-Method', headers['mcp-method'], request.method);
  if (request.method === 'tools/call') mustEqual('Mcp-Name', headers['mcp-name'], request.params.name);
  return 'stateless';
}

function refuseUnknown(version: unknown): void {
  if (typeof version === 'string' && SUPPORTED.includes(version)) return;
  // Nothing else is echoed: it may be long, hold control characters, or be nested too deep to serialize.
  const requested = typeof version === 'string' && SHORT_TEXT.test(version) ? version : null;
  const data = { supported: SUPPORTED, requested };
  throw new RpcError(UNSUPPORTED_VERSION, 'This protocol version is not supported.', { data, status: 400 });
}

function mustEqual(header: string, sent: unknown, inBody: unknown): void {
  if (sent === inBody) return;
  throw new RpcError(HEADER_MISMATCH, `The ${header} header must be there and equal the body.`, {
    status: 400,
  });
}
