import { isObject } from '../../commerce/json/is-object.ts';
import { parseJson } from '../../commerce/json/parse-json.ts';

/** Answer of the endpoint; `body` is a JSON-RPC message. */
export interface Answer {
  body: Record<string, unknown>;
  /** `Mcp-Session-Id`; null for an endpoint without sessions. */
  sessionId: string | null;
}

const BRIDGE_ERROR = -32_000;

export function createFailure(id: unknown, code: number, message: string) {
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message } };
}

/** Returns the answer to `id`; an answer that is no JSON-RPC becomes an error in words. */
export async function readAnswer(response: Response, id: unknown): Promise<Answer> {
  const sessionId = response.headers.get('mcp-session-id');
  const body = parseMessage(await response.text());
  if (body?.jsonrpc === '2.0')
    return { body: body.id === null ? { ...body, id: id ?? null } : body, sessionId };
  return { body: createFailure(id, BRIDGE_ERROR, describeProblem(response, body)), sessionId };
}

/** Returns undefined unless the text is a JSON object. */
export function parseMessage(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

function describeProblem(
  { status, headers, url }: Response,
  body: Record<string, unknown> | undefined,
): string {
  const location = headers.get('location');
  if (location !== null) return `${url} redirects to ${location}. Give that address to --store.`;
  const quote = typeof body?.error === 'string' ? ` "${body.error}"` : '';
  if (status === 404) {
    return `There is no store at ${url}:${quote === '' ? ' it answered 404.' : quote} Check the address given to --store.`;
  }
  return `${url} answered with status ${status} and no MCP message.${quote} Check the address given to --store, and the service's log.`;
}

/** Error for a request that got no answer. */
export function createUnreachableError(id: unknown, { href }: URL, error: unknown) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  const code =
    isObject(cause) && typeof cause.code === 'string' ? (REASONS[cause.code] ?? cause.code) : undefined;
  const reason = isTimeout ? 'it did not answer in time' : (code ?? (cause as Error).message);
  return createFailure(
    id,
    BRIDGE_ERROR,
    `The store at ${href} cannot be reached: ${reason}. Nothing is known of what it did.`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name could not be resolved',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};
