import type { FastifyRequest } from 'fastify';
import { isOn } from '../commerce/capabilities.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Incoming, Reply, SignAnswer } from '../protocols/endpoint.ts';
import { invoke } from '../protocols/invoke.ts';
import type { Tool } from '../protocols/tools.ts';
import type { StoreContext } from '../operations/store-context.ts';
import type { CallDetails } from '../request-log/agent-call.ts';
import { recordCause, refusedBy } from './error-responses.ts';
import { isObject } from '../commerce/is-object.ts';
import { cachedBy, cardOfTool, type ShownCards } from './mcp-cards.ts';
import { INVALID_PARAMS, METHOD_NOT_FOUND, RpcError, type RpcRequest } from './json-rpc.ts';
import { readsTextOnly } from './mcp-versions.ts';
import { describeCall } from './record-calls.ts';
import { sentRequest } from './sent-request.ts';

/** One call of a method on a store. */
export interface Call {
  request: FastifyRequest;
  rpc: RpcRequest;
  context: StoreContext;
  revision: 'stateless' | 'handshake';
  /** Cards of the store, for a client that shows them. */
  shown: ShownCards | undefined;
  /** Set by a tool whose response must be signed. */
  sign?: SignAnswer;
}

/** Lists the tools of enabled capabilities. */
export function listTools(protocol: Protocol, call: Call): object {
  const { context, shown } = call;
  const described = offered(protocol, context).map(({ description }) => ({
    ...description,
    ...cardOfTool(shown, description.name),
  }));
  // Clients refuse a result without structured content from a tool that has an output schema.
  const tools = isText(protocol, call) ? described.map(({ outputSchema: _, ...tool }) => tool) : described;
  return { tools, ...cachedBy(call) };
}

function offered({ tools }: Protocol, { store }: StoreContext): Tool[] {
  return [...tools.values()].filter(({ endpoint }) => isOn(store.switches, endpoint.capability));
}

function isText({ toolResults }: Protocol, { request }: Call): boolean {
  return toolResults === 'text' || (toolResults === 'brief' && readsTextOnly(request));
}

/** Throws an `RpcError` in the protocol's format, unless the protocol reports failures as results. */
export async function callTool(protocol: Protocol, call: Call): Promise<object> {
  const tool = toolOf(offered(protocol, call.context), call.rpc.params.name);
  const given = argumentsOf(call);
  try {
    const incoming = incomingOf(tool, given, call);
    describeCall(call.request, detailsOf(tool, incoming));
    const reply = await invoke(call.context, tool.endpoint, incoming);
    const { body, callStats, sign } = reply;
    if (sign) call.sign = sign;
    describeCall(call.request, { answered: body, callStats });
    return resultOf(protocol, reply, call);
  } catch (error) {
    recordCause(call.request, error);
    return failedResult(protocol, { tool, given, call }, error);
  }
}

function resultOf(protocol: Protocol, { body, text, pictures }: Reply, call: Call): object {
  if (isText(protocol, call)) return { content: [{ type: 'text', text: JSON.stringify(body) }] };
  const shown = protocol.toolResults === 'brief' ? (text ?? '') : JSON.stringify(body);
  const forCard = call.shown && pictures ? { _meta: { 'ucp-host/pictures': pictures() } } : {};
  return { structuredContent: body, content: [{ type: 'text', text: shown }], ...forCard };
}

interface FailedCall {
  tool: Tool;
  given: Record<string, unknown>;
  call: Call;
}

function failedResult(protocol: Protocol, { tool, given, call }: FailedCall, error: unknown): object {
  const failed = error instanceof CommerceError ? error : undefined;
  const failure = failed && protocol.toolFailure?.(failed, { tool: tool.description.name, given });
  if (!failure) throw refused(protocol, error);
  const { status, message, text } = failure;
  describeCall(call.request, { tool: tool.description.name, failure: { status, message } });
  return { content: [{ type: 'text', text }], isError: true };
}

function detailsOf({ endpoint, description }: Tool, { address, repairs = [] }: Incoming): CallDetails {
  const readOnly = endpoint.readOnly === true || endpoint.rest.startsWith('GET ');
  return { endpoint: endpoint.rest, tool: description.name, address, readOnly, repairs };
}

function incomingOf(tool: Tool, given: Record<string, unknown>, { request, rpc }: Call): Incoming {
  const repairs: string[] = [];
  const input = tool.read(given, repairs);
  const { meta, ...asked } = isObject(rpc.params.arguments) ? rpc.params.arguments : {};
  return {
    transport: 'mcp',
    address: input,
    headers: request.headers,
    meta: isObject(meta) ? meta : {},
    repairs,
    read: () => input,
    asked: () => Buffer.from(JSON.stringify(asked)),
    sent: () => sentRequest(request),
  };
}

function toolOf(tools: readonly Tool[], name: unknown): Tool {
  if (typeof name !== 'string')
    throw new RpcError(INVALID_PARAMS, 'params.name is required: the name of a tool.');
  const tool = tools.find(({ description }) => description.name === name);
  if (tool) return tool;
  const known = tools.map(({ description }) => description.name).join(', ');
  throw new RpcError(METHOD_NOT_FOUND, `There is no tool "${name.slice(0, 64)}". The tools are ${known}.`);
}

/** Accepts the idempotency key as REST's header too. */
function argumentsOf({ rpc, request }: Call): Record<string, unknown> {
  const given = rpc.params.arguments ?? {};
  if (!isObject(given)) throw new RpcError(INVALID_PARAMS, 'params.arguments must be an object.');
  const key = request.headers['idempotency-key'];
  return key === undefined ? given : { idempotency_key: key, ...given };
}

/** Maps a known error to the protocol's `RpcError`; returns an unexpected one unchanged. */
export function refused(protocol: Protocol, error: unknown): unknown {
  const known = refusedBy(protocol, error);
  if (!known) return error;
  const { code, data, status } = protocol.rpcRefusal(known);
  return new RpcError(code, known.message, { data, status });
}
