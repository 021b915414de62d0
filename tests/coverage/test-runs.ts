import type { TestEvent } from 'node:test/reporters';
import { type Platform, STORE_PLATFORMS, tagsOf, withoutTags } from './requirements.ts';

/** One run of a test. */
export interface TestRun {
  /** `suite › title`, without tags, database and store platform. */
  name: string;
  /** Ids of the requirements that the test proves. */
  tags: readonly string[];
  platform?: Platform;
  database?: string;
  passed: boolean;
}

const DATABASE = / \((SQLite|PostgreSQL)\)$/;
/** Suites that run once for each database and store platform: `orders (SQLite, demo-shopify)`, `orders (SQLite, shopify, 2026-08-25)`. */
const PLACE = / \((SQLite|PostgreSQL), (?:demo-)?(shopify|woocommerce)(?:, ([^)]*))?\)$/;
/** Folders whose tests concern a single store platform. */
const FOLDERS = {
  shopify: /\/shopify\//,
  woocommerce: /\/(woocommerce|connector|pairing)\//,
} as const satisfies Record<Platform, RegExp>;
const FUZZ_SEED = / \(FUZZ_SEED=.*\)$/;

/** Returns a reader of a run's events, which arrive in the order in which tests are declared. */
export function testRunReader(): (event: TestEvent) => TestRun | undefined {
  let path: string[] = [];
  return ({ type, data }) => {
    if (type === 'test:start') path = [...path.slice(0, data.nesting), data.name];
    if (type !== 'test:pass' && type !== 'test:fail') return undefined;
    if (data.details.type === 'suite') return undefined;
    const passed = type === 'test:pass' && data.skip === undefined && data.todo === undefined;
    const tags = tagsOf(data.name);
    const names = [...path.slice(0, data.nesting), withoutTags(data.name)];
    return { ...placed(names, data.file ?? ''), tags, passed };
  };
}

/** Takes database and store platform from the names of a test's suites, or the platform from its file's folder. */
function placed(path: string[], file: string): Omit<TestRun, 'passed' | 'tags'> {
  const database = path.map(databaseOf).find((name) => name !== undefined);
  const platform = STORE_PLATFORMS.find(
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

/** Recognizes the root of the battery that runs once below `shopify: …` and once below `woocommerce: …`. */
function isBattery(step: string): boolean {
  return STORE_PLATFORMS.some((each) => step.startsWith(`${each}: `));
}

function plainStep(step: string): string {
  const plain = step
    .replace(PLACE, (_step, _database, _platform, more?: string) => (more === undefined ? '' : ` (${more})`))
    .replace(DATABASE, '')
    .replace(FUZZ_SEED, '');
  return isBattery(plain) ? plain.replace(/^\w+/, 'every platform') : plain;
}
