import type { Comparison } from './compare.ts';
import { CONCURRENT } from './compare.ts';
import { CURVE_CASES, type CurvePoint } from './curve.ts';
import { DELAY_MS } from './delayed-platform.ts';
import type { DiskTime } from './disk.ts';
import type { OwnTime } from './own-time.ts';

export interface CaseResult extends Comparison {
  name: string;
  /** The least ratio that is aimed at. */
  aim: number | null;
}

export interface Results {
  cases: CaseResult[];
  disk: DiskTime;
  ownTime: OwnTime;
  curve: CurvePoint[];
}

const OWN_TIME_AIM = { p50: 1, p99: 5 };

/** The whole of results.md. */
export function report({ cases, disk, ownTime, curve }: Results): string {
  return [
    '# Benchmark',
    '',
    'Written by `npm run bench`; Node.js ' +
      process.version +
      ', ' +
      process.platform +
      ' ' +
      process.arch +
      '.',
    '',
    '## Against a bare `node:http` server',
    '',
    ...table(
      [
        '',
        'service, req/s',
        'bare, req/s',
        'of bare',
        'aim',
        '',
        'service, µs',
        'bare, µs',
        'bare busy',
        'answer',
      ],
      cases.map(caseRow),
    ),
    '',
    `## The service's own time per create`,
    '',
    ...table(
      ['', 'measured', 'aim', ''],
      [timeRow('p50', ownTime.p50, OWN_TIME_AIM.p50), timeRow('p99', ownTime.p99, OWN_TIME_AIM.p99)],
    ),
    '',
    `${ownTime.creates} creates, ${CONCURRENT} at a time, at a platform that takes ${DELAY_MS.least} to ${DELAY_MS.most} ms. To sync one page took this`,
    `disk ${ms(disk.p50)} (p50) and ${ms(disk.p99)} (p99) just before; each create waits for two commits.`,
    '',
    '## As the database grows',
    '',
    ...table(['stores', 'sessions', ...CURVE_CASES], curve.map(curveRow)),
    '',
    'Each figure is the part of the bare server, and the processor time of the service for each request.',
    '',
    '## How to read this',
    '',
    HOW_TO_READ,
    '',
  ].join('\n');
}

const HOW_TO_READ = [
  'Absolute figures are those of one machine at one moment; what counts is the part of a bare `node:http` server that does',
  'nothing but answer a body of the same size. Both run in processes of their own and get the same requests on',
  `${CONCURRENT} keep-alive connections, by turns in short rounds; "of bare" is the median of what neighbouring rounds gave.`,
  '"µs" is the time on a processor for each request, all threads together: other programs disturb it least. "bare busy" is',
  'the part of the time that the bare server was on a processor: well below 100 % something else on the machine, or the load',
  'generator, held it back, and the ratio says less than the µs do.',
  'The service runs as users run it: SQLite in a file, `synchronous = FULL`, `LOG_LEVEL=warn`. Each create carries a fresh',
  'idempotency key and is on disk twice before it is answered: its claim before the platform is asked, and its cart after;',
  'creates that come in together share their commits. 1,000 sessions are read again and again, or 5,000 of the million.',
  "The own time is what the agent's client measures less what the platform itself took. That passes and is measured in a",
  "thread of its own, so a late timer is not the service's, but waiting for the service's own event loop is; the disk, the",
  'way over loopback and the client are in it as well. For the curve every store is asked, one after the other, and sessions',
  'are read that lie spread over the table. A column that stays level says that nothing searches through a table.',
  '',
  'Where the time goes that is not the bare server: a session is read from the file each time it is asked for, of which',
  "beginning and ending the read is nearly half, and parsed and rendered; a create writes about three of the file's pages,",
  'in two commits, and SQLite computes a checksum of each page that it writes.',
].join('\n');

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

function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)];
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
