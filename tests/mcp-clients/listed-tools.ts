/** Paths of a store's MCP endpoints. */
export const ENDPOINTS = {
  contract: (slug: string) => `/api/ucp/${slug}/mcp`,
  official: (slug: string) => `/ucp/${slug}/mcp`,
  shopping: (slug: string) => `/mcp/${slug}`,
};

export type EndpointName = keyof typeof ENDPOINTS;

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

export interface ListedTool {
  name: string;
  description: string;
  inputSchema: Schema;
  outputSchema?: object;
}

/** Calls a method of MCP and returns its result. */
export async function ask<Result>(url: string, method: string, params: object = {}): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: Result }).result;
}

export async function toolsAt(url: string): Promise<ListedTool[]> {
  return (await ask<{ tools: ListedTool[] }>(url, 'tools/list')).tools;
}

/** Names of a tool's arguments as `items[].id`; the optional ones end with `?`. */
export function argumentsOf({ properties = {}, required = [], items }: Schema, path = ''): string[] {
  if (items) return argumentsOf(items, `${path}[]`);
  return Object.entries(properties).flatMap(([name, schema]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return [required.includes(name) ? place : `${place}?`, ...argumentsOf(schema, place)];
  });
}
