import assert from 'node:assert/strict';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import type { Answer, ErrorBody } from '../../../testing/agent.ts';
import type { Somewhere } from '../../../testing/everywhere.ts';
import { type RawAnswer, type RawRequest, sendRaw } from './raw-http.ts';

/** Patterns of stacks, source files and SQL statements. */
const INSIDES =
  /\bat \S+ \(|node_modules|node:internal|\.ts\b|\/src\/|sqlite|postgres|\bselect\b .+\bfrom\b|\binsert into\b/i;

/** Sends the text as a JSON body. */
export function sendText<Body = ErrorBody>(at: Somewhere, method: string, path: string, body: string) {
  return at.agent.send<Body>(method, path, { body, headers: { 'content-type': 'application/json' } });
}

/** Sends an unmodified request; `path` is below the store's URL. */
export function raw(at: Somewhere, request: RawRequest): Promise<RawAnswer> {
  const path = `/api/ucp/${at.slug}${request.path}`;
  return sendRaw(at.running.baseUrl, { ...request, path });
}

export function toAnswer({ status, headers, text }: RawAnswer): Answer<ErrorBody> {
  return { status, headers, body: JSON.parse(text) };
}

export interface Expected {
  status: number;
  code: string;
  /** Path of the first detail; the error has no details when left out. */
  path?: string | undefined;
}

/** Asserts the form of every error: JSON `{error, code, details?}` with a request id, without internals of the service. */
export function assertRefused(answer: Answer<ErrorBody>, expected: Expected, about = ''): void {
  const { status, headers, body } = answer;
  const text = `${about} ${JSON.stringify(body).slice(0, 300)}`;
  assert.equal(status, expected.status, text);
  assert.match(headers.get('content-type') ?? '', /^application\/json/, text);
  assert.match(headers.get('x-request-id') ?? '', /^[\w.:-]{1,128}$/, text);
  assert.equal(typeof body.error, 'string', text);
  assert.ok(body.error.length > 10, text);
  assert.equal(body.code, expected.code, text);
  assert.doesNotMatch(JSON.stringify(body), INSIDES);
  const members = expected.path === undefined ? ['error', 'code'] : ['error', 'code', 'details'];
  assert.deepEqual(Object.keys(body), members, text);
  if (expected.path === undefined) return;
  assert.equal(body.details?.[0]?.path, expected.path, text);
  assert.ok(body.error.includes(expected.path), `the sentence names the field: ${text}`);
}

/** Runs `work` and asserts that the shop got no call and that no session, cart or order was added. */
export async function changesNothing(at: Somewhere, work: () => Promise<void>): Promise<void> {
  const { control } = at.running.shop(at.slug);
  const before = await countRows(at);
  control.resetCalls();
  await work();
  assert.deepEqual(control.calls(), {}, 'the platform is not asked');
  assert.deepEqual(await countRows(at), before);
}

async function countRows(at: Somewhere) {
  await using database = await openDatabase(at.running.databaseUrl);
  const count = async (table: 'checkout_sessions' | 'carts' | 'orders') => {
    const rows = await database.selectFrom(table).select('status').execute();
    // A session that failed during its creation has an id that no agent received.
    return rows.filter(({ status }) => status !== 'failed').length;
  };
  return {
    sessions: await count('checkout_sessions'),
    carts: await count('carts'),
    orders: await count('orders'),
  };
}
