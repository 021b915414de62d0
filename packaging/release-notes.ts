/**
 * `node packaging/release-notes.ts v1.2.0`: what stands under "Unreleased" or the version in CHANGELOG.md, then the commits since the
 * tag before, by their Conventional Commits.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const COMMIT = /^(\w+)(?:\(([\w, -]+)\))?(!)?: (.+)$/;
/** Kinds of commits that users may notice, in the sequence of the notes. */
const KINDS = { feat: 'Features', fix: 'Fixes', perf: 'Speed' } as const;
const BREAKING = 'Breaking changes';

/** Groups titles of commits; kinds that change nothing for users are left out unless they break something. */
export function groupCommits(titles: readonly string[]): string {
  const groups = new Map<string, string[]>([BREAKING, ...Object.values(KINDS)].map((name) => [name, []]));
  for (const title of titles) {
    const [, kind = '', scope, breaks, about = ''] = COMMIT.exec(title) ?? [];
    const group = breaks ? BREAKING : KINDS[kind as keyof typeof KINDS];
    groups.get(group)?.push(`- ${scope ? `**${scope}**: ` : ''}${about}`);
  }
  return [...groups]
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `### ${name}\n\n${lines.join('\n')}`)
    .join('\n\n');
}

/** Returns the text below the heading of the version, or else below "Unreleased". */
export function sectionOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const text =
    sections.find((section) => /^\[?v?([^\s\]]+)/.exec(section)?.[1] === version) ??
    sections.find((section) => /^\[?Unreleased\b/i.test(section));
  return text?.slice(text.indexOf('\n')).trim() ?? '';
}

function titlesSince(tag: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const [before] = git('tag', '--list', 'v*', '--sort=-version:refname', '--merged', tag)
    .split('\n')
    .filter((each) => each !== '' && each !== tag);
  return git('log', '--no-merges', '--format=%s', before === undefined ? tag : `${before}..${tag}`).split(
    '\n',
  );
}

if (import.meta.main) {
  const tag = process.argv[2] ?? '';
  if (!/^v\d+\.\d+\.\d+/.test(tag)) throw new Error('Name the tag of the release: v1.2.0');
  const changelog = readFileSync(join(import.meta.dirname, '..', 'CHANGELOG.md'), 'utf8');
  const notes = [sectionOf(changelog, tag.slice(1)), '## Commits', groupCommits(titlesSince(tag))];
  process.stdout.write(`${notes.join('\n\n')}\n`);
}
