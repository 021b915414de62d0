import { z } from 'zod';
import { toNotFoundError } from '../../commerce/errors.ts';
import { UNCOUNTED_AGENTS } from '../../commerce/policy/agents.ts';
import { REASONS, RULE_MODES } from '../../commerce/policy/policy.ts';
import { HOUR_MS, toIso } from '../../commerce/time/time.ts';
import type { LoggedRequest, RequestContents } from '../../storage/repositories/activity/request-log-rows.ts';
import { nameObject } from '../../wire/named.ts';
import { forStore } from '../action.ts';
import { format } from '../csv.ts';
import { integerOrNull, textOrNull } from '../fields.ts';
import { filterText, listForStore, pagesForStore, paging, span } from '../lists.ts';
import { createTestsQuery } from '../period.ts';
import { findLatency, latencyAnswer, latencyRow } from './latency.ts';
import { verifiedWire } from './lists.ts';
import { round } from './timeline.ts';

const HOURS = 48;

const count = z.int();
const requestHour = z.object({
  begins_at: z.iso.datetime().describe('Begin of the hour.'),
  requests: count,
  rejected: count.describe('Those that were answered with a 4xx.'),
  failed: count.describe('Those that were answered with a 5xx.'),
});

const NO_REQUESTS = { requests: 0, rejected: 0, failed: 0 };

const requestRow = nameObject('LoggedRequest', {
  id: z.string(),
  at: z.iso.datetime(),
  transport: z.enum(['rest', 'mcp']),
  method: z.string(),
  endpoint: z
    .string()
    .describe('Method and path with {members}. For requests of MCP itself, `MCP` and the method.'),
  tool: textOrNull,
  path: z.string().describe('As sent, without secrets.'),
  status: z.int().describe('HTTP status; over MCP, the status that the error stands for.'),
  duration_ms: z.number(),
  agent: z.string(),
  agent_verified: verifiedWire,
  request_id: z.string(),
  session_id: textOrNull,
  cart_id: textOrNull,
  order_id: textOrNull,
  error: textOrNull,
  verdicts: z
    .array(z.object({ rule: z.string(), reason: z.enum(REASONS), mode: z.enum(RULE_MODES).exclude(['off']) }))
    .describe('Rules of the store that refused the call, or in shadow mode would have.'),
});

const request = requestRow.extend({
  request_headers: z.record(z.string(), z.string()).describe('Headers that describe the agent.'),
  request_body: z
    .unknown()
    .describe('JSON without secrets and personal data; text where it was cut at 16 KB.'),
  response_body: z.unknown().describe('Answer to a change, or error. Null for a successful read.'),
  upstream_calls: z.array(
    z.object({
      operation: z.string(),
      status: integerOrNull,
      failure: textOrNull.describe('Why no answer came. Null for an answer.'),
      duration_ms: z.number(),
    }),
  ),
  repairs: z
    .array(z.string())
    .describe('How wrong arguments of a shopping tool were understood, a sentence for each.'),
  curl: z.string().describe('The same request as a curl command, with <redacted> in place of secrets.'),
});

const requestErrorWire = nameObject('LoggedError', {
  endpoint: z.string(),
  status: z.int(),
  error: z.string(),
  count: z.int(),
  last_at: z.iso.datetime(),
  example_id: z.string(),
});

const agentCountWire = nameObject('AgentCount', {
  agent: z.string(),
  requests: z.int(),
  verified_requests: z.int().describe('Those in which it proved who it is.'),
  last_at: z.iso.datetime(),
  counted: z.boolean().describe('False for the agents that are not counted in any figure.'),
});

const requestFilter = z.object({
  status_class: z.enum(['2xx', '4xx', '5xx', '']).optional(),
  status: z
    .union([z.literal(''), z.coerce.number().int().min(100).max(599)])
    .optional()
    .describe('Only calls with this HTTP status, such as 429.'),
  ...span,
  endpoint: filterText,
  agent: filterText,
  tests: createTestsQuery('include'),
  q: filterText.describe(
    'A part of the path, tool or error; the id of a rule that refused the call or would have; or a whole request id.',
  ),
});

function toFilter({ status_class: statusClass, status, q, ...others }: z.output<typeof requestFilter>) {
  return { ...others, text: q, status: status || undefined, statusClass: statusClass || undefined };
}

