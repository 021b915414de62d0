import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const PROGRAM = join(import.meta.dirname, '../../../conformance/run.ts');

function conformance(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

describe('npm run conformance', () => {
  it('says how the suite is had, and how it is run', async () => {
    const { exitCode, stdout } = await conformance('--help');
    assert.equal(exitCode, 0);
    assert.match(stdout, /git clone https:\/\/github\.com\/vishkaty\/ucp-conformance/);
    assert.match(stdout, /--suite/);
  });

  it('says what it needs, and which stores there are', async () => {
    const nothing = await conformance();
    assert.deepEqual([nothing.exitCode, nothing.stdout], [2, '']);
    assert.match(nothing.stderr, /--suite is needed/);
    const other = await conformance('--suite', '.', '--store', 'demo-magento');
    assert.equal(other.exitCode, 2);
    assert.match(other.stderr, /demo-shopify or demo-woocommerce/);
  });
});
