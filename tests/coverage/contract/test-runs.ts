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
/** Suites that are run for each platform by themselves: `orders (SQLite, demo-shopify)`, `orders (SQLite, shopify, 2026-08-25)`. */
const PLACE = / \((SQLite|PostgreSQL), (?:demo-)?(shopify|woocommerce)(?:, ([^)]*))?\)$/;
/** Folders in which one platform alone is spoken of. */
const FOLDERS = {
  shopify: /\/shopify\//,
  woocommerce: /\/(woocommerce|connector|pairing)\//,
} as const satisfies Record<Platform, RegExp>;
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
  const database = path.map(databaseOf).find((found) => found !== undefined);
  const platform = PLATFORMS.find(
    (each) => path.some((step) => isOf(each, step)) || FOLDERS[each].test(file),
  );
  const battery = Math.max(0, path.findLastIndex(isBattery));
  const steps = path
    .slice(battery)
    .filter((step) => step !== platform)
    .map(plainStep);
  return { name: steps.join(' › '), ...(platform && { platform }), ...(database && { database }) };
}

function databaseOf(step: string): string | undefined {
  return (DATABASE.exec(step) ?? PLACE.exec(step))?.[1];
}

function isOf(platform: Platform, step: string): boolean {
  return step === platform || step.startsWith(`${platform}: `) || PLACE.exec(step)?.[2] === platform;
}

/** What every platform must do is written once, and stands below `shopify: …` and `woocommerce: …`, wherever that is. */
function isBattery(step: string): boolean {
  return PLATFORMS.some((each) => step.startsWith(`${each}: `));
}

function plainStep(step: string): string {
  const plain = step
    .replace(PLACE, (_step, _database, _platform, more?: string) => (more === undefined ? '' : ` (${more})`))
    .replace(DATABASE, '')
    .replace(FUZZ_SEED, '');
  return isBattery(plain) ? plain.replace(/^\w+/, 'every platform') : plain;
}
