import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { agentOf } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { type ReceivedSpan, startCollector } from './collector.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

describe('traces', () => {
  const spans: ReceivedSpan[] = [];
  const headersOfCalls: Headers[] = [];
  const collectors: Record<string, unknown>[] = [];

  before(async () => {
    const collector = await startCollector();
    const overrides = {
      fetch: (...args: Parameters<typeof fetch>) => {
        headersOfCalls.push(new Headers(args[1]?.headers));
        return fetch(...args);
      },
    };
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=agents%20and%20shops',
    };
    const running = await startTestService({ database: anyDatabase, overrides, settings });
    headersOfCalls.length = 0;
    const agent = agentOf(running.baseUrl, 'demo-shopify', { traceparent: `00-${TRACE}-${PARENT}-01` });
    assert.equal((await agent.createSession(['gid://shopify/ProductVariant/1001'])).status, 201);
    const unsampled = agentOf(running.baseUrl, 'demo-woocommerce', {
      traceparent: `00-${'1'.repeat(32)}-${PARENT}-00`,
    });
    await unsampled.search('mug');
    for (const traceparent of [
      `00-${'0'.repeat(32)}-${PARENT}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `ff-${TRACE}-${PARENT}-01`,
      `00-${TRACE}-${PARENT}-01-more`,
      'nonsense',
    ])
      await agentOf(running.baseUrl, 'demo-woocommerce', { traceparent }).get('/');
    await running.settle();
    await running.close();
    spans.push(...collector.spans);
    collectors.push(...collector.headers);
    await collector.close();
  });

  const called = (name: string) => spans.find((span) => span.name === name) ?? assert.fail(`no span ${name}`);

  it('continues the caller’s trace in the request, its operation and each call to the shop', () => {
    const request = called('POST /api/ucp/:slug/checkout-sessions');
    assert.deepEqual([request.traceId, request.parentSpanId, request.kind], [TRACE, PARENT, 2]);
    assert.equal(request.attributes['http.response.status_code'], '201');
    assert.equal(request.attributes['ucp.store'], 'demo-shopify');
    const operation = called('POST /checkout-sessions');
    const call = called('CreateCart');
    assert.equal(operation.parentSpanId, request.spanId);
    assert.deepEqual([call.traceId, call.parentSpanId, call.kind], [TRACE, operation.spanId, 3]);
    assert.ok(BigInt(call.startTimeUnixNano) >= BigInt(request.startTimeUnixNano));
    assert.ok(BigInt(call.endTimeUnixNano) <= BigInt(request.endTimeUnixNano));
    const traceparents = headersOfCalls.map((headers) => headers.get('traceparent'));
    assert.ok(traceparents.includes(`00-${TRACE}-${call.spanId}-01`));
    const haveIds = headersOfCalls.every((headers) => headers.has('x-request-id'));
    assert.ok(haveIds, 'the request id goes along');
  });

  it('traces a span for each background job, with its calls', () => {
    const job = called('job import_products');
    const list = called('ListProducts');
    assert.equal(list.traceId, called('job import_products').traceId);
    assert.equal(list.parentSpanId, job.spanId);
    assert.ok(job.attributes['ucp.job.id']);
  });

  it('samples as the caller says, and begins a trace of its own when the traceparent is malformed', () => {
    assert.ok(!spans.some(({ traceId }) => traceId === '1'.repeat(32)));
    assert.ok(
      headersOfCalls.some((headers) => headers.get('traceparent')?.startsWith(`00-${'1'.repeat(32)}`)),
    );
    const requests = spans.filter(({ name }) => name.startsWith('GET /api/ucp/:slug'));
    const roots = requests.filter(({ parentSpanId, traceId }) => !parentSpanId && traceId !== TRACE);
    assert.equal(roots.length, 5);
  });

  it('exports traces with the configured headers, and without a secret or a buyer’s address', () => {
    assert.equal(collectors[0]?.['x-team'], 'agents and shops');
    assert.doesNotMatch(JSON.stringify(spans), /shpat|\bck_|\bcs_|key=|127\.0\.0\.1:/);
  });
});
