import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { readConfig } from '../../../src/settings/config.ts';

describe('a renamed setting', () => {
  it('reads a renamed setting by both names, prefers the current one, and warns of the former one', () => {
    const read = (names: Record<string, string>) => {
      const { agentPlatformsFile, warnings } = readConfig(names);
      return [agentPlatformsFile, warnings];
    };
    const warning = 'UCP_PLATFORMS is now called UCP_AGENT_PLATFORMS: rename it in your settings.';
    assert.deepEqual(read({ UCP_AGENT_PLATFORMS: 'new.json' }), ['new.json', []]);
    assert.deepEqual(read({ UCP_PLATFORMS: 'old.json' }), ['old.json', [warning]]);
    assert.equal(read({ UCP_PLATFORMS: 'old.json', UCP_AGENT_PLATFORMS: 'new.json' })[0], 'new.json');
  });

  it('logs a warning once when the service starts with the former name of a setting', async (t) => {
    const env = {
      ...process.env,
      PORT: '0',
      DATABASE_URL: 'sqlite::memory:',
      SANDBOX: 'off',
      UCP_PLATFORMS: 'src/agent-platforms/known-platforms.json',
    };
    const service = spawn(process.execPath, ['src/main.ts', 'serve'], { env });
    t.after(() => service.kill('SIGKILL'));
    let log = '';
    for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (log += chunk));
    const ended = once(service, 'close');
    while (!log.includes('http://127.0.0.1')) {
      assert.equal(service.exitCode, null, log);
      await Promise.race([once(service.stdout, 'data'), ended]);
    }
    service.kill('SIGTERM');
    await ended;
    assert.equal(log.split('UCP_PLATFORMS').length - 1, 1, log);
  });
});
