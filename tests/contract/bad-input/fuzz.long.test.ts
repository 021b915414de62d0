import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { contract } from '../../../src/protocols/contract/index.ts';
import type { Endpoint } from '../../../src/protocols/endpoint.ts';
import { bodies, GOOD_BODY, goodMessages, headers, headersOfBody, pathIds, queries } from './fuzz-inputs.ts';
import { CONCURRENCY, type FuzzedRequest, type FuzzedService, startFuzzedService } from './fuzz-service.ts';
import type { RawAnswer } from './raw-http.ts';

/** Each run has a seed of its own, so that all runs together send any number. */
const REQUESTS_EACH = 1_000;
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
/** Members that any endpoint knows; each is unknown to other endpoints. */
const MEMBERS = [...new Set(contract.endpoints.flatMap(({ input }) => Object.keys(input.shape)))];

describe(`fuzzed requests (FUZZ_SEED=${seed})`, () => {
  const shared: { service?: FuzzedService } = {};
  const running = () => shared.service ?? assert.fail('the service is not running');
  before(async () => {
    shared.service = await startFuzzedService();
  });
  after(() => shared.service?.close());

  for (const endpoint of contract.endpoints)
    it(`${endpoint.route} answers as the contract allows`, async (test) => {
      const requests = requestsTo(endpoint, await running().makeResources());
      const outcome = await fuzz(running(), requests, (answer) => assertAllowed(endpoint, answer));
      test.diagnostic(`seed ${seed}: ${outcome}`);
    });

  it('POST /mcp answers as JSON-RPC allows', async (test) => {
    const requests = requestsToMcp(await running().makeResources());
    test.diagnostic(`seed ${seed}: ${await fuzz(running(), requests, assertAllowedMcp)}`);
  });
});

/** Sends requests in rounds, concurrently within a round, and shrinks failures. Returns the number of responses by kind. */
async function fuzz(
  service: FuzzedService,
  requestAt: (turn: number) => fc.Arbitrary<FuzzedRequest>,
  diagnoseAnswer: (answer: RawAnswer) => void,
): Promise<string> {
  const counts = new Map<number, number>();
  const round = fc.tuple(...Array.from({ length: CONCURRENCY }, (_, turn) => requestAt(turn)));
  const ask = async (request: FuzzedRequest) => {
    const answer = await service.send(request);
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    try {
      diagnoseAnswer(answer);
    } catch (error) {
      throw new Error(describeExchange(request, answer), { cause: error });
    }
  };
  const property = fc.asyncProperty(round, async (requests) => {
    await Promise.all(requests.map(ask));
  });
  await fc.assert(property, { seed, numRuns: REQUESTS_EACH / CONCURRENCY });
  const isFound = [...counts.keys()].some((status) => status < 300);
  assert.ok(isFound, 'some requests are good ones');
  return [...counts].map(([status, count]) => `${status} × ${count}`).join(', ');
}

function describeExchange(
  { method, path, headers, body }: FuzzedRequest,
  { status, text }: RawAnswer,
): string {
  const request = `${method} ${path} ${JSON.stringify(headers)} ${body?.toString('latin1').slice(0, 2_000)}`;
  return `${request}\nwas answered ${status} ${text.slice(0, 500)}`;
}

/** Requests to one endpoint; each request of a round has its own resources. */
function requestsTo(endpoint: Endpoint, ids: Record<string, string[]>) {
  const [method = '', template = ''] = endpoint.route.split(' ');
  const [parameter] = /(?<=\{)\w+(?=\})/.exec(template) ?? [];
  const query = queries(Object.keys(endpoint.input.shape));
  const body = bodies(GOOD_BODY, MEMBERS);
  return (turn: number): fc.Arbitrary<FuzzedRequest> => {
    const real = ids[parameter ?? '']?.[turn];
    const path = fc
      .tuple(parameter === undefined ? fc.constant('') : pathIds(real === undefined ? [] : [real]), query)
      .map(([id, search]) => template.replace(/\{\w+\}/, () => id) + search);
    if (method === 'GET') return fc.record({ method: fc.constant(method), path, headers });
    return fc.record({ method: fc.constant(method), path, headers: headersOfBody, body });
  };
}

function requestsToMcp(ids: Record<string, string[]>) {
  return (turn: number): fc.Arbitrary<FuzzedRequest> => {
    const messages = goodMessages(ids.session_id?.[turn] ?? '');
    const body = fc.oneof(
      ...messages.map((message) => bodies(message, [...MEMBERS, 'params', 'arguments', '_meta'])),
    );
    return fc.record({
      method: fc.constant('POST'),
      path: fc.constant('/mcp'),
      headers: headersOfBody,
      body,
    });
  };
}

function assertAllowed(endpoint: Endpoint, answer: RawAnswer): void {
  assert.ok(allowed(endpoint).includes(answer.status), `${answer.status} is not allowed`);
  if (answer.status === 304) assert.equal(answer.text, '');
  else if (answer.status < 300) endpoint.output.parse(readJson(answer));
  else errorBody.parse(readJson(answer));
}

const errorBody = z.strictObject({
  error: z.string().min(1),
  code: z.string().min(1),
  details: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
});

/** Statuses of docs/contract.md, Errors, and docs/decisions/0004-errors-mcp-cors.md, for a store platform that never fails. */
function allowed({ route, readsBody, cacheSeconds }: Endpoint): number[] {
  const changes = !route.startsWith('GET');
  return [
    ...[200, 400],
    ...(cacheSeconds === undefined ? [] : [304]),
    // Without an id the path is that of the collection, which has other methods.
    ...(route.includes('{') ? [404, 405] : []),
    ...(changes ? [201, 409, 413] : []),
    ...(readsBody || changes ? [415] : []),
  ];
}

const RPC_CODES = [-32700, -32600, -32601, -32602, -32000, -32020, -32022];

const rpcAnswer = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int(), z.null()]),
  result: z.object({}).optional(),
  error: z
    .strictObject({
      code: z.int().refine((code) => RPC_CODES.includes(code)),
      message: z.string().min(1),
      data: z.looseObject({ status: z.int().max(499).optional() }).optional(),
    })
    .optional(),
});

function assertAllowedMcp(answer: RawAnswer): void {
  if (answer.status === 202) {
    assert.equal(answer.text, '');
    return;
  }
  const body = readJson(answer);
  // A malformed Content-Type is refused before the body is read, in the error format of REST.
  if (answer.status === 415) {
    errorBody.parse(body);
    return;
  }
  assert.ok([200, 400, 404].includes(answer.status), `${answer.status} is not allowed`);
  const { result, error } = rpcAnswer.parse(body);
  assert.notEqual(result === undefined, error === undefined, 'either a result or an error');
  assert.ok(error || answer.status === 200);
}

function readJson(answer: RawAnswer): Record<string, unknown> {
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  assert.match(answer.headers.get('x-request-id') ?? '', /^[\w.:-]{1,128}$/);
  return JSON.parse(answer.text);
}
