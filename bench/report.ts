import type { AgainstBare, CaseResult } from './against-bare.ts';
import { CONCURRENT } from './compare.ts';
import type { Cost } from './costs.ts';
import { CURVE_CASES, type CurvePoint } from './curve.ts';
import { DELAY_MS } from './delayed-platform.ts';
import { HOW_TO_READ } from './how-to-read.ts';
import { othersSection } from './others/others-section.ts';
import { ms, percent, table, whole } from './page.ts';
import type { Path } from './paths.ts';
import type { OnPostgres, PostgresCase } from './postgres.ts';
import { machine, type Results } from './results-file.ts';
import { type WithWorkers, WORKER_COUNTS } from './workers.ts';

const OWN_TIME_AIM = { p50: 1, p99: 5 };

/** Returns results.md from the measured parts. */
export function report({ machine: on = machine(), ...parts }: Partial<Results>): string {
  return [
    '# Benchmark',
    '',
    `Written by \`npm run bench\`; Node.js ${on.node}, ${on.system}, ${on.processors} processors.`,
    '',
    ...(parts.usual ? usualSection(parts.usual) : []),
    ...(parts.disturbed ? disturbedSection(parts.disturbed) : []),
    ...(parts.paths ? pathsSection(parts.paths) : []),
    ...(parts.postgres ? postgresSection(parts.postgres) : []),
    ...(parts.workers ? workersSection(parts.workers, on.processors) : []),
    ...(parts.costs ? costsSection(parts.costs) : []),
    ...(parts.curve ? curveSection(parts.curve) : []),
    ...(parts.others ? othersSection(parts.others) : []),
    '## How to read this',
    '',
    HOW_TO_READ,
    '',
  ].join('\n');
}

const HEAD = ['', 'service, req/s', 'bare, req/s', 'of bare'];

function usualSection({ cases, disk, ownTime }: AgainstBare): string[] {
  const columns = [...HEAD, 'aim', '', 'service, µs', 'bare, µs', 'bare busy', 'answer'];
  return [
    '## Against a bare `node:http` server',
    '',
    ...table(columns, cases.map(caseRow)),
    '',
    `## The service's own time per create`,
    '',
    ...table(
      ['', 'measured', 'aim', ''],
      [timeRow('p50', ownTime.p50, OWN_TIME_AIM.p50), timeRow('p99', ownTime.p99, OWN_TIME_AIM.p99)],
    ),
    '',
    `${ownTime.creates} creates, ${CONCURRENT} at a time, at a platform that takes ${DELAY_MS.min} to ${DELAY_MS.max} ms. To sync one page took this`,
    `disk ${ms(disk.p50)} (p50) and ${ms(disk.p99)} (p99) just before; each create waits for one sync.`,
    '',
  ];
}

function disturbedSection(cases: CaseResult[]): string[] {
  return [
    '## With a neighbor that streams through memory',
    '',
    ...table(
      ['', 'of bare', 'service, µs', 'bare, µs', 'times bare', 'bare busy'],
      cases.map(({ name, ratio, service, bare }) => [
        name,
        ratio.toFixed(2),
        service.processorUs.toFixed(1),
        bare.processorUs.toFixed(1),
        (service.processorUs / bare.processorUs).toFixed(1),
        percent((bare.processorUs * bare.perSecond) / 1e6),
      ]),
    ),
    '',
    'Another process writes 256 MB over and over, so that caches are cold and a processor is shared.',
    '',
  ];
}

function pathsSection(paths: Path[]): string[] {
  return [
    '## What one read does',
    '',
    ...table(
      ['', 'function calls', 'promises', 'bytes on the heap'],
      paths.map(({ name, calls, promises, allocated }) => [
        name,
        whole(calls),
        promises.toFixed(1),
        whole(allocated),
      ]),
    ),
    '',
    'On one connection, with the functions of Node among the calls, and without the log of calls, which keeps more of them the',
    'faster the machine is. These figures do not depend on the machine.',
    'Watching promises costs bytes itself.',
    '',
  ];
}

