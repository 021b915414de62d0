import { reasonFor, whySurvived } from './reasons.ts';
import type { SuiteResults, SuiteRun } from './results.ts';

export const BEGIN = '<!-- the public suite: begin -->';
export const END = '<!-- the public suite: end -->';

const INTRODUCTION = `## The public conformance suite

[vishkaty/ucp-conformance](https://github.com/vishkaty/ucp-conformance), which is none of ours, looks at both demo stores, each on a host of its own over TLS 1.3, behind it its simulated shop over TLS as well.
Written by \`npm run conformance -- --suite <a checkout of it>\`, not by \`npm test\`.

Between suite and service stands what the suite has no hands for: a buyer, who pays on the shop's page when the suite completes a checkout with the payment that is to succeed; the suite's platform, which signs readings of orders, because nobody else is told of them; and a hand at the clock, at the database and at the shop's refunds. Where 2026-04-08 is looked at, that version's leaf is shown at the root, because the suite takes what it finds there for the only profile. Everything else passes as it is.`;

/** What the suite said, in Markdown, between two marks. */
export function suiteBlock(results: SuiteResults | undefined): string {
  if (!results) return [BEGIN, INTRODUCTION, 'It has not been run.', END].join('\n\n');
  const { commit, runs } = results;
  return [
    BEGIN,
    INTRODUCTION,
    `Commit \`${commit}\`. It knows the specification up to 2026-04-08. Of a profile of 2026-08-25 it makes the few checks that are not bound to a version; its checks of 2026-04-08 were made there as well, because paths, statuses and codes are the same in both.`,
    countsTable(runs),
    explained('### Deviations', runs, ({ deviations }) => deviations),
    explained('### Not tested', runs, ({ notTested }) => notTested),
    unproven(runs),
    notApplicable(runs),
    END,
  ].join('\n\n');
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

/** Each check once, with the runs in which it was so. */
function explained(
  title: string,
  runs: readonly SuiteRun[],
  of: (run: SuiteRun) => SuiteRun['deviations'],
): string {
  const found = runs.flatMap((run) => of(run).map((told) => ({ ...told, run: nameOf(run) })));
  if (found.length === 0) return `${title}\n\nNone.`;
  const lines = [...Map.groupBy(found, ({ id }) => id)].map(([id, all]) => {
    const clauses = [...new Set(all.flatMap((each) => each.clauses))].join(', ');
    const where = all.length === runs.length ? 'everywhere' : all.map(({ run }) => run).join('; ');
    return `- \`${id}\`${clauses === '' ? '' : `, ${clauses}`}: ${reasonFor({ id }) ?? '**not explained.**'} (${where})`;
  });
  return `${title}\n\n${lines.toSorted().join('\n')}`;
}

function unproven(runs: readonly SuiteRun[]): string {
  const found = new Map(runs.flatMap((run) => run.unproven).map(({ id, survivors }) => [id, survivors]));
  const reasons = Map.groupBy([...found], ([, survivors]) => whySurvived(survivors));
  const lines = [...reasons].map(
    ([reason, of]) =>
      `- ${of
        .map(([id]) => `\`${id}\``)
        .toSorted()
        .join(', ')}: ${reason}`,
  );
  const title = '### Passed, without the suite’s own proof';
  const why =
    'The suite puts defects into each answer to show that its check would find them. Here it could not for all of them:';
  return lines.length === 0 ? `${title}\n\nNone.` : [title, why, lines.toSorted().join('\n')].join('\n\n');
}

function notApplicable(runs: readonly SuiteRun[]): string {
  const lines = runs.map((run) => {
    const reasons = Object.entries(run.notApplicable).map(([why, count]) => `${count} ${why}`);
    return `- ${nameOf(run)}: ${reasons.toSorted().join('; ')}.`;
  });
  return `### Not applicable\n\n${lines.join('\n')}`;
}
