import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { AgainstBare, CaseResult } from './against-bare.ts';
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

/** Merges new results into the file and returns all parts. */
export async function keepResults(measured: Partial<Results>): Promise<Partial<Results>> {
  const before = existsSync(FILE) ? JSON.parse(await readFile(FILE, 'utf8')) : {};
  const results = { ...before, ...measured };
  await writeFile(FILE, `${JSON.stringify(results, rounded, 2)}\n`);
  return results;
}

/** Rounds ratios and microseconds to three digits, the precision of the measurements. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}
