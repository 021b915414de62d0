/**
 * Measures what a message costs that is refused: `npm run bench -- refusals [--quick]`. One address whose quotas are used up sends bodies of
 * every shape to every endpoint that reads one. Prints the processor time of each; exits with 1 when one exceeds a millisecond.
 */
import { parseArgs } from 'node:util';
import { formatColumns } from '../src/cli/shell/format.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Child, ServerState } from './child.ts';
import { fillDatabase } from './fill-database.ts';
import { startService } from './service-child.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const SECONDS = values.quick ? 1 : 5;
const AT_ONCE = 8;
const CEILING_MS = 1;

/** JSON bodies that are dear to parse, of the largest sizes that are admitted and beyond. */
const SHAPES: Record<string, string> = {
  empty: '{}',
  'members, 500': membersOf(500),
  'members, 9,000': membersOf(9_000),
  'distinct objects': toListOf(2_000, (index) => `{"a${index}":1,"b${index}":2}`),
  'empty objects': toListOf(80_000, () => '{}'),
  'nested lists': `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'one text': `{"a":"${'x'.repeat(250_000)}"}`,
  'not JSON': '{'.repeat(60_000),
  'larger than a body may be': `{"a":"${'x'.repeat(900_000)}"}`,
};

interface Refused {
  endpoint: string;
  shape: string;
  status: string;
  ms: number;
}

await using folder = await temporaryFolder();
const { slugs } = await fillDatabase(folder.file('refusals.db'), { stores: 10, sessions: 10 });
await using service = await startService(`sqlite:${folder.file('refusals.db')}`, { RATE_LIMIT: '0.05' });
const measured = await measureAll(service, slugs[0] ?? '');
print(measured);
if (measured.some(({ ms }) => ms > CEILING_MS)) process.exitCode = 1;

async function measureAll(service: Child, slug: string): Promise<Refused[]> {
  const { port } = await service.ask<ServerState>({});
  const base = `http://127.0.0.1:${port}`;
  const endpoints = [
    `/api/ucp/${slug}/checkout-sessions`,
    `/api/ucp/${slug}/carts`,
    `/api/ucp/${slug}/mcp`,
    `/ucp/${slug}/checkout-sessions`,
    `/ucp/${slug}/mcp`,
    `/mcp/${slug}/mcp`,
    `/webhooks/${slug}`,
    '/webhooks/unknown',
  ];
  const results: Refused[] = [];
  for (const endpoint of endpoints)
    for (const [shape, body] of Object.entries(SHAPES))
      results.push({ endpoint, shape, ...(await measureRefused(service, base + endpoint, body)) });
  return results;
}

/** Uses up the quotas first: what is admitted costs more, and is paid for by the quota. */
async function measureRefused(
  service: Child,
  url: string,
  body: string,
): Promise<Pick<Refused, 'status' | 'ms'>> {
  const statuses = new Set<number>();
  await send(url, body, Date.now() + 500, () => {});
  const before = await service.ask<ServerState>({});
  const count = await send(url, body, Date.now() + SECONDS * 1_000, (status) => statuses.add(status));
  const after = await service.ask<ServerState>({});
  return {
    status: [...statuses].join(', '),
    ms: (after.processorMs - before.processorMs) / count,
  };
}

async function send(
  url: string,
  body: string,
  until: number,
  onAnswer: (status: number) => void,
): Promise<number> {
  let count = 0;
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const sendInTurn = async () => {
    while (Date.now() < until) {
      // A refusal may close the connection before the body has been sent.
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      onAnswer(answer?.status ?? 0);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
  return count;
}

function print(measured: Refused[]): void {
  const rows = measured.map(({ endpoint, shape, status, ms }) => [endpoint, shape, status, ms.toFixed(2)]);
  console.log(formatColumns(['Endpoint', 'Body', 'Status', 'ms'], rows));
}

function membersOf(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"member${index}":${index}`).join(',')}}`;
}

function toListOf(count: number, entryAt: (index: number) => string): string {
  return `{"a":[${Array.from({ length: count }, (_, index) => entryAt(index)).join(',')}]}`;
}
