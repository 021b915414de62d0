import { readIdempotencyKey } from '../../commerce/call/idempotency-key.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { isObject } from '../../commerce/json/is-object.ts';
import { toSortedJson } from '../../commerce/json/sorted-json.ts';
import { isOn } from '../../commerce/store/capabilities.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { type Incoming, isRead, type RawInput, type Reply } from '../../protocols/endpoint.ts';
import { invoke } from '../../protocols/invoke.ts';
import { withOwnIds } from '../../protocols/own-ids.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../../protocols/protocol-error.ts';
import { toShopTitle } from '../../protocols/texts.ts';
import type { Tool } from '../../protocols/tools.ts';
import { toText } from '../requests/answers.ts';
import { recordCause, toKnownRefusal } from '../requests/error-responses.ts';
import { RpcError } from '../requests/json-rpc.ts';
import { getSignerUrl } from '../requests/known-agents.ts';
import { describeAnswer, describeCall } from '../requests/record-calls.ts';
import { toSentRequest } from '../requests/sent-request.ts';
import { refuseAmbiguousHeader } from '../requests/single-headers.ts';
import { buildCacheHints, type Call, getToolCard } from './mcp-cards.ts';

/** Lists the tools of enabled capabilities. */
export function listTools(protocol: Protocol, call: Call): object {
  const { context, shownCards } = call;
  const shop = toShopTitle(context.store);
  const described = pickOfferedTools(protocol, context).map(({ description }) => ({
    ...description,
    // Some clients find tools by their descriptions, and connect to several shops.
    description: `${shop}: ${description.description}`,
    ...getToolCard(shownCards, description.name),
  }));
  // Clients refuse a result without structured content from a tool that has an output schema.
  const tools = isStructured(protocol, call)
    ? described
    : described.map(({ outputSchema: _, ...tool }) => tool);
  return { tools, ...buildCacheHints(call) };
}

function pickOfferedTools({ tools }: Protocol, { store }: StoreContext): Tool[] {
  return [...tools.values()].filter(({ endpoint }) => isOn(store.switches, endpoint.capability));
}

function isStructured({ toolResults }: Protocol, { request }: Call): boolean {
  // The URL may ask for structured content beside the text (`?structured`).
  const isAsked = () => new URLSearchParams(request.url.split('?')[1]).has('structured');
  return toolResults === 'structured' || (toolResults === 'textUnlessAsked' && isAsked());
}

/** Throws an `RpcError` in the protocol's format, unless the protocol reports failures as results. */
export async function callTool(protocol: Protocol, call: Call): Promise<object> {
  const tool = pickTool(protocol, call);
  const args = readArguments(call);
  try {
    const incoming = buildIncoming(tool, args, call);
    const { endpoint, description } = tool;
    const { address, repairs } = incoming;
    const facts = { endpoint: endpoint.route, tool: description.name, readOnly: isRead(endpoint) };
    describeCall(call.request, { ...facts, address, repairs });
    const reply = await invoke(call.context, endpoint, incoming);
    const { body, callStats, sign } = reply;
    if (sign) call.sign = sign;
    describeAnswer(call.request, body, callStats);
    return renderResult(protocol, reply, call);
  } catch (error) {
    recordCause(call.request, error);
    describeCall(call.request, { code: toKnownRefusal(error)?.code });
    const { name } = tool.description;
    const failure = error instanceof CommerceError && protocol.toolFailure?.(error, { tool: name, args });
    if (!failure) throw toRpcError(protocol, error);
    const { status, message, text } = failure;
    describeCall(call.request, { tool: name, failure: { status, message } });
    return { content: [{ type: 'text', text }], isError: true };
  }
}

function renderResult(protocol: Protocol, reply: Reply, call: Call): object {
  const { body, pictures } = reply;
  const structured = isStructured(protocol, call) ? { structuredContent: body } : {};
  const forCard = call.shownCards && pictures ? { _meta: { 'ucp-host/pictures': pictures() } } : {};
  return { ...structured, content: [{ type: 'text', text: toText(reply) }], ...forCard };
}

function buildIncoming(tool: Tool, args: Record<string, unknown>, { request, ucpAgent }: Call): Incoming {
  refuseAmbiguousHeader(request);
  const repairs: string[] = [];
  const input = withKey(withOwnIds(tool.endpoint, tool.read(args, repairs)), request.headers);
  return {
    transport: 'mcp',
    address: input,
    headers: request.headers,
    meta: {
      ...(isObject(args.meta) ? args.meta : {}),
      ...(ucpAgent !== undefined && { 'ucp-agent': { profile: ucpAgent } }),
    },
    repairs,
    read: () => input,
    requestText() {
      const { meta: _, ...withoutMeta } = args;
      return toSortedJson(withoutMeta);
    },
    sentRequest: () => toSentRequest(request),
    signer: getSignerUrl(request),
  };
}

function pickTool(protocol: Protocol, { context, rpc }: Call): Tool {
  const { name } = rpc.params;
  if (typeof name !== 'string')
    throw new RpcError(INVALID_PARAMS, 'params.name must be the name of a tool, a string.');
  const tool = protocol.tools.get(name);
  if (tool && isOn(context.store.switches, tool.endpoint.capability)) return tool;
  const names = pickOfferedTools(protocol, context).map(({ description }) => description.name);
  const message = `There is no tool ${quoteInput(name)}. The tools are ${names.join(', ')}.`;
  throw new RpcError(METHOD_NOT_FOUND, message);
}

function readArguments({ rpc }: Call): Record<string, unknown> {
  const args = rpc.params.arguments ?? {};
  if (!isObject(args)) throw new RpcError(INVALID_PARAMS, 'params.arguments must be an object.');
  return args;
}

/** The key in the message counts; the header's is read where the message has none (docs/contract.md, MCP). */
function withKey(input: RawInput, headers: Incoming['headers']): RawInput {
  const { idempotency_key: sentKey, ...others } = input;
  const key = readIdempotencyKey(sentKey) ?? readIdempotencyKey(headers['idempotency-key']);
  return key === undefined ? others : { ...others, idempotency_key: key };
}

/** Maps a known error to the protocol's `RpcError`; returns an unexpected one unchanged. */
export function toRpcError(protocol: Protocol, error: unknown): unknown {
  const refusal = toKnownRefusal(error);
  if (!refusal) return error;
  const { code, data, status } = protocol.toRpcRefusal(refusal);
  return new RpcError(code, refusal.message, { data, status });
}
