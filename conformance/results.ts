import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notApplicableFor } from './reasons.ts';
import type { StoreSlug } from './stage.ts';
import type { Check } from './suite.ts';

const DOCS = join(import.meta.dirname, '..', 'docs');
const DATA = join(DOCS, 'proof', 'conformance-suite.json');
const PAGE = join(DOCS, 'conformance.md');

/** One store checked in one version, with the checks of that version or of another one. */
export interface SuiteRun {
  store: StoreSlug;
  version: string;
  checksOf: string;
  counts: Record<string, Counts>;
  deviations: ExplainedCheck[];
  notTested: ExplainedCheck[];
  /** Number of checks by reason. */
  notApplicable: Record<string, number>;
  /** Checks that passed but would have missed some injected defects. */
  unproven: { id: string; survivors: string[] }[];
}

interface Counts {
  passed: number;
  deviations: number;
  notTested: number;
  notApplicable: number;
}

interface ExplainedCheck {
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
  const summary = ({ id, clauses }: Check) => ({ id, clauses });
  return {
    store,
    version,
    checksOf,
    counts: Object.fromEntries([...transports].map(([name, of]) => [name, countsOf(of)])),
    deviations: with_('deviation').map(summary),
    notTested: with_('not-tested').map(summary),
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

/** Replaces the results of the same stores and versions. Drops results of another commit of the suite. */
export async function keep(commit: string, runs: readonly SuiteRun[]): Promise<SuiteResults> {
  const last = readResults();
  const name = ({ store, version, checksOf }: SuiteRun) => `${store} ${version} ${checksOf}`;
  const fresh = new Set(runs.map(name));
  const others = last?.commit === commit ? last.runs.filter((each) => !fresh.has(name(each))) : [];
  const sorted = [...others, ...runs].toSorted((one, other) => name(one).localeCompare(name(other), 'en'));
  const results = { commit, runs: sorted };
  await writeFile(DATA, `${JSON.stringify(results, null, 2)}\n`);
  return results;
}

/** Returns the last results, or undefined when the suite was never run. */
export function readResults(): SuiteResults | undefined {
  try {
    return JSON.parse(readFileSync(DATA, 'utf8'));
  } catch {
    return undefined;
  }
}

export async function writePage(page: string): Promise<void> {
  await writeFile(PAGE, page);
}
