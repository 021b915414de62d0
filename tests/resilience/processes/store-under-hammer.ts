import assert from 'node:assert/strict';
import { z } from 'zod';
import { cartResponse, sessionResponse } from '../../../src/protocols/contract/responses.ts';
import type { Cart, Session } from '../../../testing/agent.ts';
import { ask, type Question, type Reply } from './ask.ts';

const errorResponse = z.looseObject({ error: z.string().min(1), code: z.string() });

/** Statuses of a slow shop or busy process, after which a request may be repeated. */
const LATER = [503, 504];

export interface Answers<Body> {
  /** Statuses of the responses. */
  ok: { status: number; body: Body }[];
  refused: number[];
  /** True when an outcome is unknown: cut off, or refused with a retry. */
  doubt: boolean;
}

/** Agent that asserts the store's answers, whichever process gives them. */
export function storeUnderHammer(baseUrl: string, slug: string) {
  const address = `${baseUrl}/api/ucp/${slug}`;
  const heard: Record<string, number> = {};

  /** Sends identical concurrent requests; `allowed` adds to 2xx and `LATER`. */
  async function race<Body>(
    questions: readonly Omit<Question, 'url'>[],
    path: string,
    { schema, allowed }: { schema: z.ZodType<Body>; allowed: readonly number[] },
  ): Promise<Answers<Body>> {
    const replies = await Promise.all(questions.map((each) => ask({ ...each, url: address + path })));
    for (const each of replies) count(each);
    const answers = replies.filter((each) => each !== undefined && !isLater(each)) as Reply[];
    const isOk = ({ status }: Reply) => status < 300;
    return {
      ok: answers.filter(isOk).map(({ status, body }) => ({ status, body: schema.parse(body) })),
      refused: answers.filter((each) => !isOk(each)).map((each) => refusal(each, allowed)),
      doubt: answers.length < replies.length,
    };
  }

  function count(reply: Reply | undefined): void {
    const name = reply ? String(reply.status) : 'cut off';
    heard[name] = (heard[name] ?? 0) + 1;
  }

  function isLater({ status, body }: Reply): boolean {
    if (!LATER.includes(status)) return false;
    errorResponse.parse(body);
    return true;
  }

  function refusal({ status, body }: Reply, allowed: readonly number[]): number {
    assert.ok(allowed.includes(status), `${status} is not allowed here: ${JSON.stringify(body)}`);
    errorResponse.parse(body);
    return status;
  }

  const sessions = (method: string, path: string, times: number, allowed: readonly number[]) =>
    race<Session>(repeat(times, { method }), `/checkout-sessions${path}`, {
      schema: sessionResponse,
      allowed,
    });
  const carts = (
    questions: readonly Omit<Question, 'url'>[],
    path: string,
    allowed: readonly number[] = [],
  ) => race<Cart>(questions, `/carts${path}`, { schema: cartResponse, allowed });

  return {
    address,
    /** Number of responses by status. */
    heard,
    create: (key: string, body: object, times: number) =>
      race<Session>(
        repeat(times, { method: 'POST', body, headers: { 'idempotency-key': key } }),
        '/checkout-sessions',
        { schema: sessionResponse, allowed: [] },
      ),
    read: (id: string) => sessions('GET', `/${id}`, 1, []),
    complete: (id: string, times: number) => sessions('POST', `/${id}/complete`, times, [409]),
    cancel: (id: string, times: number) => sessions('POST', `/${id}/cancel`, times, [404]),
    replace: (id: string, bodies: readonly object[]) =>
      race<Session>(
        bodies.map((body) => ({ method: 'PUT', body })),
        `/checkout-sessions/${id}`,
        { schema: sessionResponse, allowed: [] },
      ),
    createCart: (body: object) => carts([{ method: 'POST', body }], ''),
    readCart: (id: string) => carts([{ method: 'GET' }], `/${id}`),
    updateCart: (id: string, bodies: readonly object[]) =>
      carts(
        bodies.map((body) => ({ method: 'PUT', body })),
        `/${id}`,
      ),
    cancelCart: (id: string, times: number) =>
      carts(repeat(times, { method: 'POST' }), `/${id}/cancel`, [409]),
  };
}

export type StoreUnderHammer = ReturnType<typeof storeUnderHammer>;

function repeat(times: number, question: Omit<Question, 'url'>): Omit<Question, 'url'>[] {
  return Array.from({ length: times }, () => question);
}
