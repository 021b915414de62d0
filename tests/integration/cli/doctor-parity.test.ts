import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CheckStoreDiscoveryResponse } from '../../../client/index.ts';
import { runCommand } from '../../../testing/command-line.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { PLATFORMS, SECRET_KEY, startTestService } from '../../../testing/test-service.ts';

describe('doctor --parity', () => {
  const running = forSuite(() => startTestService({ database: anyDatabase }));

  async function compare(slug: string, ...more: string[]) {
    const env = { DATABASE_URL: running.databaseUrl, SECRET_KEY, BASE_URL: running.baseUrl };
    const args = ['doctor', slug, '--parity', '--json', ...more];
    const { code, out, errors } = await runCommand({ args, env: { ...process.env, ...env } });
    assert.notEqual(out, '', errors);
    const { diagnostics } = JSON.parse(out) as CheckStoreDiscoveryResponse;
    return { code, diagnostics, worse: diagnostics.filter(({ level }) => level !== 'ok') };
  }

  for (const platform of PLATFORMS)
    it(`finds every surface of a ${platform} store equal to the shop, and leaves no cart open`, async () => {
      await running.settle();
      const { code, worse } = await compare(`demo-${platform}`, '--products', '4');
      assert.deepEqual(worse, []);
      assert.equal(code, 0);
      for (const { pieces } of running.shop(`demo-${platform}`).control.carts()) assert.equal(pieces, 0);
    });
});
