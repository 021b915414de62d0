import querystring from 'node:querystring';
import { isObject } from '../commerce/json/is-object.ts';
import { parseJson } from '../commerce/json/parse-json.ts';
import { cutText, isSecretPath, REDACTED, redact, redactText } from '../commerce/text/redact.ts';
import { isUuid } from '../commerce/text/uuid.ts';
import { toIso } from '../commerce/time/time.ts';
import type { LoggedRequest, RequestContents } from '../storage/repositories/activity/request-log-rows.ts';
import { type AgentCall, getAgentLabel } from './agent-call.ts';

const MAX_STORED_LENGTH = 16 * 1024;
/** Larger bodies are not parsed. */
const MAX_READ_LENGTH = 64 * 1024;
const MAX_PATH_LENGTH = 2_000;
const MAX_TEXT_LENGTH = 500;
/** Parameters of a query that are kept. */
const MAX_PAIRS = 200;

/** Headers that identify an agent; others may hold secrets. */
const SHOWN_HEADERS = [
  'accept',
  'content-type',
  'idempotency-key',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'origin',
  'request-id',
  'ucp-agent',
  'user-agent',
  'x-request-id',
];

export type LoggedCall = LoggedRequest & RequestContents;

/** Renders a call for storage: redacted and of bounded size. */
export function toLoggedCall(call: AgentCall, id: string): LoggedCall {
  const failure = toFailure(call);
  const { verified } = call.caller;
  const orderId = readId(call, 'order');
  return {
    id,
    storeId: call.storeId,
    at: toIso(call.at),
    transport: call.transport,
    method: call.method,
    endpoint: toStorable(call.endpoint || `${call.method} (unknown path)`, MAX_TEXT_LENGTH),
    tool: call.tool ?? null,
    path: toStorable(redactPath(call.url), MAX_PATH_LENGTH),
    status: failure?.status ?? call.status,
    durationUs: Math.round(call.durationMs * 1000),
    shopUs: Math.round(sumShopMs(call) * 1000),
    agent: getAgentLabel(call),
    // A key's name may hold anything; addresses may be long.
    agentVerified: verified ? { by: verified.by, as: toShownText(verified.as) } : null,
    requestId: call.caller.requestId,
    sessionId: readId(call, 'session') ?? call.callLog.failedSessionId ?? null,
    cartId: readId(call, 'cart'),
    orderId: orderId === null ? null : toStorable(orderId, 128),
    facts: call.callLog.policyRecord?.facts ?? null,
    verdicts: call.callLog.policyRecord?.verdicts ?? [],
    error: failure && toShownText(call.cause ?? failure.message),
    requestHeaders: pickHeaders(call),
    requestBody: toBody(call.requestBody),
    responseBody: toBody(call.responseText),
    upstreamCalls: call.callLog.upstreamCalls.slice(0, MAX_UPSTREAM),
    repairs: (call.repairs ?? []).slice(0, MAX_REPAIRS).map(toShownText),
  };
}

/** Sum of the upstream calls; concurrent ones may exceed the call, and late ones outlast it. */
function sumShopMs({ callLog, durationMs }: AgentCall): number {
  const sum = callLog.upstreamCalls.reduce((total, call) => total + call.durationMs, 0);
  return Math.min(sum, durationMs);
}

const MAX_UPSTREAM = 50;
const MAX_REPAIRS = 50;

function pickHeaders({ headers }: AgentCall): Record<string, string> {
  const pairs = SHOWN_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, toShownText(value)]] : [];
  });
  if (headers.authorization !== undefined) pairs.push(['authorization', REDACTED]);
  return Object.fromEntries(pairs);
}

/** Null for an empty body. Only JSON is kept: secrets in other text cannot be found. */
function toBody(body: unknown): string | null {
  const length = typeof body === 'string' || body instanceof Uint8Array ? body.length : 0;
  if (length === 0) return null;
  if (length > MAX_READ_LENGTH) return `<${length} bytes, not kept>`;
  try {
    const text = typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString('utf8');
    return toStorable(JSON.stringify(redact(JSON.parse(text))), MAX_STORED_LENGTH);
  } catch {
    return `<${length} bytes that are no JSON, not kept>`;
  }
}

