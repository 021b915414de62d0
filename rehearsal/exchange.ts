import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../src/commerce/json/is-object.ts';
import { parseJson } from '../src/commerce/json/parse-json.ts';
import { SELF_CHECK_AGENT } from '../src/commerce/policy/agents.ts';
import { retryAfterSeconds } from '../src/outbound/retry-after.ts';
import type { Call, Reply } from './endpoint.ts';
import { type Json, objectsIn, textIn } from './paths.ts';

const HEADERS = {
  'content-type': 'application/json',
  'mcp-protocol-version': '2025-11-25',
  'user-agent': SELF_CHECK_AGENT,
};
const MAX_WAIT_SECONDS = 120;

/** Repeats a call above the service's quota when its answer says that it may: the quota is no mistake of the shopper. */
async function ask(url: string | URL, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init);
    const seconds = retryAfterSeconds(response);
    if (seconds === undefined || seconds > MAX_WAIT_SECONDS || !(await isAboveQuota(response)))
      return response;
    if (process.stderr.isTTY) process.stderr.write(`Waits ${seconds} seconds, as the answer says.\n`);
    await sleep(seconds * 1_000);
  }
}

/** Errors of MCP come with status 200. */
async function isAboveQuota(response: Response): Promise<boolean> {
  return response.status === 429 || (await response.clone().text()).includes('"too_many_requests"');
}

/** Calls an MCP tool. Returns JSON-RPC's error, the result's structured content, or the JSON in its text. */
export async function callTool(url: string, call: Call): Promise<Reply> {
  const params = { name: call.tool, arguments: call.arguments };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const answer = await json(await ask(url, { method: 'POST', headers: HEADERS, body }));
  const { result, error } = answer;
  if (!isObject(result)) return { failed: true, body: isObject(error) ? error : answer };
  const structured = result.structuredContent;
  if (isObject(structured)) return { failed: isRefusal(structured), body: structured };
  return { failed: result.isError === true, body: parsed(textIn(objectsIn(result.content)[0]?.text)) };
}

/** Official UCP's answer without a resource is a success of the protocol. */
function isRefusal({ ucp }: Json): boolean {
  return isObject(ucp) && ucp.status === 'error';
}

/** Calls a REST endpoint: arguments that its path names go there, two into headers, the others into the query or the body. */
export async function callRest(base: string, { tool, arguments: input }: Call): Promise<Reply> {
  const [method = 'GET', template = '/'] = tool.split(' ');
  const { idempotency_key: key, ucp_agent: profile, ...others } = input;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = others[name];
    delete others[name];
    return encodeURIComponent(String(value));
  });
  const url = new URL(base + path);
  const hasBody = method !== 'GET';
  if (!hasBody) for (const [name, value] of Object.entries(others)) url.searchParams.set(name, String(value));
  const response = await ask(url, {
    method,
    headers: {
      ...HEADERS,
      ...(typeof key === 'string' ? { 'idempotency-key': encodeHeader(key) } : {}),
      ...(typeof profile === 'string' ? { 'ucp-agent': `profile="${encodeHeader(profile)}"` } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(others) } : {}),
  });
  const body = await json(response);
  return { failed: !response.ok || isRefusal(body), body };
}

/** Headers hold Latin-1; a character beyond it would be refused before it is sent. */
function encodeHeader(value: string): string {
  return Buffer.from(value).toString('latin1');
}

async function json(response: Response): Promise<Json> {
  return parsed(await response.text());
}

function parsed(text: string): Json {
  const value = parseJson(text);
  if (value === undefined) return { message: text };
  return isObject(value) ? value : { value };
}
