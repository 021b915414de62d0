import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { isObject } from '../../commerce/json/is-object.ts';
import { VERSION } from '../../settings/version.ts';
import {
  type Answer,
  createFailure,
  createUnreachableError,
  parseMessage,
  readAnswer,
} from './stdio-bridge-answers.ts';
import { toShoppingUrl } from './store-address.ts';

type Message = Record<string, unknown>;

/** Time for one answer; the slowest tool waits for its shop for less. */
const ANSWER_TIMEOUT_MS = 120_000;

const VERSION_IN_META = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_IN_META = 'io.modelcontextprotocol/clientInfo';

interface Streams {
  input: Readable;
  /** Receives one JSON-RPC message a line, and nothing else. */
  write(line: string): void;
}

/** Runs until standard input ends. Throws a UsageError for a wrong address. */
export function connectStdio({ store }: { store: string }): Promise<void> {
  const write = (line: string) => void process.stdout.write(line);
  return runBridge(toShoppingUrl(store), { input: process.stdin, write });
}

/**
 * Carries JSON-RPC messages between a client on stdio and an MCP endpoint over Streamable HTTP, in both eras of the protocol.
 * Resolves when the input has ended and every request is answered.
 */
export async function runBridge(url: URL, { input, write }: Streams): Promise<void> {
  const pending = new Set<Promise<void>>();
  const carry = createCarrier(url);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const carried = carry(line).then((answer) => {
      pending.delete(carried);
      if (answer) write(`${JSON.stringify(answer)}\n`);
    });
    pending.add(carried);
  }
  await Promise.all(pending);
}

/** Returns a function that sends one line and returns its answer: undefined for a notification and a canceled request. */
function createCarrier(url: URL): (line: string) => Promise<object | undefined> {
  let session: Record<string, string> = {};
  const running = new Map<unknown, AbortController>();

  async function ask(message: Message, signal: AbortSignal): Promise<object | undefined> {
    try {
      const answer = await send(url, message, session, signal);
      if (message.method === 'initialize') session = toSessionHeaders(message, answer);
      return answer.body;
    } catch (error) {
      return signal.aborted ? undefined : createUnreachableError(message.id, url, error);
    }
  }

  return async (line) => {
    const message = parseMessage(line);
    if (!message) return createFailure(null, -32_700, 'The line is no JSON object.');
    const { id } = message;
    running.get(getCanceledId(message))?.abort();
    const canceling = new AbortController();
    if (id === undefined) return void (await ask(message, canceling.signal));
    running.set(id, canceling);
    const answer = await ask(message, canceling.signal);
    running.delete(id);
    return answer;
  };
}

/** Id of the request that a notification cancels. */
function getCanceledId({ method, params }: Message): unknown {
  return method === 'notifications/cancelled' && isObject(params) ? params.requestId : undefined;
}

async function send(
  url: URL,
  message: Message,
  session: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'user-agent': toUserAgent(getMeta(message)[CLIENT_IN_META]),
      ...session,
      ...toMessageHeaders(message),
    },
    body: JSON.stringify(message),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
  });
  return readAnswer(response, message.id);
}

/** Headers that repeat what a stateless request says in its body. */
function toMessageHeaders(message: Message): Record<string, string> {
  const version = getMeta(message)[VERSION_IN_META];
  if (typeof version !== 'string') return {};
  const { name = undefined, uri = name } = isObject(message.params) ? message.params : {};
  return {
    'mcp-protocol-version': version,
    'mcp-method': String(message.method),
    ...(typeof uri === 'string' ? { 'mcp-name': encodeHeaderValue(uri) } : {}),
  };
}

/** Headers of all requests after a handshake. */
function toSessionHeaders({ params }: Message, { body, sessionId }: Answer): Record<string, string> {
  const { result } = body;
  const version = isObject(result) ? result.protocolVersion : undefined;
  return {
    'user-agent': toUserAgent(isObject(params) ? params.clientInfo : undefined),
    ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
    ...(sessionId === null ? {} : { 'mcp-session-id': sessionId }),
  };
}

const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Encodes text that a header cannot carry as it is (MCP 2026-07-28, Value Encoding). */
function encodeHeaderValue(text: string): string {
  return HEADER_VALUE.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** Begins with the client's name, so that the store counts calls for the client and not for the bridge. */
function toUserAgent(client: unknown): string {
  const name = isObject(client) && typeof client.name === 'string' ? client.name : '';
  const token = name.replaceAll(/[^\w.-]+/g, '-').slice(0, 64);
  return `${token === '' ? '' : `${token} `}ucp-host-bridge/${VERSION}`;
}

function getMeta({ params }: Message): Message {
  const meta = isObject(params) ? params._meta : undefined;
  return isObject(meta) ? meta : {};
}
