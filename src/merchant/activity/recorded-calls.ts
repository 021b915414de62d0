import { CommerceError } from '../../commerce/errors.ts';
import type { Tests } from '../../commerce/policy/agents.ts';
import { isUuid } from '../../commerce/uuid.ts';
import type { RequestFilter } from '../../storage/repositories/request-log.ts';
import type { LoggedRequest, RequestContents } from '../../storage/repositories/request-log-rows.ts';
import type { StoreVisit } from '../visit.ts';

export async function listRequests(
  { context, store }: StoreVisit<'flushCalls' | 'requestLog'>,
  filter: RequestFilter,
  page: { limit: number; offset: number },
) {
  await context.flushCalls();
  return context.requestLog.list(store.id, filter, page);
}

/** Throws `not_found`, also for a request past its retention. */
export async function readRequest(
  { context, store }: StoreVisit<'baseUrl' | 'flushCalls' | 'requestLog'>,
  id: string,
): Promise<{ request: LoggedRequest & RequestContents; curl: string }> {
  await context.flushCalls();
  const request = isUuid(id) ? await context.requestLog.find(store.id, id) : undefined;
  if (!request)
    throw new CommerceError('not_found', 'The log has no request with that id. Old requests are deleted.');
  return { request, curl: curlOf(request, context.baseUrl()) };
}

export async function groupErrors({ context, store }: StoreVisit<'flushCalls' | 'requestLog'>, tests: Tests) {
  await context.flushCalls();
  return context.requestLog.errors(store.id, tests);
}

export async function listAgents({ context, store }: StoreVisit<'flushCalls' | 'statistics'>) {
  await context.flushCalls();
  return context.statistics.agents(store.id);
}

/** Headers that differ for each request, or mean nothing when it is sent again. */
const NOT_SENT_AGAIN = new Set(['request-id', 'x-request-id', 'origin']);

/** Renders the request for a POSIX shell, with `<redacted>` for secrets. Every word is quoted against injection. */
function curlOf(request: LoggedRequest & RequestContents, baseUrl: string): string {
  const { method, path, requestHeaders, requestBody } = request;
  const url = baseUrl + (path.startsWith('/') ? path : `/${path}`);
  const headers = Object.entries(requestHeaders)
    .filter(([name]) => !NOT_SENT_AGAIN.has(name))
    .map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`);
  const words = [
    method === 'HEAD' ? 'curl --head' : `curl --request ${quoted(method)}`,
    '--globoff --path-as-is',
    ...headers,
    ...(requestBody === null ? [] : [`--data-raw ${quoted(requestBody)}`]),
    quoted(url),
  ];
  return words.join(' \\\n  ');
}

/** Inside single quotes a shell interprets only the closing quote. */
function quoted(text: string): string {
  const plain = text.replaceAll(/[\0\r\n]+/g, ' ');
  return `'${plain.replaceAll("'", "'\\''")}'`;
}
