import { capabilitiesSection } from './capabilities.ts';
import { mcpSection } from './mcp/section.ts';
import { reasonFor, whySurvived } from './reasons.ts';
import type { SuiteResults, SuiteRun } from './results.ts';

const INTRODUCTION = `# The public conformance suite of UCP

[vishkaty/ucp-conformance](https://github.com/vishkaty/ucp-conformance), an independent project, checks both demo stores, each on a host of its own
over TLS 1.3, with its simulated shop behind TLS as well. Written by \`npm run conformance -- --suite <a checkout of it>\`, not to be edited.

A proxy between suite and service does what the suite cannot do: it pays on the shop's page as the buyer when the suite completes a checkout with
the payment that is to succeed, signs the readings of orders as the agent platform, and sets the clock, the database and the shop's refunds. For
2026-04-08 it serves that version's leaf at the root, because the suite takes the profile it finds there for the only one. Everything else passes
unchanged.`;

/** Returns docs/conformance.md. */
export function suitePage(results: SuiteResults | undefined): string {
  if (!results) return `${INTRODUCTION}\n\nThe suite has not been run.\n`;
  const { commit, runs } = results;
  const parts = [
    INTRODUCTION,
    `Commit \`${commit}\`. It knows the specification up to 2026-04-08. For a profile of 2026-08-25 it runs the few checks that no version binds; its checks of 2026-04-08 ran there as well, because paths, statuses and codes are the same in both.`,
    countsTable(runs),
    capabilitiesSection(),
    explained('## Deviations', runs, ({ deviations }) => deviations),
    explained('## Not tested', runs, ({ notTested }) => notTested),
    unproven(runs),
    notApplicable(runs),
    mcpSection(),
  ];
  return `${parts.join('\n\n')}\n`;
}

function nameOf({ store, version, checksOf }: SuiteRun): string {
  const checks =
    checksOf === version ? '' : checksOf === '' ? ' (unbound checks)' : ` (checks of ${checksOf})`;
  return `${store}, ${version}${checks}`;
}

function countsTable(runs: readonly SuiteRun[]): string {
  const rows = runs.flatMap((run) =>
    Object.entries(run.counts).map(
      ([transport, { passed, deviations, notTested, notApplicable }]) =>
        `| ${nameOf(run)} | ${transport} | ${passed} | ${deviations} | ${notTested} | ${notApplicable} |`,
    ),
  );
  const head = ['| Store and version | Transport | Passed | Deviations | Not tested | Not applicable |'];
  return [...head, '|---|---|---:|---:|---:|---:|', ...rows].join('\n');
}

/** Lists each check once, with the runs that found it. */
function explained(
  title: string,
  runs: readonly SuiteRun[],
  of: (run: SuiteRun) => SuiteRun['deviations'],
): string {
  const checks = runs.flatMap((run) => of(run).map((each) => ({ ...each, run: nameOf(run) })));
  if (checks.length === 0) return `${title}\n\nNone.`;
  const lines = [...Map.groupBy(checks, ({ id }) => id)].map(([id, all]) => {
    const clauses = [...new Set(all.flatMap((each) => each.clauses))].join(', ');
    const where = all.length === runs.length ? 'everywhere' : all.map(({ run }) => run).join('; ');
    return `- \`${id}\`${clauses === '' ? '' : `, ${clauses}`}: ${reasonFor({ id }) ?? '**not explained.**'} (${where})`;
  });
  return `${title}\n\n${lines.toSorted().join('\n')}`;
}

function unproven(runs: readonly SuiteRun[]): string {
  const survivorsOf = new Map(
    runs.flatMap((run) => run.unproven).map(({ id, survivors }) => [id, survivors]),
  );
  const reasons = Map.groupBy([...survivorsOf], ([, survivors]) => whySurvived(survivors));
  const lines = [...reasons].map(
    ([reason, of]) =>
      `- ${of
        .map(([id]) => `\`${id}\``)
        .toSorted()
        .join(', ')}: ${reason}`,
  );
  const title = '## Passed, without the suite’s own proof';
  const why =
    'The suite injects defects into each answer to show that its check finds them. It could not show that for these checks:';
  return lines.length === 0 ? `${title}\n\nNone.` : [title, why, lines.toSorted().join('\n')].join('\n\n');
}

function notApplicable(runs: readonly SuiteRun[]): string {
  const lines = runs.map((run) => {
    const reasons = Object.entries(run.notApplicable).map(([why, count]) => `${count} ${why}`);
    return `- ${nameOf(run)}: ${reasons.toSorted().join('; ')}.`;
  });
  return `## Not applicable\n\n${lines.join('\n')}`;
}
