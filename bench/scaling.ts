import { readFile } from 'node:fs/promises';
import type { Comparison, Rate } from './compare.ts';
import {
  BUSY,
  CONNECTIONS,
  carriedAsMeasured,
  carriedBy,
  IMPORT_S,
  KEPT_DAYS,
  LOGGED_DAYS,
  type Needs,
  needsOf,
  PEAK,
  PER_SESSION,
  REQUESTS_PER_SESSION,
  sessionCost,
  storesFor,
  USUAL_SESSIONS,
} from './large-platform.ts';
import { about, ms, percent, signed, storage, table, whole } from './page.ts';
import type { Results } from './results-file.ts';
import { WORKER_COUNTS } from './workers.ts';

const PAGES = ['../docs/scaling.md', '../docs/proof.md'].map((page) => new URL(page, import.meta.url));

const CREATE = 'POST create, platform in process';
const SESSION = 'GET session';
const NOT_YET = ['*Not measured yet: `npm run bench` writes it here.*'];

type Block = (results: Results) => string[];

/** Blocks between `<!-- figures: name -->` and `<!-- end -->`, with the parts that each needs. */
const BLOCKS: Record<string, [parts: (keyof Results)[], block: Block]> = {
  'one-machine': [['machine', 'usual', 'postgres'], oneMachine],
  wall: [['usual', 'postgres'], wall],
  processes: [['machine', 'workers'], processes],
  stores: [['curve'], stores],
  switches: [['costs'], switches],
  bytes: [['postgres'], bytes],
  assumed: [[], assumed],
  large: [['postgres'], large],
  proof: [['usual'], proof],
};

/** Returns the pages of docs/ with the figures of these results. Throws for an unknown or missing block. */
export async function withFigures(results: Partial<Results>): Promise<{ page: URL; text: string }[]> {
  const seen = new Set<string>();
  const pages = await Promise.all(
    PAGES.map(async (page) => {
      const text = (await readFile(page, 'utf8')).replace(
        /(<!-- figures: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g,
        (_, begin: string, name: string, end: string) => {
          seen.add(name);
          return `${begin}${linesOf(name, results).join('\n')}\n${end}`;
        },
      );
      return { page, text };
    }),
  );
  const missing = Object.keys(BLOCKS).filter((name) => !seen.has(name));
  if (missing.length > 0) throw new Error(`docs/ has no place for: ${missing.join(', ')}`);
  return pages;
}

function linesOf(name: string, results: Partial<Results>): string[] {
  const entry = BLOCKS[name];
  if (!entry) throw new Error(`docs/ asks for unknown figures: ${name}`);
  const [parts, block] = entry;
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
  const [one, all] = [carriedAsMeasured(usual.cases), carriedBy(machine.processors, shared)];
  return [
    ...table(head, rows),
    '',
    `Measured with one process, on a machine of ${machine.processors} processors that also carries the load generator. A session with all that is`,
    `asked around it (below) takes ${about(alone.serviceUs / 1000)} ms of a processor on SQLite, and ${about(shared.serviceUs / 1000)} ms with ${about(shared.postgresUs / 1000)} ms more of PostgreSQL's.`,
    `With ${percent(BUSY)} of what is possible in use at the peak, by how many were answered, that is **${about(one)} sessions per second for one process`,
    `on SQLite**, or ${about(storesFor(one))} stores that each have ${USUAL_SESSIONS} sessions a day; and by processor time **${about(all)} per second for ${machine.processors} processors`,
    `that PostgreSQL and the service share**, or ${about(storesFor(all))} stores.`,
  ];
}

function wall({ usual, postgres }: Results): string[] {
  const { disk } = usual;
  return [
    `- Reads on SQLite: ${verdict(usual.cases, SESSION)}`,
    `- Creates on SQLite: ${verdict(usual.cases, CREATE)}`,
    `- Reads on PostgreSQL: ${verdict(postgres.cases, SESSION)}`,
    `- Creates on PostgreSQL: ${verdict(postgres.cases, CREATE)}`,
    '',
    `To sync one page took this disk ${ms(disk.p50)}: if creates did not share their commits, ${about(1000 / disk.p50 / 2)} creates per second would be the end.`,
  ];
}

/** CPU utilization above which the processor was the bottleneck. */
const FULL = 0.85;

function verdict(cases: ({ name: string } & Comparison)[], name: string): string {
  const measured = cases.find((each) => each.name === name);
  if (!measured) return 'not measured.';
  const [busy, bareBusy] = [busyOf(measured.service), busyOf(measured.bare)];
  const utilization = `the process was on a processor for ${percent(busy)} of the time, the bare server beside it for ${percent(bareBusy)}: `;
  if (busy >= FULL) return `${utilization}**its processor is the wall.**`;
  if (bareBusy < FULL)
    return `${utilization}the machine was busy with something else, and this measurement does not tell.`;
  return `${utilization}**it waits for the disk, the database, or its turn on the machine.**`;
}

function busyOf({ perSecond, processorUs }: Rate): number {
  return (perSecond * processorUs) / 1e6;
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
      `- ${name}: × ${ratio.toFixed(2)} of the reads of sessions per second, ${signed(on.processorUs - off.processorUs)} µs for each.`,
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
  const questions = Object.entries(PER_SESSION).map(([name, count]) => `${count} × ${name.split(',')[0]}`);
  return [
    `For each session agents ask ${REQUESTS_PER_SESSION} times: ${questions.join(', ')}.`,
    `The busiest second has ${PEAK} times the day's mean; processors are then ${percent(BUSY)} busy. Sessions are kept for ${KEPT_DAYS} days, the log of calls for ${LOGGED_DAYS}. Each`,
    `process has a processor and up to ${CONNECTIONS} connections, and imports one catalog at a time, each within ${IMPORT_S} seconds.`,
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
      row('Commits per second, of creates alone', (each) => about(each.commitsOfCreates)),
      row('Processes that answer agents', (each) => whole(each.processes)),
      row('Processes that import every catalog each day', (each) => whole(each.importing)),
      row('Processors for PostgreSQL', (each) => whole(each.postgresProcessors)),
      row('Connections, without PgBouncer', (each) => whole(each.connections)),
      row(`Sessions of ${KEPT_DAYS} days`, (each) => storage(each.sessionBytes)),
      row(`The log of ${LOGGED_DAYS} days`, (each) => storage(each.logBytes)),
    ],
  );
}

function proof({ usual: { cases } }: Results): string[] {
  const [session, create] = [SESSION, CREATE].map((name) => cases.find((each) => each.name === name));
  if (!session || !create) return NOT_YET;
  return [
    `One process on SQLite answers ${about(session.service.perSecond)} reads of a session a second: ${session.ratio.toFixed(2)} of what a bare \`node:http\` server does in the same run, with ${about(session.service.processorUs)} µs of`,
    `a processor each. It creates ${about(create.service.perSecond)} checkout sessions a second, each committed to the disk before it is answered, when the shop takes no time.`,
  ];
}
