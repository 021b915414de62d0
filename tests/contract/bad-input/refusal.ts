import assert from 'node:assert/strict';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import type { Answer, ErrorBody } from '../../../testing/agent.ts';
import type { Somewhere } from '../../../testing/everywhere.ts';
import { type RawAnswer, type RawRequest, sendRaw } from './raw-http.ts';

/** What a stack, a file of ours, or a statement would look like. */
const INSIDES =
  /\bat \S+ \(|node_modules|node:internal|\.ts\b|\/src\/|sqlite|postgres|\bselect\b .+\bfrom\b|\binsert into\b/i;

/** Sends a body as it is written, as JSON. */
export function sendText<Body = ErrorBody>(at: Somewhere, method: string, path: string, body: string) {
  return at.agent.send<Body>(method, path, { body, headers: { 'content-type': 'application/json' } });
}

/** Sends a request to the store as it is written; `path` is below the store's address. */
export function raw(at: Somewhere, wanted: RawRequest): Promise<RawAnswer> {
  const path = `/api/ucp/${at.slug}${wanted.path}`;
  return sendRaw(at.running.baseUrl, { ...wanted, path });
}

export function toAnswer({ status, headers, text }: RawAnswer): Answer<ErrorBody> {
  return { status, headers, body: JSON.parse(text) };
}

export interface Expected {
  status: number;
  code: string;
  /** Of the first detail; no details when left out. */
  path?: string | undefined;
}

/** The form of every error: `{error, code, details?}`, JSON, with a request id, and nothing of our insides. */
export function assertRefused(answer: Answer<ErrorBody>, expected: Expected, told = ''): void {
  const { status, headers, body } = answer;
  const text = `${told} ${JSON.stringify(body).slice(0, 300)}`;
  assert.equal(status, expected.status, text);
  assert.match(headers.get('content-type') ?? '', /^application\/json/, text);
  assert.match(headers.get('x-request-id') ?? '', /^[\w.:-]{1,128}$/, text);
  assert.equal(typeof body.error, 'string', text);
  assert.ok(body.error.length > 10, text);
  assert.equal(body.code, expected.code, text);
  assert.doesNotMatch(JSON.stringify(body), INSIDES);
  const known = expected.path === undefined ? ['error', 'code'] : ['error', 'code', 'details'];
  assert.deepEqual(Object.keys(body), known, text);
  if (expected.path === undefined) return;
  assert.equal(body.details?.[0]?.path, expected.path, text);
  assert.ok(body.error.includes(expected.path), `the sentence names the field: ${text}`);
}

/** Runs `work` and holds that the shop was asked nothing and that no session, cart or order is there more than before. */
export async function changesNothing(at: Somewhere, work: () => Promise<void>): Promise<void> {
  const { control } = at.running.shop(at.slug);
  const before = await countRows(at);
  control.resetCalls();
  await work();
  assert.deepEqual(control.calls(), {}, 'the platform is not asked');
  assert.deepEqual(await countRows(at), before);
}

async function countRows(at: Somewhere) {
  const database = await openDatabase(at.running.databaseUrl);
  try {
    const count = async (table: 'checkout_sessions' | 'carts' | 'orders') => {
      const rows = await database.selectFrom(table).select('status').execute();
      // One that failed while it was made has an id that nobody was told.
      return rows.filter(({ status }) => status !== 'failed').length;
    };
    return {
      sessions: await count('checkout_sessions'),
      carts: await count('carts'),
      orders: await count('orders'),
    };
  } finally {
    await database.destroy();
  }
}