/** Cuts before it redacts, so that a long text costs no more than a short one. */
function toShownText(text: string): string {
  return toStorable(redactText(cutText(text, MAX_TEXT_LENGTH)), MAX_TEXT_LENGTH);
}

/** Removes NUL and lone surrogates: PostgreSQL refuses them. */
function toStorable(text: string, max: number): string {
  const cut = text.length > max ? `${text.slice(0, max)}…` : text;
  return cut.replaceAll('\0', '').toWellFormed();
}

function redactPath(url: string): string {
  const end = url.indexOf('?');
  if (end === -1) return redactPart(url);
  const pairs = url.slice(end + 1).split('&', MAX_PAIRS);
  return `${redactPart(url.slice(0, end))}?${pairs.map(redactPair).join('&')}`;
}

function redactPart(path: string): string {
  return redactText(cutText(path, MAX_PATH_LENGTH));
}

/** Decodes the pair first, so that encoding hides no secret. */
function redactPair(pair: string): string {
  const [name = ''] = pair.split('=', 1);
  const shownName = redactEncoded(name);
  if (name.length === pair.length) return shownName;
  if (isSecretPath(decodeText(name))) return `${shownName}=${REDACTED}`;
  return `${shownName}=${redactEncoded(pair.slice(name.length + 1))}`;
}

/** Keeps the encoding when nothing was redacted. */
function redactEncoded(text: string): string {
  const value = decodeText(text);
  const redacted = redactPart(value);
  return redacted === value ? text : encodeURIComponent(redacted.toWellFormed());
}

/** Never throws: malformed escapes stay as they are. */
function decodeText(text: string): string {
  return querystring.unescape(text.replaceAll('+', ' '));
}

/** HTTP statuses for JSON-RPC errors within a 200. */
const STATUS_OF_RPC: Readonly<Record<number, number>> = {
  [-32700]: 400,
  [-32600]: 400,
  [-32602]: 400,
  [-32601]: 404,
  [-32603]: 500,
};

function toFailure(call: AgentCall): NonNullable<AgentCall['failure']> | null {
  if (call.failure) return call.failure;
  if (call.responseText === undefined || (call.answered !== undefined && call.status < 400)) return null;
  const answer = parseJson(call.responseText);
  const error = isObject(answer) ? answer.error : undefined;
  if (typeof error === 'string') return { status: call.status, message: error };
  if (!isObject(error)) return null;
  const { code, message, data } = error;
  const reported = isObject(data) && 'status' in data ? Number(data.status) : undefined;
  const status = call.status >= 400 ? call.status : (reported ?? STATUS_OF_RPC[Number(code)] ?? 500);
  return { status, message: String(message) };
}

const RESOURCES = {
  session: { path: '/checkout-sessions', names: ['session_id', 'checkout_id', 'id', 'sessionId'] },
  cart: { path: '/carts', names: ['cart_id', 'id', 'cartId'] },
  order: { path: '/orders', names: ['order_id', 'id', 'orderId'] },
} as const;

/** Id in the answer or the address; an order's answer also names its session, and a session's answer its order. */
function readId(call: AgentCall, resource: keyof typeof RESOURCES): string | null {
  const { answered } = call;
  const { path, names } = RESOURCES[resource];
  if (call.endpoint.split(' ')[1]?.startsWith(path)) {
    const ids = [answered?.id, ...names.map((name) => call.address?.[name])];
    return ids.map(toId).find((id) => id !== null) ?? null;
  }
  if (resource === 'session') return toId(answered?.sessionId);
  return resource === 'order' ? toId(answered?.orderId) : null;
}

/** Null for text that is no id of this service. */
function toId(value: unknown): string | null {
  return typeof value === 'string' && isUuid(value) ? value : null;
}