function postgresSection({ cases, sizes }: OnPostgres): string[] {
  const columns = [...HEAD, 'service, µs', 'PostgreSQL, µs', 'bare busy'];
  const call = sizes.postgresCall === null ? '' : `, a logged call ${whole(sizes.postgresCall)}`;
  return [
    '## On PostgreSQL',
    '',
    ...table(columns, cases.map(postgresRow)),
    '',
    'The server is on the same machine and syncs every commit. Bytes on disk, indexes included: a session takes',
    `${whole(sizes.postgresSession)} on PostgreSQL${call}; the same on SQLite ${whole(sizes.sqliteSession)}.`,
    '',
  ];
}

function workersSection(workers: WithWorkers[], processors: number): string[] {
  return [
    '## With several processes',
    '',
    ...table(
      ['', ...WORKER_COUNTS.map((count) => (count === 1 ? '1 process' : `--workers ${count}`))],
      workers.map(workersRow),
    ),
    '',
    `Each figure is the part of the bare server, and the processor time of all processes for each request. The ${processors} processors`,
    'that there are also carry the load generator, which alone takes a whole one, and PostgreSQL: more processes than are left',
    'to them cannot serve more here. What counts is that each request costs them little more than it costs one.',
    '',
  ];
}

function costsSection(costs: Cost[]): string[] {
  return [
    '## What it costs to have it on',
    '',
    ...table(
      ['GET session, SQLite', 'on, req/s', 'off, req/s', 'on by off', 'on, µs', 'off, µs'],
      costs.map(({ name, on, off, ratio }) => [
        name,
        whole(on.perSecond),
        whole(off.perSecond),
        ratio.toFixed(2),
        on.processorUs.toFixed(1),
        off.processorUs.toFixed(1),
      ]),
    ),
    '',
    'With rate limits everything is counted and nobody refused.',
    '',
  ];
}

function curveSection(curve: CurvePoint[]): string[] {
  return [
    '## As the database grows',
    '',
    ...table(['stores', 'sessions', ...CURVE_CASES], curve.map(curveRow)),
    '',
    'Each figure is the part of the bare server, and the processor time of the service for each request.',
    '',
  ];
}

function postgresRow({ name, ratio, service, bare, postgresUs }: PostgresCase): string[] {
  return [
    name,
    whole(service.perSecond),
    whole(bare.perSecond),
    ratio.toFixed(2),
    service.processorUs.toFixed(1),
    postgresUs === null ? '' : postgresUs.toFixed(1),
    percent((bare.processorUs * bare.perSecond) / 1e6),
  ];
}

function workersRow({ name, byCount }: WithWorkers): string[] {
  return [
    name,
    ...byCount.map((each) => `${each.ratio.toFixed(2)} (${Math.round(each.service.processorUs)} µs)`),
  ];
}

function caseRow({ name, aim, ratio, service, bare, bytes }: CaseResult): string[] {
  const verdict = aim === null ? '' : ratio >= aim ? 'met' : `**missed by ${(aim - ratio).toFixed(2)}**`;
  return [
    name,
    whole(service.perSecond),
    whole(bare.perSecond),
    ratio.toFixed(2),
    aim === null ? '' : `≥ ${aim.toFixed(2)}`,
    verdict,
    service.processorUs.toFixed(1),
    bare.processorUs.toFixed(1),
    percent((bare.processorUs * bare.perSecond) / 1e6),
    `${whole(bytes)} B`,
  ];
}

function timeRow(name: string, took: number, aim: number): string[] {
  const verdict = took <= aim ? 'met' : `**missed by ${ms(took - aim)}**`;
  return [name, ms(took), `≤ ${aim} ms`, verdict];
}

function curveRow({ stores, sessions, byCase }: CurvePoint): string[] {
  const figures = CURVE_CASES.map((name) => {
    const { ratio, service } = byCase[name];
    return `${ratio.toFixed(2)} (${Math.round(service.processorUs)} µs)`;
  });
  return [whole(stores), whole(sessions), ...figures];
}
