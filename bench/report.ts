import type { AgainstBare, CaseResult } from './against-bare.ts';
import { CONCURRENT, type Comparison, type Rate } from './compare.ts';
import type { Cost } from './costs.ts';
import { CURVE_CASES, type CurvePoint } from './curve.ts';
import { DELAY_MS } from './delayed-platform.ts';
import { HOW_TO_READ } from './how-to-read.ts';
import { ms, percent, table, whole } from './page.ts';
import type { Path } from './paths.ts';
import { type OnPostgres, PARTITIONS, type PostgresCase } from './postgres.ts';
import { machine, type Results } from './results-file.ts';
import { type WithWorkers, WORKER_COUNTS } from './workers.ts';

const OWN_TIME_AIM_P99_MS = 6;

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
    '## How to read this',
    '',
    HOW_TO_READ,
    '',
  ].join('\n');
}

const HEAD = ['', 'service, req/s', 'bare, req/s', 'of bare'];

/** Section with one table and what there is to say about it. */
function section(title: string, columns: string[], rows: string[][], ...notes: string[]): string[] {
  return [`## ${title}`, '', ...table(columns, rows), '', ...notes, ''];
}

function usualSection({ cases, disk, ownTime }: AgainstBare): string[] {
  const columns = [...HEAD, 'aim', '', 'service, µs', 'bare, µs', 'bare busy', 'answer'];
  const times = [timeRow('p50', ownTime.p50, null), timeRow('p99', ownTime.p99, OWN_TIME_AIM_P99_MS)];
  return [
    '## Against a bare `node:http` server',
    '',
    ...table(columns, cases.map(caseRow)),
    '',
    ...section(
      `The service's own time per create`,
      ['', 'measured', 'aim', ''],
      times,
      `${ownTime.creates} creates, ${CONCURRENT} at a time, at a platform that takes ${DELAY_MS.min} to ${DELAY_MS.max} ms. To sync one page took this`,
      `disk ${ms(disk.p50)} (p50) and ${ms(disk.p99)} (p99) just before; each create waits for one sync.`,
    ),
  ];
}

function disturbedSection(cases: CaseResult[]): string[] {
  return section(
    'With a neighbor that streams through memory',
    ['', 'of bare', 'service, µs', 'bare, µs', 'times bare', 'bare busy'],
    cases.map(({ name, ratio, service, bare }) => [
      name,
      ratio.toFixed(2),
      service.processorUs.toFixed(1),
      bare.processorUs.toFixed(1),
      (service.processorUs / bare.processorUs).toFixed(1),
      busy(bare),
    ]),
    'Another process writes 256 MB over and over, so that caches are cold and a processor is shared.',
  );
}

function pathsSection(paths: Path[]): string[] {
  return section(
    'What one read does',
    ['', 'function calls', 'promises', 'bytes on the heap'],
    paths.map(({ name, calls, promises, allocated }) => [
      name,
      whole(calls),
      promises.toFixed(1),
      whole(allocated),
    ]),
    'On one connection, with the functions of Node among the calls, and without the log of calls, which keeps more of them the',
    'faster the machine is. These figures do not depend on the machine.',
    'Watching promises costs bytes itself.',
  );
}

function postgresSection({ cases, partitioned, sizes }: OnPostgres): string[] {
  const call = sizes.postgresCall === null ? '' : `, a logged call ${whole(sizes.postgresCall)}`;
  const columns = [...HEAD, 'service, µs', 'PostgreSQL, µs', 'bare busy'];
  return [
    ...section(
      'On PostgreSQL',
      columns,
      cases.map(postgresRow),
      'The server is on the same machine and syncs every commit. Bytes on disk, indexes included: a session takes',
      `${whole(sizes.postgresSession)} on PostgreSQL${call}; the same on SQLite ${whole(sizes.sqliteSession)}.`,
    ),
    ...(partitioned
      ? section(`On PostgreSQL in ${PARTITIONS} partitions`, columns, partitioned.map(postgresRow))
      : []),
  ];
}

function workersSection(workers: WithWorkers[], processors: number): string[] {
  return section(
    'With several processes',
    ['', ...WORKER_COUNTS.map((count) => (count === 1 ? '1 process' : `--workers ${count}`))],
    workers.map(({ name, byCount }) => [name, ...byCount.map(ofBare)]),
    `Each figure is the part of the bare server, and the processor time of all processes for each request. The ${processors} processors`,
    'that there are also carry the load generator, which alone takes a whole one, and PostgreSQL: more processes than are left',
    'to them cannot serve more here. What counts is that each request costs them little more than it costs one.',
  );
}

function costsSection(costs: Cost[]): string[] {
  return section(
    'What it costs to have it on',
    ['GET session, SQLite', 'on, req/s', 'off, req/s', 'on by off', 'on, µs', 'off, µs'],
    costs.map(({ name, on, off, ratio }) => [
      name,
      whole(on.perSecond),
      whole(off.perSecond),
      ratio.toFixed(2),
      on.processorUs.toFixed(1),
      off.processorUs.toFixed(1),
    ]),
    'With rate limits everything is counted and nobody refused.',
  );
}

function curveSection(curve: CurvePoint[]): string[] {
  return section(
    'As the database grows',
    ['stores', 'sessions', ...CURVE_CASES],
    curve.map(({ stores, sessions, byCase }) => [
      whole(stores),
      whole(sessions),
      ...CURVE_CASES.map((name) => ofBare(byCase[name])),
    ]),
    'Each figure is the part of the bare server, and the processor time of the service for each request.',
  );
}

/** First cells of a row, below HEAD. */
function rates({ name, ratio, service, bare }: Comparison & { name: string }): string[] {
  return [name, whole(service.perSecond), whole(bare.perSecond), ratio.toFixed(2)];
}

/** Part of the bare server, and the service's processor time for each request. */
function ofBare({ ratio, service }: Pick<Comparison, 'ratio' | 'service'>): string {
  return `${ratio.toFixed(2)} (${Math.round(service.processorUs)} µs)`;
}

function busy({ processorUs, perSecond }: Rate): string {
  return percent((processorUs * perSecond) / 1e6);
}

function postgresRow(measured: PostgresCase): string[] {
  const { service, bare, postgresUs } = measured;
  const ofPostgres = postgresUs === null ? '' : postgresUs.toFixed(1);
  return [...rates(measured), service.processorUs.toFixed(1), ofPostgres, busy(bare)];
}

function caseRow(measured: CaseResult): string[] {
  const { aim, ratio, service, bare, bytes } = measured;
  const verdict = aim === null ? '' : ratio >= aim ? 'met' : `**missed by ${(aim - ratio).toFixed(2)}**`;
  return [
    ...rates(measured),
    aim === null ? '' : `≥ ${aim.toFixed(2)}`,
    verdict,
    service.processorUs.toFixed(1),
    bare.processorUs.toFixed(1),
    busy(bare),
    `${whole(bytes)} B`,
  ];
}

function timeRow(name: string, took: number, aim: number | null): string[] {
  if (aim === null) return [name, ms(took), '', ''];
  const verdict = took <= aim ? 'met' : `**missed by ${ms(took - aim)}**`;
  return [name, ms(took), `≤ ${aim} ms`, verdict];
}
