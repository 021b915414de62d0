import assert from 'node:assert/strict';
import type { z } from 'zod';
import type {
  cartAnswer,
  checkoutAnswer,
  orderAnswer,
  productAnswer,
  searchAnswer,
  shippingAnswer,
} from '../../src/protocols/shopping/answers.ts';
import { shopping } from '../../src/protocols/shopping/index.ts';
import type { Somewhere } from '../../testing/everywhere.ts';

export type Found = z.output<typeof searchAnswer>;
export type ShownProduct = z.output<typeof productAnswer>;
export type ShownCart = z.output<typeof cartAnswer>;
export type Checkout = z.output<typeof checkoutAnswer>;
export type ShownOrder = z.output<typeof orderAnswer>;
export type Shipping = z.output<typeof shippingAnswer>;

export interface ToolResult {
  content: { type: string; text: string }[];
  structuredContent?: unknown;
  isError?: boolean;
}

export interface Failed {
  error: {
    code: string;
    message: string;
    field?: string;
    choices?: { id: string; title: string; price: string }[];
    retry_after_seconds?: number;
  };
  next?: { tool: string; arguments?: Record<string, unknown>; same_arguments?: true };
}

/** Returns the JSON of the one text block that every client hands to its model, without structured content beside it. */
export function shownToModels({ content, structuredContent }: ToolResult): unknown {
  assert.equal(
    structuredContent,
    undefined,
    'structured content replaces or doubles the text in some clients',
  );
  assert.equal(content.length, 1, 'some clients read the first block alone');
  assert.equal(content[0]?.type, 'text');
  return JSON.parse(content[0].text);
}

interface RpcBody {
  result?: ToolResult & { tools: { name: string; description: string; outputSchema?: object }[] };
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** MCP client of the shopping endpoint without a library, for a store of a running service. */
export function shopperAt(
  at: Pick<Somewhere, 'slug'> & { running: { baseUrl: string } },
  always: Record<string, string> = { 'mcp-protocol-version': '2025-11-25' },
) {
  const address = `${at.running.baseUrl}/mcp/${at.slug}`;

  async function rpc(method: string, params: object = {}, init: RequestInit = {}, url = address) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...always },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      ...init,
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as RpcBody };
  }

  async function result(name: string, args: object, init?: RequestInit): Promise<ToolResult> {
    const { body } = await rpc('tools/call', { name, arguments: args }, init);
    return body.result ?? assert.fail(JSON.stringify(body));
  }

  return {
    address,
    rpc,
    result,

    /** Calls a tool that must succeed, and checks the answer against the tool's own schema. */
    async call<Answer>(name: string, args: object, init?: RequestInit): Promise<Answer> {
      const answer = await result(name, args, init);
      assert.equal(answer.isError, undefined, answer.content[0]?.text);
      const content = shownToModels(answer);
      shopping.tools.get(name)?.endpoint.output.parse(content);
      return content as Answer;
    },

    /** Calls a tool that must fail, and returns the failure that its text holds. */
    async failed(name: string, args: object): Promise<Failed> {
      const answer = await result(name, args);
      assert.equal(answer.isError, true, answer.content[0]?.text);
      return shownToModels(answer) as Failed;
    },
  };
}

export type Shopper = ReturnType<typeof shopperAt>;

/** Returns the short id of a variant in stock, with one of a product of several variants. */
export async function idsOf(shopper: Shopper): Promise<{ single: string; several: string }> {
  const { products } = await shopper.call<Found>('search_products', { query: 'mug' });
  const single = products.find(({ id, sold_out }) => id.startsWith('v') && !sold_out)?.id;
  const several = products.find(({ id, sold_out }) => id.startsWith('p') && !sold_out)?.id;
  assert.ok(single && several, JSON.stringify(products));
  return { single, several };
}
