import type { FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '../../commerce/json/is-object.ts';
import { toAgentName } from '../../commerce/policy/agents.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { createNotFoundError } from '../../protocols/invoke.ts';
import { parseJsonText } from '../../protocols/lenient-input.ts';
import { withOwnIds } from '../../protocols/own-ids.ts';
import type { Protocol } from '../../protocols/protocol.ts';
import { INTERNAL_ERROR, METHOD_NOT_FOUND } from '../../protocols/protocol-error.ts';
import { toPurchase } from '../../protocols/purchase-of.ts';
import { toShopTitle } from '../../protocols/texts.ts';
import type { Tool } from '../../protocols/tools.ts';
import { VERSION } from '../../settings/version.ts';
import { type Addressed, getEndpointKind, type StoreRoutes } from '../limits/limits.ts';
import { sendSigned } from '../requests/answers.ts';
import { isLargeBody, isLargeLength, refuseEncoded } from '../requests/body.ts';
import { openFor } from '../requests/caller.ts';
import { logUnexpected } from '../requests/error-responses.ts';
import {
  type ReadRpc,
  type RequestId,
  RpcError,
  type RpcRequest,
  readRpcRequest,
} from '../requests/json-rpc.ts';
import { describeAnswer, openRefused } from '../requests/record-calls.ts';
import {
  buildCacheHints,
  type Call,
  type CardDocument,
  listCards,
  loadCards,
  readCard,
  rememberCards,
} from './mcp-cards.ts';
import { callTool, listTools, toRpcError } from './mcp-tools.ts';
import {
  META,
  type Revision,
  readRevision,
  SUPPORTED,
  toErrorOfRevision,
  WITH_HANDSHAKE,
} from './mcp-versions.ts';
import { refuseOtherMethods, storeRoute } from './rest.ts';

const MAX_METHOD_LENGTH = 64;

type Method = (call: Call) => Promise<object> | object;

type Methods = Record<Revision, ReadonlyMap<string, Method>>;

/** Streamable HTTP without sessions or streams: one JSON-RPC request, one JSON response (docs/contract.md, MCP). */
export function addMcpRoute(routes: StoreRoutes, protocol: Protocol, cardDocument: CardDocument): void {
  const { server, openStore } = routes;
  const { refuseUnread, admit } = createMessageLimit(routes, protocol);
  const methods = buildMethods(protocol);
  for (const path of protocol.mcpPaths) {
    const url = storeRoute(protocol) + path;
    refuseOtherMethods(routes, protocol, { url, allowed: ['POST'] });
    server.post<Addressed>(url, { onRequest: refuseUnread }, handle);
  }

  async function handle(request: FastifyRequest<Addressed>, reply: FastifyReply) {
    const message = await admit(request, reply);
    if (!message) return reply;
    const endpoint = message.rpc ? `MCP ${message.rpc.method.slice(0, MAX_METHOD_LENGTH)}` : 'MCP';
    const agent = readAgentOfMessage(request, message);
    const { slug } = request.params;
    const context = await openFor(request, slug, openStore, endpoint, { transport: 'mcp', agent });
    if (!context) throw createNotFoundError();
    refuseEncoded(request);
    try {
      if (!message.rpc) throw toErrorOfRevision(message, request.headers);
      const { rpc, ucpAgent } = message;
      const revision = readRevision(rpc, request.headers);
      const call: Call = { request, rpc, ucpAgent, context, revision, shownCards: undefined };
      call.shownCards = await loadCards(protocol, call, cardDocument);
      return await answer(methods, call, reply);
    } catch (error) {
      return fail(request, reply, { id: message.id, error });
    }
  }
}

/** Limits messages in two steps, because only the body says what is asked for. */
function createMessageLimit({ openStore, limit, refusals }: StoreRoutes, protocol: Protocol) {
  async function refuse(request: FastifyRequest, reply: FastifyReply, { id, error }: Refused) {
    await openRefused(request, openStore);
    return fail(request, reply, { id, error: toRpcError(protocol, error) });
  }

  return {
    /** A large message counts as a change before its kind is known, because reading it costs as much. */
    async refuseUnread(request: FastifyRequest<Addressed>, reply: FastifyReply) {
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
      const { slug } = request.params;
      try {
        await refusals.check(request, reply, slug);
        if (isLargeLength(request)) await limit(request, reply, slug, 'write');
      } catch (error) {
        return refuse(request, reply, { id: null, error });
      }
    },

    /** Reads and counts the message; undefined once a refusal is sent. */
    async admit(request: FastifyRequest<Addressed>, reply: FastifyReply): Promise<Message | undefined> {
      const { slug } = request.params;
      let message: Message | undefined;
      try {
        if (isLargeBody(request) && !isLargeLength(request)) await limit(request, reply, slug, 'write');
        message = readMessage(protocol.tools, request);
        const { rpc, tool, ucpAgent: profileUrl } = message;
        const args = rpc?.params.arguments;
        const readAsked = () => (tool && isObject(args) ? readPurchase(tool, args) : undefined);
        const kind = tool ? getEndpointKind(tool.endpoint) : 'read';
        await limit(request, reply, slug, kind, { profileUrl, readPurchase: readAsked });
        return message;
      } catch (error) {
        await refusals.count(request, slug);
        await refuse(request, reply, { id: message?.id ?? null, error });
        return undefined;
      }
    },
  };
}

/** An unreadable message keeps its error, because it counts for the rate limit too. */
interface Message extends ReadRpc {
  tool?: Tool | undefined;
  ucpAgent?: string | undefined;
}

type Refused = { id: RequestId; error: unknown };

function readMessage(tools: Protocol['tools'], { body }: FastifyRequest): Message {
  const message = readRpcRequest(body);
  if (!message.rpc) return message;
  const { rpc } = message;
  const { name } = rpc.params;
  const tool = rpc.method === 'tools/call' && typeof name === 'string' ? tools.get(name) : undefined;
  if (tool) rpc.params = { ...rpc.params, arguments: readArguments(tool, rpc.params.arguments) };
  return { ...message, tool, ucpAgent: readUcpAgent(rpc.params) };
}

/** Some clients send the arguments as JSON in a text. */
function readArguments({ readLeniently = (raw) => raw }: Tool, input: unknown): unknown {
  const args = parseJsonText(input);
  return isObject(args) ? readLeniently(args) : args;
}

function readPurchase({ endpoint, read }: Tool, args: Record<string, unknown>) {
  try {
    return toPurchase(endpoint, withOwnIds(endpoint, read(args, [])));
  } catch {
    return undefined;
  }
}

async function answer(methods: Methods, call: Call, reply: FastifyReply): Promise<string | FastifyReply> {
  const { request, rpc, revision, shownCards } = call;
  if (rpc.notification) return reply.code(202).removeHeader('content-type').send();
  const method = (shownCards && CARD_METHODS.get(rpc.method)) ?? methods[revision].get(rpc.method);
  if (!method) {
    const message = `There is no method ${quoteInput(rpc.method)}. Use tools/list or tools/call.`;
    // The stateless revision requires 404; the contract and older clients require 200.
    throw new RpcError(METHOD_NOT_FOUND, message, { status: revision === 'stateless' ? 404 : 200 });
  }
  const result = await method(call);
  const { answered, failure } = request.callDetails ?? {};
  if (!answered && !failure) describeAnswer(request, result);
  if (shownCards && rpc.method === 'initialize') rememberCards(reply);
  const complete = revision === 'stateless' ? { resultType: 'complete', ...result } : result;
  return sendSigned(reply, JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result: complete }), call.sign);
}

