import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const { NODE_TEST_CONTEXT: _, ...env } = process.env;

/** Runs a test file of this content by the runner. */
function ran(content: string): { status: number | null; out: string } {
  mkdirSync('coverage', { recursive: true });
  const folder = mkdtempSync('coverage/runner-');
  const file = `${folder}/one.test.ts`;
  try {
    writeFileSync(file, `import { describe, it } from 'node:test';\n${content}\n`);
    const { status, stdout } = spawnSync(process.execPath, ['testing/run-tests.ts', file], {
      env,
      encoding: 'utf8',
    });
    return { status, out: stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the test runner', () => {
  it('ends with 0 when all tests pass, or are skipped with a reason', () => {
    assert.equal(ran("it('passes', () => {});").status, 0);
    const { status, out } = ran(
      "describe('elsewhere', { skip: 'needs a moon' }, () => it('passes', () => {}));",
    );
    assert.deepEqual([status, out.includes('# needs a moon')], [0, true]);
  });

  it('ends with 1 and names the test that fails, and why', () => {
    const { status, out } = ran("describe('one', () => it('fails', () => { throw new Error('no'); }));");
    assert.equal(status, 1);
    assert.match(out, /✖ one › fails \(coverage\/runner-\w+\/one\.test\.ts\)\n {4}no\n/);
  });

  it('ends with 1 when a process ends before its tests do', () => {
    const { status, out } = ran("it('ends', () => process.exit(0));");
    assert.equal(status, 1);
    assert.match(out, /ended too early/);
  });

  it('ends with 1 when a file has no test', () => {
    const { status, out } = ran('');
    assert.equal(status, 1);
    assert.match(out, /reported no test/);
  });

  it('plays the hostile world by the settings of the environment', () => {
    const settings = { ...env, HOSTILE_SECONDS: '0' };
    const { status, stdout } = spawnSync(process.execPath, ['testing/run-tests.ts', '--set=hostile'], {
      env: settings,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /a hostile shop, .+ at once \(SQLite\) .*# it needs the machine for itself/);
  });

  it('waits for a test whose timer does not keep a process alive', () => {
    const content = "it('waits', () => new Promise((done) => { setTimeout(done, 300).unref(); }));";
    assert.equal(ran(content).status, 0);
  });
});
