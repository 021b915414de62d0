import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { AgainstBare, CaseResult } from './against-bare.ts';
import { toTimesBare } from './ceilings.ts';
import type { Cost } from './costs.ts';
import type { CurvePoint } from './curve.ts';
import type { Path } from './paths.ts';
import type { OnPostgres } from './postgres.ts';
import type { WithWorkers } from './workers.ts';

/** All results by part. */
export interface Results {
  machine: Machine;
  usual: AgainstBare;
  disturbed: CaseResult[];
  paths: Path[];
  postgres: OnPostgres;
  workers: WithWorkers[];
  costs: Cost[];
  curve: CurvePoint[];
  /** Commit that each part was measured at. */
  commits: Partial<Record<Part, string>>;
  /** Figures of the run before, which the newest are compared with. */
  before: Partial<Record<ComparedPart, Earlier>>;
}

type ComparedPart = 'usual' | 'postgres';

export interface Earlier {
  commit: string;
  /** Multiples of the bare server's processor time, by case. */
  timesBare: Record<string, number>;
}

export const PARTS = ['usual', 'disturbed', 'paths', 'postgres', 'workers', 'costs', 'curve'] as const;
export type Part = (typeof PARTS)[number];

interface Machine {
  processors: number;
  node: string;
  system: string;
}

const FILE = new URL('./results.json', import.meta.url);

export function machine(): Machine {
  return {
    processors: cpus().length,
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  };
}

/** Merges the results of a part into the file and returns all parts as the file has them: rounded twice, a figure can differ. */
export async function keepResults(part: Part, measured: Partial<Results>): Promise<Partial<Results>> {
  const last: Partial<Results> = existsSync(FILE) ? JSON.parse(await readFile(FILE, 'utf8')) : {};
  const results = {
    ...last,
    ...measured,
    commits: { ...last.commits, [part]: readCommit() },
    before: { ...last.before, ...toEarlier(part, last) },
  };
  const text = JSON.stringify(results, rounded, 2);
  await writeFile(FILE, `${text}\n`);
  return JSON.parse(text);
}

function toEarlier(part: Part, last: Partial<Results>): Results['before'] {
  if (part !== 'usual' && part !== 'postgres') return {};
  const cases = last[part]?.cases.map((each) => [each.name, toTimesBare(each)]);
  if (!cases) return {};
  return { [part]: { commit: last.commits?.[part] ?? 'unknown', timesBare: Object.fromEntries(cases) } };
}

/** Commit that is checked out, with a mark where files have changed since. */
function readCommit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty', '--exclude', '*'], {
    encoding: 'utf8',
  }).trim();
}

/** Rounds ratios and microseconds to three digits, the precision of the measurements. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}
