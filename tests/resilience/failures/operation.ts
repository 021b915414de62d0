import type { Answer, RpcAnswer } from '../../../testing/agent.ts';
import type { Place } from './place.ts';

/** Answer over REST or MCP. */
export type Said = { status: number; retryAfter: number | undefined; body: Record<string, unknown> };

export interface Attempt {
  act(): Promise<Said>;
  /** Remaining state here and at the shop, as a word that the page explains. */
  left(): Promise<string>;
  /** Repeats the operation without a fault; throws when it fails. */
  recover(): Promise<void>;
  /** Asserts the final work of background jobs; throws when it is missing. */
  byItself?(): void;
}

export interface Operation {
  /** Description on the page: the request and its protocols. */
  says: string;
  /** Description on the page of an operation that no failure affects. */
  unaffected?: string;
  /** Description of the recovery on the page. */
  recovers: string;
  /** Call that changes the shop, by store platform. */
  write?: { shopify: string; woocommerce: string };
  /** Prepares the operation without a fault. */
  prepare(place: Place): Promise<Attempt>;
}

export function said({ status, headers, body }: Answer<object>): Said {
  const header = headers.get('retry-after');
  return {
    status,
    retryAfter: header === null ? undefined : Number(header),
    body: body as Record<string, unknown>,
  };
}

type ToolResult = { content: { text: string }[] };

/** Converts a tool's answer into REST's: an error's data holds its status and Retry-After. */
export async function tool(
  { agent }: Place,
  name: string,
  args: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Said> {
  const params = { name, arguments: args };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { body } = await agent.rpc<ToolResult>(call, headers);
  return body.error ? refusal(body.error) : result(body);
}

function refusal({ message, data = {} }: NonNullable<RpcAnswer<ToolResult>['error']>): Said {
  const { status, code, retry_after } = data;
  const retryAfter = typeof retry_after === 'number' ? retry_after : undefined;
  return { status: Number(status), retryAfter, body: { error: message, code } };
}

function result(answer: RpcAnswer<ToolResult>): Said {
  return { status: 200, retryAfter: undefined, body: JSON.parse(answer.result?.content[0]?.text ?? '{}') };
}
