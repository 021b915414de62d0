import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { readConfig } from '../../../src/settings/config.ts';

describe('a renamed setting', () => {
  it('reads a renamed setting by its current name without a warning', () => {
    const { agentPlatformsFile, warnings } = readConfig({ UCP_AGENT_PLATFORMS: 'platforms.json' });
    assert.deepEqual([agentPlatformsFile, warnings], ['platforms.json', []]);
  });

  it('reads a renamed setting by its former name with a warning that names both', () => {
    const { agentPlatformsFile, warnings } = readConfig({ UCP_PLATFORMS: 'platforms.json' });
    assert.equal(agentPlatformsFile, 'platforms.json');
    assert.deepEqual(warnings, [
      'UCP_PLATFORMS is now called UCP_AGENT_PLATFORMS: rename it in your settings.',
    ]);
  });

  it('prefers the current name of a renamed setting when both names are set', () => {
    const { agentPlatformsFile } = readConfig({ UCP_PLATFORMS: 'old.json', UCP_AGENT_PLATFORMS: 'new.json' });
    assert.equal(agentPlatformsFile, 'new.json');
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
