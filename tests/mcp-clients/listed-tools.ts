import type { ToolResult } from '../shopping/shopper.ts';

/** Paths of a store's MCP endpoints. */
export const ENDPOINTS = {
  contract: (slug: string) => `/api/ucp/${slug}/mcp`,
  official: (slug: string) => `/ucp/${slug}/mcp`,
  shopping: (slug: string) => `/mcp/${slug}/mcp`,
};

export type EndpointName = keyof typeof ENDPOINTS;

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

export interface ListedTool {
  name: string;
  title?: string;
  description: string;
  annotations?: Record<string, unknown>;
  inputSchema: Schema;
  outputSchema?: object;
}

interface RpcBody<Result> {
  result?: Result;
  error?: { code: number; message: string };
}

async function rpc<Result>(
  url: string,
  method: string,
  params: object,
  headers: Record<string, string> = {},
): Promise<RpcBody<Result>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as RpcBody<Result>;
}

export function callTool(url: string, name: string, args: object, headers?: Record<string, string>) {
  return rpc<ToolResult>(url, 'tools/call', { name, arguments: args }, headers);
}

export async function titleAt(url: string): Promise<string | undefined> {
  return (await rpc<{ serverInfo: { title: string } }>(url, 'initialize', {})).result?.serverInfo.title;
}

export async function toolsAt(url: string): Promise<ListedTool[]> {
  return (await rpc<{ tools: ListedTool[] }>(url, 'tools/list', {})).result?.tools ?? [];
}

/** Names of a tool's arguments as `items[].id`; the optional ones end with `?`. */
export function argumentsOf({ properties = {}, required = [], items }: Schema, path = ''): string[] {
  if (items) return argumentsOf(items, `${path}[]`);
  return Object.entries(properties).flatMap(([name, schema]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return [required.includes(name) ? place : `${place}?`, ...argumentsOf(schema, place)];
  });
}

/** Returns the schema and all that it holds. */
export function schemasWithin(schema: Schema): Schema[] {
  const { properties = {}, items, anyOf = [] } = schema;
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return [schema, ...inner.flatMap(schemasWithin)];
}
