import type { TestEvent } from 'node:test/reporters';
import { PLATFORMS, type Platform } from './row.ts';

/** One time that a test was run. */
export interface TestRun {
  /** `suite › title`. */
  name: string;
  platform?: Platform;
  database?: string;
  passed: boolean;
}

const DATABASE = / \((SQLite|PostgreSQL)\)$/;
const FUZZ_SEED = / \(FUZZ_SEED=.*\)$/;

/** Reads the events of a run, which come in the order in which tests are written. */
export function testRunReader(): (event: TestEvent) => TestRun | undefined {
  let path: string[] = [];
  return ({ type, data }) => {
    if (type === 'test:start') path = [...path.slice(0, data.nesting), data.name];
    if (type !== 'test:pass' && type !== 'test:fail') return undefined;
    if (data.details.type === 'suite') return undefined;
    const passed = type === 'test:pass' && data.skip === undefined && data.todo === undefined;
    return { ...placed([...path.slice(0, data.nesting), data.name], data.file ?? ''), passed };
  };
}

/** Takes database and platform out of the names above a test, or the platform out of its file's folder. */
function placed(path: string[], file: string): Omit<TestRun, 'passed'> {
  const database = path.map((step) => DATABASE.exec(step)?.[1]).find((found) => found !== undefined);
  const platform = PLATFORMS.find(
    (each) =>
      path.some((step) => step === each || step.startsWith(`${each}: `)) || file.includes(`/${each}/`),
  );
  const steps = path
    .filter((step) => step !== platform)
    .map((step, depth) => (depth === path.length - 1 ? step : plainStep(step)));
  return { name: steps.join(' › '), ...(platform && { platform }), ...(database && { database }) };
}

function plainStep(step: string): string {
  const plain = step.replace(DATABASE, '').replace(FUZZ_SEED, '');
  const platform = PLATFORMS.find((each) => plain.startsWith(`${each}: `));
  return platform ? plain.replace(platform, 'every platform') : plain;
}
