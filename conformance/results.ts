import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notApplicableFor } from './reasons.ts';
import type { StoreSlug } from './stage.ts';
import type { Check } from './suite.ts';

const DOCS = join(import.meta.dirname, '..', 'docs');
const DATA = join(DOCS, 'conformance-suite.json');
const PAGE = join(DOCS, 'conformance.md');

/** One store, seen by the suite in one version, with the checks of that version or of another one. */
export interface SuiteRun {
  store: StoreSlug;
  version: string;
  checksOf: string;
  counts: Record<string, Counts>;
  deviations: Told[];
  notTested: Told[];
  /** Why, with how many checks. */
  notApplicable: Record<string, number>;
  /** Passed, with defects that the suite could not have told from it. */
  unproven: { id: string; survivors: string[] }[];
}

interface Counts {
  passed: number;
  deviations: number;
  notTested: number;
  notApplicable: number;
}

interface Told {
  id: string;
  clauses: string[];
}

export interface SuiteResults {
  commit: string;
  runs: SuiteRun[];
}

export function summed(
  { store, version, checksOf }: Pick<SuiteRun, 'store' | 'version' | 'checksOf'>,
  checks: readonly Check[],
): SuiteRun {
  const sorted = checks.toSorted((one, other) => one.id.localeCompare(other.id, 'en'));
  const with_ = (status: string) => sorted.filter((each) => each.status.startsWith(status));
  const transports = Map.groupBy(sorted, ({ transport }) => (transport === 'mcp' ? 'MCP' : 'REST'));
  const reasons = Map.groupBy(with_('not-applicable'), notApplicableFor);
  const told = ({ id, clauses }: Check) => ({ id, clauses });
  return {
    store,
    version,
    checksOf,
    counts: Object.fromEntries([...transports].map(([name, of]) => [name, countsOf(of)])),
    deviations: with_('deviation').map(told),
    notTested: with_('not-tested').map(told),
    notApplicable: Object.fromEntries([...reasons].map(([why, of]) => [why, of.length])),
    unproven: with_('clean-pass')
      .filter(({ survivors }) => survivors.length > 0)
      .map(({ id, survivors }) => ({ id, survivors })),
  };
}

function countsOf(checks: readonly Check[]): Counts {
  const of = (status: string) => checks.filter((each) => each.status.startsWith(status)).length;
  return {
    passed: of('clean-pass'),
    deviations: of('deviation'),
    notTested: of('not-tested'),
    notApplicable: of('not-applicable'),
  };
}

/** Takes the place of what was known of these stores and versions. Results of another commit of the suite are forgotten. */
export async function keep(commit: string, runs: readonly SuiteRun[]): Promise<SuiteResults> {
  const known = readResults();
  const name = ({ store, version, checksOf }: SuiteRun) => `${store} ${version} ${checksOf}`;
  const fresh = new Set(runs.map(name));
  const others = known?.commit === commit ? known.runs.filter((each) => !fresh.has(name(each))) : [];
  const sorted = [...others, ...runs].toSorted((one, other) => name(one).localeCompare(name(other), 'en'));
  const results = { commit, runs: sorted };
  await writeFile(DATA, `${JSON.stringify(results, null, 2)}\n`);
  return results;
}

/** What was found when the suite was run last; undefined when it never was. */
export function readResults(): SuiteResults | undefined {
  try {
    return JSON.parse(readFileSync(DATA, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Puts the block about the suite in the place of the one that is there. */
export async function replaceBlock(block: string, begin: string, end: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to === -1) return;
  await writeFile(PAGE, page.slice(0, from) + block + page.slice(to + end.length));
}
