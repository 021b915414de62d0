import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AgentPlatform, digestOf, holds, type SigningOptions } from '../../testing/agent-platform.ts';

export type RpcSent = { headers: Record<string, string>; body: string };

export interface RpcAnswered {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the result of any tool; each test asserts the members it needs.
  result: any;
  error: { code: number; data: { code: string } } | undefined;
}

interface CallMetadata {
  /** Profile that `meta` names; the platform's own by default. */
  profile?: string;
  idempotencyKey?: string;
}

/** Calls tools of one store over MCP for a platform that signs each message (RFC 9421 over the POST that carries it). */
export function signedRpc(url: string, platform: AgentPlatform) {
  async function message(
    name: string,
    args: object = {},
    { profile = platform.profileUrl, idempotencyKey = randomUUID() }: CallMetadata = {},
    options: SigningOptions & { url?: string } = {},
  ): Promise<RpcSent> {
    const meta = { 'ucp-agent': { profile }, 'idempotency-key': idempotencyKey };
    const params = { name, arguments: { meta, ...args } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const { url: signedUrl = url, ...signing } = options;
    return { body, headers: await platform.sign({ method: 'POST', url: signedUrl, body }, signing) };
  }

  async function send({ headers, body }: RpcSent): Promise<RpcAnswered> {
    const response = await fetch(url, { method: 'POST', headers, body });
    const text = await response.text();
    const { result, error } = JSON.parse(text);
    return {
      status: response.status,
      headers: response.headers,
      text,
      result: result?.structuredContent,
      error,
    };
  }

  return {
    message,
    send,
    call: async (...args: Parameters<typeof message>) => send(await message(...args)),
  };
}

/** An answer that holds by a key of the store's profile: its status, its media type and its body as they came. */
export async function assertSignedByStore(
  profileUrl: string,
  { status, headers, text }: { status: number; headers: Headers; text: string },
): Promise<void> {
  const { keys } = (await (await fetch(profileUrl)).json()) as { keys: { kid: string }[] };
  const message = { status, headers: Object.fromEntries(headers) };
  assert.equal(message.headers['content-digest'], digestOf(text), 'the digest is of the body');
  assert.equal(await holds(message, keys, ['@status', 'content-digest', 'content-type']), true);
}
