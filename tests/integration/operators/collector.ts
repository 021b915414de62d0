import { startHttpServer } from '../../../testing/http-server.ts';

/** Span as received by a collector. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
  attributes: Record<string, string>;
}

interface OtlpSpan extends Omit<ReceivedSpan, 'attributes'> {
  attributes: { key: string; value: Record<string, string> }[];
}

interface OtlpRequest {
  resourceSpans: { resource: { attributes: object[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

/** Receives OTLP over HTTP, like an OpenTelemetry collector. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = await startHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const isExport = request.method === 'POST' && request.url === '/v1/traces';
      if (isExport) {
        headers.push(request.headers);
        spans.push(...read(JSON.parse(body)));
      }
      response.writeHead(isExport ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return { ...server, spans, headers };
}

function read({ resourceSpans }: OtlpRequest): ReceivedSpan[] {
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return spans.map((span) => ({
    ...span,
    attributes: Object.fromEntries(
      span.attributes.map(({ key, value }) => [key, Object.values(value).join('')]),
    ),
  }));
}
