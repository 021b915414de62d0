import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer, Line, RpcAnswer } from './agent.ts';
import type { Somewhere } from './everywhere.ts';

/** Profiles of an agent platform that the service knows and never fetches. */
export const PROFILE = profileOf('2026-08-25');
export const OLDER_PROFILE = profileOf('2026-04-08');

function profileOf(version: string): string {
  return `https://shopify.dev/ucp/agent-profiles/${version}/valid-with-capabilities.json`;
}

type Total = { type: string; amount: number; display_text?: string };
export type Message = { type: string; code: string; content: string; severity?: string; path?: string };

interface Envelope {
  version: string;
  status: string;
  capabilities: Record<string, { version: string }[]>;
  payment_handlers?: object;
}

/** Members of carts and checkouts that tests read. */
export interface UcpCheckout {
  ucp: Envelope;
  id: string;
  status: string;
  currency: string;
  line_items: {
    id: string;
    item: { id: string; title: string; price: number };
    quantity: number;
    totals: Total[];
  }[];
  totals: Total[];
  discounts?: {
    codes: string[];
    applied: {
      code?: string;
      title: string;
      amount: number;
      automatic?: boolean;
      allocations?: { path: string; amount: number }[];
    }[];
  };
  buyer?: Record<string, string>;
  messages?: Message[];
  links: { type: string; url: string }[];
  continue_url?: string;
  expires_at: string;
  order?: { id: string; permalink_url: string };
}

export interface UcpProduct {
  id: string;
  title: string;
  variants: {
    id: string;
    title: string;
    price: UcpPrice;
    list_price?: UcpPrice;
    unit_price?: object;
    sku?: string;
    barcodes?: { type: string; value: string }[];
    availability: { available: boolean; status: string; quantity?: number };
    options?: { name: string; label: string }[];
    media?: { url: string }[];
    metadata?: { max_per_order?: number };
    inputs?: { id: string; match: string }[];
  }[];
  categories?: { value: string }[];
  list_price_range?: { min: UcpPrice; max: UcpPrice };
  rating?: { value: number; scale_min: number; scale_max: number; count: number };
  metadata?: { brand?: string; sku?: string; attributes?: { name: string; values: string[] }[] };
  selected?: { name: string; label: string }[];
  options?: { name: string; values: { label: string; available?: boolean; exists?: boolean }[] }[];
}

type UcpPrice = { amount: number; currency: string };
export type ToolAnswer = { structuredContent: UcpCheckout; content: { type: string; text: string }[] };

/** Client of official UCP at one store, with the given profile. */
export function ucpAgentOf(
  at: Pick<Somewhere, 'slug'> & { running: { baseUrl: string } },
  profile: string | null = PROFILE,
) {
  const address = `${at.running.baseUrl}/ucp/${at.slug}`;

  async function send<Body = UcpCheckout>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(address + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(profile === null ? {} : { 'ucp-agent': `profile="${profile}"` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? ({} as Body) : JSON.parse(text),
    };
  }

  const rpc = <Result = ToolAnswer>(method: string, params: object) =>
    send<RpcAnswer<Result>>('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params });

  return {
    address,
    send,
    rpc,
    post: <Body = UcpCheckout>(path: string, body: unknown, headers?: Record<string, string>) =>
      send<Body>('POST', path, body, headers),
    get: <Body = UcpCheckout>(path: string) => send<Body>('GET', path),
    put: <Body = UcpCheckout>(path: string, body: unknown, headers?: Record<string, string>) =>
      send<Body>('PUT', path, body, headers),
    keyed: <Body = UcpCheckout>(path: string, body: unknown, key: string) =>
      send<Body>('POST', path, body, { 'idempotency-key': key }),

    create: (lines: Line[], extras: object = {}) =>
      send('POST', '/checkout-sessions', { ...lineItems(lines), ...extras }),
    createCart: (lines: Line[], extras: object = {}) =>
      send('POST', '/carts', { ...lineItems(lines), ...extras }),

    /** Calls a tool as an MCP client of this agent platform. */
    call: (name: string, args: object = {}, meta: object = {}) =>
      rpc('tools/call', {
        name,
        arguments: {
          meta: {
            ...(profile === null ? {} : { 'ucp-agent': { profile } }),
            'idempotency-key': randomUUID(),
            ...meta,
          },
          ...args,
        },
      }),
  };
}

export type UcpAgent = ReturnType<typeof ucpAgentOf>;

export function lineItems(lines: Line[]) {
  const line_items = lines.map((line) => {
    const [id, quantity] = typeof line === 'string' ? [line, 1] : line;
    return { item: { id }, quantity };
  });
  return { line_items };
}

export function amountOf(totals: readonly Total[], type: string): number {
  return totals.filter((total) => total.type === type).reduce((sum, { amount }) => sum + amount, 0);
}

/** Asserts one subtotal and one total whose difference the other entries explain, for the whole and for each line. */
export function assertSums({ totals, line_items }: Pick<UcpCheckout, 'totals' | 'line_items'>): void {
  for (const each of [totals, ...line_items.map((line) => line.totals)]) {
    for (const type of ['subtotal', 'total'])
      assert.equal(each.filter((total) => total.type === type).length, 1, type);
    const others = each.filter(({ type }) => type !== 'total').reduce((sum, { amount }) => sum + amount, 0);
    assert.equal(others, amountOf(each, 'total'), JSON.stringify(each));
    for (const { type, amount } of each) {
      if (type.endsWith('discount')) assert.ok(amount < 0, `${type} is negative`);
      else if (type !== 'adjustment') assert.ok(amount >= 0, `${type} is not negative`);
    }
  }
  for (const type of ['subtotal', 'items_discount']) {
    const lines = line_items.reduce((sum, line) => sum + amountOf(line.totals, type), 0);
    assert.equal(lines, amountOf(totals, type), `the lines make the ${type}`);
  }
}

/**
 * Asserts that the applied amounts make the discounts of the totals, and that allocations make each discount and, when all
 * line discounts are allocated, each line's totals.
 */
export function assertDiscounts({ totals, line_items, discounts }: UcpCheckout): void {
  const applied = discounts?.applied ?? [];
  const discounted = amountOf(totals, 'discount') + amountOf(totals, 'items_discount');
  assert.equal(
    applied.reduce((sum, { amount }) => sum - amount, 0),
    discounted,
    'what was applied makes the discounts',
  );
  for (const { amount, allocations } of applied) {
    if (!allocations) continue;
    assert.equal(
      allocations.reduce((sum, each) => sum + each.amount, 0),
      amount,
      'the allocations make their discount',
    );
  }
  const all = applied.flatMap(({ allocations = [] }) => allocations);
  if (all.reduce((sum, { amount }) => sum - amount, 0) !== amountOf(totals, 'items_discount')) return;
  for (const [index, line] of line_items.entries()) {
    const ofLine = all.filter(({ path }) => path === `$.line_items[${index}]`);
    const sum = ofLine.reduce((total, { amount }) => total - amount, 0);
    assert.equal(sum, amountOf(line.totals, 'items_discount'), `what is allocated to line ${index}`);
  }
}

export function messageOf({ messages }: { messages?: Message[] }, code: string): Message {
  const first = messages?.find((message) => message.code === code);
  return first ?? assert.fail(`no message ${code} in ${JSON.stringify(messages)}`);
}
