import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installPackages } from '../../testing/install-packages.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const run = promisify(execFile);

const PACKAGE = new URL('../../conformance/mcp/suite/', import.meta.url);
const PROGRAM = fileURLToPath(
  new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', PACKAGE),
);
const RESULT = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/;

/** Outcome of one run, by checks named `scenario:check`. A check that failed once has failed. */
export interface SuiteRun {
  scenarios: number;
  passed: string[];
  failed: string[];
  /** Messages of failed checks. */
  errors: Map<string, string>;
}

export interface OfficialSuite {
  run(url: string, revision: string): Promise<SuiteRun>;
  close(): Promise<void>;
}

/** Installs the suite with its locked dependencies; npm alone is needed. */
export async function installSuite(): Promise<OfficialSuite> {
  await installPackages(fileURLToPath(PACKAGE));
  const folder = await temporaryFolder();
  let runs = 0;
  return {
    async run(url, revision) {
      runs += 1;
      const results = folder.file(`results-${runs}`);
      const args = ['server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', results];
      const options = { cwd: folder.path, timeout: 300_000, maxBuffer: 64 * 1024 * 1024 };
      // The program ends with 1 when a check failed; its results say which.
      await run(process.execPath, [PROGRAM, ...args], options).catch(
        (error: { code?: unknown; stderr?: string }) => assert.equal(error.code, 1, error.stderr),
      );
      return readRun(results);
    },
    close: folder.close,
  };
}

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

async function readRun(results: string): Promise<SuiteRun> {
  const [passed, errors] = [new Set<string>(), new Map<string, string>()];
  const folders = await readdir(results);
  for (const folder of folders) {
    const [, scenario] = RESULT.exec(folder) ?? assert.fail(folder);
    const checks: Check[] = JSON.parse(await readFile(join(results, folder, 'checks.json'), 'utf8'));
    for (const { id, status, errorMessage = '' } of checks) {
      if (status === 'SUCCESS') passed.add(`${scenario}:${id}`);
      if (status === 'FAILURE') errors.set(`${scenario}:${id}`, errorMessage);
    }
  }
  const failed = [...errors.keys()].toSorted();
  return {
    scenarios: folders.length,
    passed: [...passed].filter((check) => !errors.has(check)),
    failed,
    errors,
  };
}