/** Name that the message gives its agent; undefined when a header names it, or the message does not. */
function readAgentOfMessage({ headers }: FastifyRequest, { rpc, ucpAgent }: Message): string | undefined {
  if (!rpc || headers['ucp-agent'] !== undefined) return undefined;
  const client = rpc.params.clientInfo ?? rpc.meta[META.clientInfo];
  const clientName = isObject(client) && typeof client.name === 'string' ? client.name : undefined;
  if (ucpAgent === undefined && clientName === undefined) return undefined;
  return toAgentName({ ucpAgent, clientName, userAgent: headers['user-agent'] });
}

/** Profile URL in `meta["ucp-agent"]` of the arguments or the call, as UCP names agents over MCP. */
function readUcpAgent(params: RpcRequest['params']): string | undefined {
  const { arguments: args } = params;
  for (const meta of [isObject(args) ? args.meta : undefined, params.meta, params._meta]) {
    const agent = isObject(meta) ? meta['ucp-agent'] : undefined;
    const profile = isObject(agent) ? agent.profile : agent;
    if (typeof profile === 'string') return profile;
  }
  return undefined;
}

/** `server/discover` needs no declared revision, because clients ask it which ones there are. */
function buildMethods(protocol: Protocol): Methods {
  const stateless: [string, Method][] = [
    ['server/discover', (call) => discover(protocol, call)],
    ['tools/list', (call) => listTools(protocol, call)],
    ['tools/call', (call) => callTool(protocol, call)],
  ];
  const handshake: [string, Method][] = [
    ['initialize', (call) => initialize(protocol, call)],
    ['ping', () => ({})],
  ];
  return { stateless: new Map(stateless), handshake: new Map([...stateless, ...handshake]) };
}

/** Methods for clients that show cards; any other gets the answer to an unknown method. */
const CARD_METHODS = new Map<string, Method>([
  ['resources/list', listCards],
  ['resources/read', readCard],
]);

function buildCapabilities({ shownCards }: Call): object {
  return shownCards ? { tools: {}, resources: {} } : { tools: {} };
}

function initialize(protocol: Protocol, call: Call): object {
  const { rpc, context } = call;
  const requestedVersion = rpc.params.protocolVersion;
  const protocolVersion = WITH_HANDSHAKE.find((version) => version === requestedVersion) ?? WITH_HANDSHAKE[0];
  const { serverInfo, ...instructions } = describeServer(protocol, context);
  return { protocolVersion, capabilities: buildCapabilities(call), serverInfo, ...instructions };
}

function describeServer({ instructions }: Protocol, { store }: StoreContext) {
  const title = toShopTitle(store);
  return { serverInfo: { name: 'ucp-host', version: VERSION, title }, instructions: instructions?.(title) };
}

function discover(protocol: Protocol, call: Call): object {
  const { serverInfo, ...instructions } = describeServer(protocol, call.context);
  return {
    resultType: 'complete',
    supportedVersions: SUPPORTED,
    capabilities: buildCapabilities(call),
    ...buildCacheHints(call),
    ...instructions,
    _meta: { [META.serverInfo]: serverInfo },
  };
}

function fail(request: FastifyRequest, reply: FastifyReply, { id, error }: Refused): FastifyReply {
  if (!(error instanceof RpcError)) logUnexpected(request, error);
  const { code, message, data, status } = error instanceof RpcError ? error : UNEXPECTED;
  const body = { jsonrpc: '2.0', id, error: { code, message, ...(data ? { data } : {}) } };
  return reply.code(status).send(JSON.stringify(body));
}

const UNEXPECTED = new RpcError(INTERNAL_ERROR, 'Internal error', { data: { status: 500 } });
