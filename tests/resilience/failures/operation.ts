import type { Answer, RpcAnswer } from '../../../testing/agent.ts';
import type { Place } from './place.ts';

/** What came back, over whatever door. */
export interface Said {
  status: number;
  retryAfter: number | undefined;
  body: Record<string, unknown>;
}

export interface Attempt {
  act(): Promise<Said>;
  /** What it has left behind, here and at the shop; a word that the page explains. */
  left(): Promise<string>;
  /** The same once more, on a good day; throws when that does not go well. */
  recover(): Promise<void>;
  /** What the background has done in the end, without being asked; throws when it has not. */
  byItself?(): void;
}

export interface Operation {
  /** As the page says it: the request, and over which doors. */
  says: string;
  /** What comes after, as the page says it. */
  recovers: string;
  /** The shop's call that changes something, by platform. */
  write?: { shopify: string; woocommerce: string };
  /** Does what must have happened before, on a good day. */
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

interface ToolResult {
  content: { text: string }[];
}

/** A tool's answer as REST would have given it: an error's status is in its data, and so is how long to wait. */
export async function tool(
  { agent }: Place,
  name: string,
  given: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Said> {
  const params = { name, arguments: given };
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
