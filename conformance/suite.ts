import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stage } from './stage.ts';

/** Result of one check. */
export interface Check {
  /** Position in the suite: checks of different versions may share an id. */
  number: number;
  id: string;
  /** `rest`, `mcp`, or a transport that the store does not offer. */
  transport: string;
  capability: string | null;
  /** `clean-pass`, `deviation`, `not-tested (…)` or `not-applicable (…)` with the reason. */
  status: string;
  /** Injected defects that the check did not find. */
  survivors: string[];
  /** Clauses of the specification that the check cites. */
  clauses: string[];
  observed: { status: number; body: string | null } | null;
}

interface Asked {
  config: object;
  /** Ids of the checks to run; all when left out. */
  only?: readonly string[];
  /** Version of the checks, when it is not the profile's. */
  checksOf?: string | undefined;
}

const started = promisify(execFile);
const DRIVER = join(import.meta.dirname, 'drive_suite.py');
const ROOM = { maxBuffer: 64 * 1024 * 1024 };

/** Runs the suite. Throws its output when it fails to start. */
export async function runSuite(suite: string, stage: Stage, selection: Asked): Promise<Check[]> {
  const { folder, authority, origin } = stage;
  const [pem, run] = [join(folder, 'authority.pem'), join(folder, 'run.json')];
  await writeFile(pem, authority);
  const { config, only = null, checksOf = null } = selection;
  await writeFile(run, JSON.stringify({ authority: pem, server: origin, config, only, checks_of: checksOf }));
  const { stdout } = await started('python3', [DRIVER, suite, run], ROOM);
  return JSON.parse(stdout);
}

/** Returns the commit of the suite's checkout. */
export async function commitOf(suite: string): Promise<string> {
  const { stdout } = await started('git', ['-C', suite, 'rev-parse', 'HEAD']);
  return stdout.trim();
}
