import colors from 'picocolors';
import type { z } from 'zod';
import { manifestResponse, productPageResponse, sessionResponse } from '../dialects/contract/responses.ts';
import { say } from './terminal.ts';

type Session = z.infer<typeof sessionResponse>;

/** What an agent does in a purchase, whatever carries it. Answers are checked against the contract's shapes. */
export interface ShoppingAgent {
  address: string;
  transport: string;
  discover(): Promise<z.infer<typeof manifestResponse>>;
  search(words: string): Promise<z.infer<typeof productPageResponse>>;
  create(request: object, idempotencyKey: string): Promise<Session>;
  complete(id: string): Promise<Session>;
}

export function agentOverRest(address: string): ShoppingAgent {
  const sessions = `${address}/checkout-sessions`;
  return {
    ...catalogOf(address),
    transport: 'REST',
    create: async (request, key) =>
      sessionResponse.parse(await call('POST', sessions, request, { 'idempotency-key': key })),
    complete: async (id) => sessionResponse.parse(await call('POST', `${sessions}/${id}/complete`)),
  };
}

/** Discovery and catalog are REST's; the four tools of checkout go over MCP. */
export function agentOverMcp(address: string): ShoppingAgent {
  let requests = 0;
  const tool = async (name: string, given: object): Promise<Session> => {
    requests += 1;
    const request = {
      jsonrpc: '2.0',
      id: requests,
      method: 'tools/call',
      params: { name, arguments: given },
    };
    const answer = (await call('POST', `${address}/mcp`, request)) as RpcAnswer;
    if (!answer.result) throw new Error(`${name}: ${answer.error?.message}`);
    return sessionResponse.parse(JSON.parse(answer.result.content[0]?.text ?? 'null'));
  };
  return {
    ...catalogOf(address),
    transport: 'MCP',
    create: (request, key) => tool('create_checkout_session', { ...request, idempotency_key: key }),
    complete: (id) => tool('complete_checkout_session', { session_id: id }),
  };
}

interface RpcAnswer {
  result?: { content: { text: string }[] };
  error?: { message: string };
}

function catalogOf(address: string) {
  return {
    address,
    discover: async () => manifestResponse.parse(await call('GET', address)),
    search: async (words: string) =>
      productPageResponse.parse(
        await call('GET', `${address}/catalog/search?q=${encodeURIComponent(words)}&first=5`),
      ),
  };
}

async function call(
  method: string,
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const sent = body === undefined ? '' : ` ${shortened(JSON.stringify(body))}`;
  say(`    ${colors.cyan(`${method} ${new URL(url).pathname}${new URL(url).search}`)}${colors.dim(sent)}`);
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  say(colors.dim(`    ${answer.status} ${shortened(text.replaceAll(/\?(?:key|ucp_cart)=[^"\\]+/g, '?…'))}`));
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

const SHOWN = 160;

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
