import assert from 'node:assert/strict';

/** Service's answer to an agent, with the members that the proof reads. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the proof reads answers as an agent does, without types.
  body: any;
}

export interface Agent {
  get(path: string): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
}

/** Agent of one store of the service, by the name that it sends: agents of one name share a quota. */
export function agentAt(service: string, slug: string, name = 'ucp-host-proof/1.0'): Agent {
  const base = `${service}/api/ucp/${slug}`;
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = { ...init.headers, 'user-agent': name };
    const response = await fetch(`${base}${path}`, { ...init, headers });
    return { status: response.status, body: await response.json() };
  };
  return {
    get: (path) => ask(path, {}),
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      }),
  };
}

export function variant(id: number): string {
  return `gid://woocommerce/ProductVariant/${id}`;
}

export function product(id: number): string {
  return `gid://woocommerce/Product/${id}`;
}

/** A line of a request. */
export function line(id: number, quantity = 1) {
  return { item: { id: variant(id) }, quantity };
}

/** Calls a tool of the shopping endpoint; returns what a model reads. */
export async function callTool(address: string, name: string, args: object): Promise<Answer['body']> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result, error } = (await response.json()) as Answer['body'];
  const [{ text }] = result?.content ?? [{ text: JSON.stringify(error) }];
  assert.ok(result && !result.isError, text);
  return JSON.parse(text);
}
