import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupCommits, sectionOf } from '../../../packaging/release-notes.ts';

describe('release notes', () => {
  it('group commits by what users notice, with breaking changes first', () => {
    const titles = [
      'fix(storage): release the lease',
      'feat: add a command',
      'test: read twice',
      'refactor(api)!: drop the second address',
      'no conventional title',
    ];
    assert.equal(
      groupCommits(titles),
      [
        '### Breaking changes\n\n- **api**: drop the second address',
        '### Features\n\n- add a command',
        '### Fixes\n\n- **storage**: release the lease',
      ].join('\n\n'),
    );
  });

  it('take the section of the version, or else what is not released', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n- next\n\n## [1.2.0] - 2026-01-01\n\n- this\n';
    assert.equal(sectionOf(changelog, '1.2.0'), '- this');
    assert.equal(sectionOf(changelog, '1.3.0'), '- next');
  });
});