export const requestEndpoints = [
  pagesForStore({
    id: 'listStoreRequests',
    route: 'GET /stores/{slug}/requests',
    summary:
      'Lists the logged calls of agents, newest first. Calls that this process served appear immediately, those of other processes within 250 ms.',
    input: z.object({ ...requestFilter.shape, ...format, ...paging }),
    row: requestRow,
    async read({ context, store }, input, page) {
      await context.flushCalls();
      const listed = await context.requestLog.list(store.id, toFilter(input), page);
      return { ...listed, items: listed.items.map(toRequestRow) };
    },
  }),
  forStore({
    id: 'getStoreRequest',
    route: 'GET /stores/{slug}/requests/{log_id}',
    summary: 'Returns one call of an agent with its request, its answer and the calls to the store platform.',
    input: z.object({ log_id: z.string().max(200) }),
    output: z.object({ request }),
    async run({ context, store }, { log_id: id }) {
      await context.flushCalls();
      const request = await context.requestLog.find(store.id, id);
      if (!request) throw toNotFoundError('The log has no request with that id. Old requests are deleted.');
      return {
        request: {
          ...toRequestRow(request),
          requestBody: parseBody(request.requestBody),
          responseBody: parseBody(request.responseBody),
          upstreamCalls: request.upstreamCalls.map((call) => ({
            ...call,
            durationMs: round(call.durationMs),
          })),
          curl: renderCurl(request, context.baseUrl()),
        },
      };
    },
  }),
  listForStore({
    id: 'listStoreRequestErrors',
    route: 'GET /stores/{slug}/request-errors',
    isCostly: true,
    summary: 'Lists the errors in the log, grouped by endpoint and message.',
    row: requestErrorWire,
    filters: { tests: createTestsQuery('include') },
    async listItems({ context, store }, { tests }) {
      await context.flushCalls();
      const groups = await context.requestLog.listErrors(store.id, tests);
      return groups.map((group) => ({ ...group, error: group.error ?? '' }));
    },
  }),
  listForStore({
    id: 'listStoreRequestHours',
    route: 'GET /stores/{slug}/request-hours',
    isCostly: true,
    summary:
      'Counts the logged calls of each of the last 48 hours, oldest first, and those that were errors.',
    row: requestHour,
    filters: { tests: createTestsQuery('include') },
    async listItems({ context, store }, { tests }) {
      await context.flushCalls();
      const present = Math.floor(context.now() / HOUR_MS) * HOUR_MS;
      const first = present - (HOURS - 1) * HOUR_MS;
      const hours = Array.from({ length: HOURS }, (_, place) => toIso(first + place * HOUR_MS));
      const counted = await context.requestLog.countByHour(store.id, toIso(first), tests);
      const byHour = new Map(counted.map(({ hour, ...counts }) => [hour, counts]));
      return hours.map((beginsAt) => ({ beginsAt, ...(byHour.get(beginsAt.slice(0, 13)) ?? NO_REQUESTS) }));
    },
  }),
  forStore({
    id: 'getStoreRequestLatency',
    route: 'GET /stores/{slug}/request-latency',
    isCostly: true,
    summary:
      'Returns how fast requests were answered, by endpoint, and the shop’s part of the time. 95 % of the requests took p95_ms or less.',
    input: z.object({ ...requestFilter.shape, ...format }),
    output: latencyAnswer,
    run: (visit, input) => findLatency(visit, toFilter(input)),
    file: { row: latencyRow, rows: ({ items }) => items },
  }),
  listForStore({
    id: 'listStoreAgents',
    route: 'GET /stores/{slug}/agents',
    summary:
      'Lists every agent that has called, the most frequent first. The console’s playground and the service’s own checks are listed too, and marked.',
    row: agentCountWire,
    async listItems({ context, store }) {
      await context.flushCalls();
      const agents = await context.statistics.listAgents(store.id);
      return agents.map((each) => ({ ...each, counted: !UNCOUNTED_AGENTS.includes(each.agent) }));
    },
  }),
];

function toRequestRow<Logged extends LoggedRequest>(logged: Logged) {
  return { ...logged, durationMs: logged.durationUs / 1000 };
}

/** A truncated body is no valid JSON and is shown as text. */
function parseBody(body: string | null): unknown {
  try {
    return body === null ? null : JSON.parse(body);
  } catch {
    return body;
  }
}

/** Headers that differ for each request, or mean nothing when it is sent again. */
const NOT_SENT_AGAIN = new Set(['request-id', 'x-request-id', 'origin']);

/** Renders the request for a POSIX shell, with `<redacted>` for secrets. Every word is quoted against injection. */
function renderCurl(request: LoggedRequest & RequestContents, baseUrl: string): string {
  const { method, path, requestHeaders, requestBody } = request;
  const url = baseUrl + (path.startsWith('/') ? path : `/${path}`);
  const headers = Object.entries(requestHeaders)
    .filter(([name]) => !NOT_SENT_AGAIN.has(name))
    .map(([name, value]) => `--header ${quoteForShell(`${name}: ${value}`)}`);
  const words = [
    method === 'HEAD' ? 'curl --head' : `curl --request ${quoteForShell(method)}`,
    '--globoff --path-as-is',
    ...headers,
    ...(requestBody === null ? [] : [`--data-raw ${quoteForShell(requestBody)}`]),
    quoteForShell(url),
  ];
  return words.join(' \\\n  ');
}

/** Inside single quotes a shell interprets only the closing quote. */
function quoteForShell(text: string): string {
  const plain = text.replaceAll(/[\0\r\n]+/g, ' ');
  return `'${plain.replaceAll("'", "'\\''")}'`;
}
