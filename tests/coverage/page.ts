import { type Platform, type Requirement, type Section, STORE_PLATFORMS } from './requirements.ts';
import type { TestRun } from './test-runs.ts';
import { type Verdict, verdictOn } from './verdict.ts';

const MARKS: Record<Verdict, string> = {
  proven: '✓',
  'not proven': '✗',
  'not run': '✗',
  'does not apply': '–',
};

const INTRODUCTION = `# Requirements and the tests that prove them

Written by \`npm run test:all\`. ✓: every test of the requirement passed with this store platform, on SQLite and on PostgreSQL where it uses a database.
✗: a test failed or did not run. –: the requirement does not concern the store platform.`;

/** Returns the Markdown page; the order in which tests ended makes no difference. */
export function pageOf(sections: readonly Section[], runs: readonly TestRun[]): string {
  const tables = sections.map((section) => tableOf(section, runs));
  return `${[INTRODUCTION, summaryOf(sections, runs), ...tables].join('\n\n')}\n`;
}

/** Returns a line for each requirement that is not proven on a store platform it concerns. */
export function gapsIn(sections: readonly Section[], runs: readonly TestRun[]): string[] {
  return sections.flatMap(({ requirements }) =>
    requirements.flatMap((requirement) =>
      STORE_PLATFORMS.map((platform) => ({ platform, verdict: verdictOn(platform, requirement, runs) }))
        .filter(({ verdict }) => verdict.startsWith('not'))
        .map(({ platform, verdict }) => `${requirement.id} ${requirement.says} (${platform}: ${verdict})`),
    ),
  );
}

function summaryOf(sections: readonly Section[], runs: readonly TestRun[]): string {
  const requirements = sections.flatMap((section) => section.requirements);
  const sums = STORE_PLATFORMS.map((platform) => {
    const verdicts = requirements.map((each) => verdictOn(platform, each, runs));
    const proven = verdicts.filter((verdict) => verdict === 'proven').length;
    const concerned = verdicts.filter((verdict) => verdict !== 'does not apply').length;
    return `${nameOf(platform)}: ${proven} of ${concerned} requirements proven.`;
  });
  return sums.join(' ');
}

function tableOf({ document, heading, requirements }: Section, runs: readonly TestRun[]): string {
  const head = ['| Requirement | | Tests | Shopify | WooCommerce |', '|---|---|---|---|---|'];
  const rows = requirements.map((each) => rowOf(each, runs));
  return [`## ${document}: ${heading}`, '', ...head, ...rows].join('\n');
}

function rowOf(requirement: Requirement, runs: readonly TestRun[]): string {
  const { id, says } = requirement;
  const tests = new Set(runs.filter(({ tags }) => tags.includes(id)).map(({ name }) => cell(name)));
  const marks = STORE_PLATFORMS.map((platform) => MARKS[verdictOn(platform, requirement, runs)]);
  return `| ${[id, cell(says), [...tests].toSorted().join('<br>'), ...marks].join(' | ')} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function nameOf(platform: Platform): string {
  return platform === 'shopify' ? 'Shopify' : 'WooCommerce';
}
