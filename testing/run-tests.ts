/**
 * Runs tests: `node testing/run-tests.ts [--set=fast|quick|postgres|long|rest|all|hostile] [folder or file of tests/ …]`. Runs the quick set without
 * arguments, and all files of the given folders. Exits with 1 when a test fails, and when a file reports no test.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { resultsOf, runGroups } from './run-groups.ts';
import { type Group, groupsOf, groupsOfSet, TEST_SETS } from './test-sets.ts';
import { globalSetup, globalTeardown } from './whole-run.ts';

const HOSTILE_WORLD = 'tests/resilience/hostile-world/hostile-world.long.test.ts';

/** Runs that together hold every test on every database. */
const PARTS = ['quick', 'postgres', 'long'] as const;
type Part = (typeof PARTS)[number];

const AFTER_QUICK = `
These were the quick tests. npm run test:rest runs the others (quick files on PostgreSQL as well, browser, killed processes, several
database servers, real proxies, histories) and checks that each requirement of the contract is proven.
`;

const { values, positionals } = parseArgs({ options: { set: { type: 'string' } }, allowPositionals: true });
const exitCode =
  positionals.length > 0 ? await run('chosen', groupsOf(positionals.flatMap(filesOfSet))) : await runSet();
// The database server's package ends a process that has nothing left to do with 0, whatever `process.exitCode` says.
process.stdout.write('', () => process.exit(exitCode));

async function runSet(): Promise<number> {
  if (values.set === 'hostile') return runHostile();
  const set = TEST_SETS.find((name) => name === (values.set ?? 'quick'));
  if (set === undefined)
    throw new Error(`There is no set ${values.set}. Use one of: ${TEST_SETS.join(', ')}, hostile`);
  if (set === 'all') return Math.max(await runPart('quick'), await runRest());
  if (set === 'rest') return runRest();
  const code = await runPart(set);
  if (set === 'quick') process.stdout.write(AFTER_QUICK);
  return code;
}

/** Runs what `npm test` leaves out, then checks the requirements by the results of both. */
async function runRest(): Promise<number> {
  const codes = [await runPart('postgres'), await runPart('long')];
  const check = ['tests/coverage/check-requirements.ts', ...PARTS.map(resultsOf)];
  return Math.max(...codes, spawnSync(process.execPath, check, { stdio: 'inherit' }).status ?? 1);
}

function runPart(set: Part | 'fast'): Promise<number> {
  return run(set, groupsOfSet(set));
}

/** Plays the hostile world alone on the machine, for as long and as strictly as the environment says. */
function runHostile(): number {
  const { HOSTILE_SECONDS, HOSTILE_MAX_RATIO } = process.env;
  const settings = { HOSTILE_SECONDS: HOSTILE_SECONDS || '120', HOSTILE_MAX_RATIO: HOSTILE_MAX_RATIO || '3' };
  const options = ['--test', '--test-force-exit', '--test-reporter=spec', HOSTILE_WORLD];
  const env = { ...process.env, ...settings };
  return spawnSync(process.execPath, options, { stdio: 'inherit', env }).status ?? 1;
}

/** Returns the tests of a folder or file, whose name may leave out `tests/`. */
function filesOfSet(name: string): string[] {
  const path = name.replace(/\/$/, '');
  const pattern = path.endsWith('.ts') ? path : `${path}/**/*.test.ts`;
  const files = [`tests/${pattern}`, pattern]
    .map((place) => globSync(place))
    .find(({ length }) => length > 0);
  if (!files) throw new Error(`There is no test in ${name}. Name a folder or a file of tests/.`);
  return files;
}

async function run(set: Part | 'fast' | 'chosen', groups: Group[]): Promise<number> {
  if (set === 'fast') return runGroups(set, groups);
  await globalSetup();
  try {
    return await runGroups(set, groups);
  } finally {
    await globalTeardown();
  }
}
