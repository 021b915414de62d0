import { readFile } from 'node:fs/promises';
import {
  BUSY,
  busyWith,
  CONNECTIONS,
  carriedBy,
  KEPT_DAYS,
  LOGGED_DAYS,
  type Needs,
  needsOf,
  PEAK,
  PER_SESSION,
  REQUESTS_PER_SESSION,
  sessionCost,
} from './large-platform.ts';
import { about, ms, percent, table, whole } from './page.ts';
import type { Results } from './results-file.ts';
import { WORKER_COUNTS } from './workers.ts';

export const SCALING_PAGE = new URL('../docs/scaling.md', import.meta.url);

const CREATE = 'POST create, platform in process';
const SESSION = 'GET session';
const NOT_YET = ['*Not measured yet: `npm run bench` writes it here.*'];

type Block = (results: Results) => string[];

/** What stands between `<!-- figures: name -->` and `<!-- end -->`, and the parts that it is made of. */
const BLOCKS: Record<string, [parts: (keyof Results)[], block: Block]> = {
  'one-machine': [['machine', 'usual', 'postgres'], oneMachine],
  wall: [['usual', 'postgres'], wall],
  processes: [['machine', 'workers'], processes],
  stores: [['curve'], stores],
  switches: [['costs'], switches],
  bytes: [['postgres'], bytes],
  assumed: [[], assumed],
  large: [['postgres'], large],
};

/** docs/scaling.md with the figures of these results. Throws for a block that nobody knows, or that is missing. */
export async function withFigures(results: Partial<Results>): Promise<string> {
  const page = await readFile(SCALING_PAGE, 'utf8');
  const seen = new Set<string>();
  const filled = page.replace(
    /(<!-- figures: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      seen.add(name);
      return `${begin}${linesOf(name, results).join('\n')}\n${end}`;
    },
  );
  const missing = Object.keys(BLOCKS).filter((name) => !seen.has(name));
  if (missing.length > 0) throw new Error(`docs/scaling.md has no place for: ${missing.join(', ')}`);
  return filled;
}

function linesOf(name: string, results: Partial<Results>): string[] {
  const known = BLOCKS[name];
  if (!known) throw new Error(`docs/scaling.md asks for unknown figures: ${name}`);
  const [parts, block] = known;
  return parts.every((part) => results[part] !== undefined) ? block(results as Results) : NOT_YET;
}

function oneMachine({ machine, usual, postgres }: Results): string[] {
  const rows = Object.keys(PER_SESSION).flatMap((name) => {
    const here = usual.cases.find((each) => each.name === name);
    const there = postgres.cases.find((each) => each.name === name);
    if (!here || !there) return [];
    const figures = [here.service, there.service].flatMap(({ perSecond, processorUs }) => [
      about(perSecond),
      processorUs.toFixed(0),
    ]);
    return [[name, ...figures, there.postgresUs === null ? '' : there.postgresUs.toFixed(0)]];
  });
  const head = ['', 'SQLite, req/s', 'µs', 'PostgreSQL, req/s', 'µs', 'PostgreSQL itself, µs'];
  const [alone, shared] = [sessionCost(usual.cases), sessionCost(postgres.cases)];
  const [one, all] = [carriedBy(1, alone), carriedBy(machine.processors, shared)];
  return [
    ...table(head, rows),
    '',
    `Measured with one process, on a machine of ${machine.processors} processors that also carries the load generator. A session with all that is`,
    `asked around it (below) takes ${about(alone.serviceUs / 1000)} ms of a processor on SQLite, and ${about(shared.serviceUs / 1000)} ms with ${about(shared.postgresUs / 1000)} ms more of PostgreSQL's.`,
    `With processors ${percent(BUSY)} busy at the peak that is **${about(one.perSecond)} sessions per second for one process on SQLite**, or`,
    `${about(one.stores)} stores that each have ${one.sessionsADay} sessions a day; and **${about(all.perSecond)} per second for ${machine.processors} processors that PostgreSQL and the`,
    `service share**, or ${about(all.stores)} stores.`,
  ];
}

