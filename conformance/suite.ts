import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stage } from './stage.ts';

/** What the suite found with one of its checks. */
export interface Check {
  /** Its place in the suite: a check may have the name of another version's. */
  number: number;
  id: string;
  /** `rest`, `mcp`, or one that the store does not have. */
  transport: string;
  capability: string | null;
  /** `clean-pass`, `deviation`, or why it was not made: `not-tested (…)`, `not-applicable (…)`. */
  status: string;
  /** Defects that the suite put into the very answer, and that the check did not find. */
  survivors: string[];
  /** What it cites of the specification. */
  clauses: string[];
  observed: { status: number; body: string | null } | null;
}

interface Asked {
  config: object;
  /** Some checks only. */
  only?: readonly string[];
  /** Of another version of the specification than the profile's. */
  checksOf?: string | undefined;
}

const started = promisify(execFile);
const DRIVER = join(import.meta.dirname, 'drive_suite.py');
const ROOM = { maxBuffer: 64 * 1024 * 1024 };

/** Throws what the suite says where it cannot be run. */
export async function runSuite(suite: string, stage: Stage, asked: Asked): Promise<Check[]> {
  const { folder, authority, origin } = stage;
  const [pem, run] = [join(folder, 'authority.pem'), join(folder, 'run.json')];
  await writeFile(pem, authority);
  const { config, only = null, checksOf = null } = asked;
  await writeFile(run, JSON.stringify({ authority: pem, server: origin, config, only, checks_of: checksOf }));
  const { stdout } = await started('python3', [DRIVER, suite, run], ROOM);
  return JSON.parse(stdout);
}

/** By which the suite can be had again. */
export async function commitOf(suite: string): Promise<string> {
  const { stdout } = await started('git', ['-C', suite, 'rev-parse', 'HEAD']);
  return stdout.trim();
}
