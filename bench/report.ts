import type { AgainstBare, CaseResult } from './against-bare.ts';
import {
  COLD_MANIFEST_CEILING,
  checkCeiling,
  getCeiling,
  type MeasuredDatabase,
  OWN_TIME_CEILING_MS,
  toTimesBare,
} from './ceilings.ts';
import { CONCURRENT, type Comparison, type Rate } from './compare.ts';
import type { Cost } from './costs.ts';
import { CURVE_CASES, type CurvePoint } from './curve.ts';
import { DELAY_MS } from './delayed-platform.ts';
import { HOW_TO_READ } from './how-to-read.ts';
import { ms, percent, table, whole } from './page.ts';
import type { Path } from './paths.ts';
import { type OnPostgres, PARTITIONS, type PostgresCase } from './postgres.ts';
import { type Earlier, machine, type Results } from './results-file.ts';
import { type WithWorkers, WORKER_COUNTS } from './workers.ts';

/** Returns results.md from the measured parts. */
export function report({ machine: on = machine(), ...parts }: Partial<Results>): string {
  return [
    '# Benchmark',
    '',
    `Written by \`npm run bench\`; Node.js ${on.node}, ${on.system}, ${on.processors} processors.`,
    '',
    ...(parts.usual ? usualSection(parts.usual, parts) : []),
    ...(parts.disturbed ? disturbedSection(parts.disturbed) : []),
    ...(parts.paths ? pathsSection(parts.paths) : []),
    ...(parts.postgres ? postgresSection(parts.postgres, parts) : []),
    ...(parts.workers ? workersSection(parts.workers, on.processors) : []),
    ...(parts.costs ? costsSection(parts.costs) : []),
    ...(parts.curve ? curveSection(parts.curve) : []),
    '## How to read this',
    '',
    HOW_TO_READ,
    '',
  ].join('\n');
}

const RATES = ['', 'service, req/s', 'bare, req/s', 'of bare'];
const TIMES = ['service, µs', 'bare, µs', 'times bare', 'before', 'ceiling', ''];

/** Section with one table and what there is to say about it. */
function section(title: string, columns: string[], rows: string[][], ...notes: string[]): string[] {
  return [`## ${title}`, '', ...table(columns, rows), '', ...notes, ''];
}

function usualSection(
  { cases, disk, ownTime }: AgainstBare,
  { commits, before }: Partial<Results>,
): string[] {
  const columns = [...RATES, ...TIMES, 'bare busy', 'answer'];
  const rows = cases.map((measured) => [
    ...toRates(measured),
    ...toTimes(measured, 'SQLite', before?.usual),
    toBusy(measured.bare),
    `${whole(measured.bytes)} B`,
  ]);
  const p99 = checkCeiling(ownTime.p99, OWN_TIME_CEILING_MS, ms);
  return [
    ...section(
      'Against a bare `node:http` server',
      columns,
      rows,
      describeCommits(commits?.usual, before?.usual),
    ),
    ...section(
      `The service's own time per create`,
      ['', 'measured', 'ceiling', ''],
      [
        ['p50', ms(ownTime.p50), '', ''],
        ['p99', ms(ownTime.p99), ...p99],
      ],
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
      toTimesBare({ service, bare }).toFixed(1),
      toBusy(bare),
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

function postgresSection(
  { cases, partitioned, sizes }: OnPostgres,
  { commits, before }: Partial<Results>,
): string[] {
  const call = sizes.postgresCall === null ? '' : `, a logged call ${whole(sizes.postgresCall)}`;
  const columns = [...RATES, ...TIMES, 'PostgreSQL, µs', 'bare busy'];
  const toRow = (measured: PostgresCase, earlier?: Earlier) => [
    ...toRates(measured),
    ...toTimes(measured, 'PostgreSQL', earlier),
    measured.postgresUs === null ? '' : measured.postgresUs.toFixed(1),
    toBusy(measured.bare),
  ];
  return [
    ...section(
      'On PostgreSQL',
      columns,
      cases.map((measured) => toRow(measured, before?.postgres)),
      'The server is on the same machine and syncs every commit. Bytes on disk, indexes included: a session takes',
      `${whole(sizes.postgresSession)} on PostgreSQL${call}; the same on SQLite ${whole(sizes.sqliteSession)}.`,
      describeCommits(commits?.postgres, before?.postgres),
    ),
    ...(partitioned
      ? section(
          `On PostgreSQL in ${PARTITIONS} partitions`,
          columns,
          partitioned.map((measured) => toRow(measured)),
        )
      : []),
  ];
}

function workersSection(workers: WithWorkers[], processors: number): string[] {
  return section(
    'With several processes',
    ['', ...WORKER_COUNTS.map((count) => (count === 1 ? '1 process' : `--workers ${count}`))],
    workers.map(({ name, byCount }) => [name, ...byCount.map(toPartOfBare)]),
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
      ...CURVE_CASES.map((name) => toPartOfBare(byCase[name])),
    ]),
    'Each figure is the part of the bare server, and the processor time of the service for each request.',
    ...describeColdManifests(curve),
  );
}

/** Processor time of manifests that no process can keep, beside those that it keeps. */
function describeColdManifests(curve: CurvePoint[]): string[] {
  const byStores = curve.toSorted((some, other) => some.stores - other.stores);
  const [few, many] = [byStores[0], byStores.at(-1)];
  if (!few || !many) return [];
  const timesOf = ({ byCase }: CurvePoint) => toTimesBare(byCase['GET manifest']);
  const times = timesOf(many) / timesOf(few);
  const [ceiling, verdict] = checkCeiling(times, COLD_MANIFEST_CEILING);
  return [
    `A manifest of ${whole(many.stores)} stores one after the other takes ${times.toFixed(1)} times that of ${whole(few.stores)} (${ceiling}: ${verdict}).`,
  ];
}

/** First cells of a row, below RATES. */
function toRates({ name, ratio, service, bare }: Comparison & { name: string }): string[] {
  return [name, whole(service.perSecond), whole(bare.perSecond), ratio.toFixed(2)];
}

/** Cells below TIMES. */
function toTimes(measured: CaseResult, database: MeasuredDatabase, earlier: Earlier | undefined): string[] {
  const { name, service, bare } = measured;
  const times = toTimesBare(measured);
  return [
    service.processorUs.toFixed(1),
    bare.processorUs.toFixed(1),
    times.toFixed(1),
    earlier?.timesBare[name]?.toFixed(1) ?? '',
    ...checkCeiling(times, getCeiling(name, database)),
  ];
}

function describeCommits(commit = 'unknown', earlier: Earlier | undefined): string {
  const compared = earlier ? `; "before" is commit ${earlier.commit}` : '';
  return `Measured at commit ${commit}${compared}.`;
}

/** Part of the bare server, and the service's processor time for each request. */
function toPartOfBare({ ratio, service }: Pick<Comparison, 'ratio' | 'service'>): string {
  return `${ratio.toFixed(2)} (${Math.round(service.processorUs)} µs)`;
}

function toBusy({ processorUs, perSecond }: Rate): string {
  return percent((processorUs * perSecond) / 1e6);
}
