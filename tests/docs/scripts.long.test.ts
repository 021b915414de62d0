import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';

function run(...args: string[]) {
  return spawnSync('npm', ['run', '--silent', ...args], { encoding: 'utf8' });
}

describe('npm run check', () => {
  it('runs the checks that are named', () => {
    const { status, stdout } = run('check', 'methods');
    assert.deepEqual([status, stdout], [0, 'methods\n']);
  });

  it('refuses an unknown check, and names the others', () => {
    const { status, stderr } = run('check', 'spelling');
    assert.equal(status, 1);
    assert.match(stderr, /no check spelling\. Name some of: format, lint, types/);
  });
});

describe('npm run bench', () => {
  it('refuses an unknown bench, and names the others', () => {
    const { status, stderr } = run('bench', 'beauty');
    assert.equal(status, 1);
    assert.match(stderr, /no bench of beauty\. Name one of: speed, search, tokens, soak/);
  });

  it('hands the options on', () => {
    assert.match(run('bench', '--', '--only', 'beauty').stderr, /--only takes some of these/);
    assert.match(run('bench', '--', 'search', '--typos').stderr, /Give --catalog, --queries and --judgments/);
  });
});