function wall({ usual, postgres }: Results): string[] {
  const { disk } = usual;
  return [
    `- Reads on SQLite: ${verdict(busyWith(usual, SESSION))}`,
    `- Creates on SQLite: ${verdict(busyWith(usual, CREATE))} One page was synced in ${ms(disk.p50)}: without sharing,`,
    `  commits would end at ${about(1000 / disk.p50)} a second.`,
    `- Reads on PostgreSQL: ${verdict(busyWith(postgres, SESSION))}`,
    `- Creates on PostgreSQL: ${verdict(busyWith(postgres, CREATE))}`,
  ];
}

/** Above this nothing else can have been what held the process back. */
const FULL = 0.85;

function verdict(busy: number): string {
  const told = `the process had its processor for ${percent(busy)} of the time: `;
  return busy >= FULL
    ? `${told}**its processor is the wall.**`
    : `${told}**it waits for something else**, the disk, the database, or a share of the machine.`;
}

function processes({ machine, workers }: Results): string[] {
  const rows = workers.map(({ name, byCount }) => {
    const first = byCount[0];
    const cells = byCount.map(({ ratio, service }) => {
      const times = first ? ratio / first.ratio : Number.NaN;
      return `× ${times.toFixed(2)} (${service.processorUs.toFixed(0)} µs)`;
    });
    return [name, ...cells];
  });
  return [
    ...table(['', ...WORKER_COUNTS.map((count) => `${count} process${count > 1 ? 'es' : ''}`)], rows),
    '',
    `On ${machine.processors} processors, of which the load generator takes one. In brackets: processor time for each request, all processes`,
    'of the service together.',
  ];
}

function stores({ curve }: Results): string[] {
  const head = ['stores', 'sessions', 'manifest, µs', 'session, µs', 'lookup, µs', 'create, µs'];
  return table(
    head,
    curve.map(({ stores, sessions, byCase }) => [
      whole(stores),
      whole(sessions),
      ...Object.values(byCase).map(({ service }) => service.processorUs.toFixed(0)),
    ]),
  );
}

function switches({ costs }: Results): string[] {
  return costs.map(
    ({ name, ratio, on, off }) =>
      `- ${name}: × ${ratio.toFixed(2)} of the reads of sessions per second, ${(on.processorUs - off.processorUs).toFixed(1)} µs more for each.`,
  );
}

function bytes({ postgres: { sizes } }: Results): string[] {
  const rows = [
    ['A session, SQLite', sizes.sqliteSession],
    ['A session, PostgreSQL', sizes.postgresSession],
    ['A logged call with its contents, PostgreSQL', sizes.postgresCall],
  ] as const;
  return table(
    ['', 'bytes', 'a million of them'],
    rows.flatMap(([name, size]) => (size === null ? [] : [[name, whole(size), storage(size * 1e6)]])),
  );
}

function assumed(): string[] {
  const asked = Object.entries(PER_SESSION).map(([name, count]) => `${count} × ${name}`);
  return [
    `For each session agents ask ${REQUESTS_PER_SESSION} times: ${asked.join(', ')}. The busiest second`,
    `has ${PEAK} times the day's mean; processors are then ${percent(BUSY)} busy. Sessions are kept for ${KEPT_DAYS} days, the log of calls for ${LOGGED_DAYS}. Each`,
    `process has a processor and up to ${CONNECTIONS} connections.`,
  ];
}

function large({ postgres }: Results): string[] {
  const needs = needsOf(postgres);
  const row = (name: string, of: (each: Needs) => string) => [name, ...needs.map(of)];
  return table(
    ['', ...needs.map((each) => `${whole(each.stores)} stores`)],
    [
      row('Sessions a day', (each) => whole(each.sessionsADay)),
      row('Sessions per second at the peak', (each) => about(each.peak)),
      row('Requests per second at the peak', (each) => about(each.requests)),
      row('Processes of the service', (each) => whole(each.processes)),
      row('Processors for PostgreSQL', (each) => whole(each.postgresProcessors)),
      row('Connections, without PgBouncer', (each) => whole(each.connections)),
      row(`Sessions of ${KEPT_DAYS} days`, (each) => storage(each.sessionBytes)),
      row(`The log of ${LOGGED_DAYS} days`, (each) => storage(each.logBytes)),
    ],
  );
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

function storage(size: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, size)) / 3)));
  return `${about(size / 1000 ** power)} ${UNITS[power]}`;
}
