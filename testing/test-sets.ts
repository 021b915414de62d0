import { globSync, readFileSync } from 'node:fs';

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

/** False also for a file that starts a process. */
function isFast(file: string): boolean {
  const isInFolder = FAST_FOLDERS.some((folder) => file.startsWith(`tests/${folder}/`));
  return isInFolder && !/node:child_process|testing\/command-line/.test(readFileSync(file, 'utf8'));
}

const FILES_OF_GROUP = 12;

/**
 * Divides files into groups that run in one process each: loading the source takes longer than most files. Neighbors, which
 * take about as long, go to different groups. A long file has a process of its own.
 */
export function groupsOf(files: readonly string[]): string[][] {
  const quick = files.filter((file) => !isLong(file));
  const count = Math.ceil(quick.length / FILES_OF_GROUP);
  const groups = Array.from({ length: count }, (_, group) =>
    quick.filter((_file, index) => index % count === group),
  );
  return [...groups, ...files.filter(isLong).map((file) => [file])];
}
