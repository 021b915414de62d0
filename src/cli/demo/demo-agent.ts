import { randomUUID } from 'node:crypto';
import { type AgentClient, type AnswerOf, createAgentClient } from '../../../client/index.ts';
import { SELF_CHECK_AGENT } from '../../commerce/policy/agents.ts';
import type { Config } from '../../settings/config.ts';
import { toServiceAddresses } from '../serve/sandbox-folder.ts';
import { paint, say } from '../shell/terminal.ts';

type Session = AnswerOf<'createCheckoutSession'>;

/** Client that prints what it sends and receives. */
export interface ShoppingAgent extends AgentClient {
  address: string;
  transport: 'REST' | 'MCP';
}

export function createRestAgent(baseUrl: string, slug: string): ShoppingAgent {
  const client = createAgentClient({ baseUrl, slug, fetch: fetchAndPrint });
  return { ...client, address: `${baseUrl}/api/ucp/${slug}`, transport: 'REST' };
}

/** Creates and completes sessions with tools of MCP, and uses REST for the rest. */
export function createMcpAgent(baseUrl: string, slug: string): ShoppingAgent {
  const rest = createRestAgent(baseUrl, slug);
  let requests = 0;
  const callTool = async (name: string, args: object): Promise<Session> => {
    requests += 1;
    const call = { jsonrpc: '2.0', id: requests, method: 'tools/call', params: { name, arguments: args } };
    const answer = await fetchAndPrint(`${rest.address}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    const { result, error } = (await answer.json()) as RpcAnswer;
    if (!result) throw new Error(`${name}: ${error?.message}`);
    return JSON.parse(result.content[0]?.text ?? 'null') as Session;
  };
  return {
    ...rest,
    transport: 'MCP',
    createSession: (request, idempotency_key = randomUUID()) =>
      callTool('create_checkout_session', { ...request, idempotency_key }),
    completeSession: (session_id) => callTool('complete_checkout_session', { session_id }),
  };
}

interface RpcAnswer {
  result?: { content: { text: string }[] };
  error?: { message: string };
}

async function fetchAndPrint(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(String(url));
  const body = init.body === undefined ? '' : ` ${shortenText(String(init.body))}`;
  say(`    ${paint('cyan', `${init.method} ${pathname}${search}`)}${paint('dim', body)}`);
  const answer = await fetch(url, { ...init, headers: createUncountedHeaders(init.headers) });
  const text = await answer.clone().text();
  say(paint('dim', `    ${answer.status} ${shortenText(shortenAnswer(JSON.parse(text)))}`));
  return answer;
}

/** Headers of the service's own checks, which are listed but not counted in any figure. */
function createUncountedHeaders(init?: RequestInit['headers']): Headers {
  const headers = new Headers(init);
  headers.set('user-agent', SELF_CHECK_AGENT);
  return headers;
}

/** Response without envelopes and without the cart's key. */
function shortenAnswer(answer: object): string {
  if ('result' in answer)
    return shortenAnswer(JSON.parse((answer as RpcAnswer).result?.content[0]?.text ?? '{}'));
  const { ucp, ...rest } = answer as Record<string, unknown>;
  const content = Object.keys(rest).length > 0 ? rest : ucp;
  return JSON.stringify(content).replaceAll(/\?(?:key|ucp_cart)=[^"]+/g, '?…');
}

/** Controls a simulated shop, in place of its admin and its buyers. */
export async function postControl(url: string, input: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
  if (!answer.ok) throw new Error(`The shop answered ${answer.status} at ${url}: ${await answer.text()}`);
}

const SHOWN = 200;

function shortenText(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Returns the address of the service of this folder, or of the service that the settings name; undefined when neither runs. */
export async function locateRunningService(config: Config): Promise<string | undefined> {
  for (const baseUrl of new Set(toServiceAddresses(config))) {
    const headers = createUncountedHeaders();
    const answer = await fetch(`${baseUrl}/api/ucp/demo-shopify`, { headers }).catch(() => undefined);
    if (!answer?.ok) continue;
    say(paint('dim', `Using the service at ${baseUrl}.`));
    return baseUrl;
  }
  return undefined;
}
