import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { anyDatabase } from '../../../testing/databases.ts';
import { freePort } from '../../../testing/free-port.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { figuresOf, sumOf } from './figures.ts';

it('/metrics of any worker covers all workers', async (t) => {
  const port = await freePort();
  const env = {
    ...process.env,
    ...{ PORT: String(port), SANDBOX: 'off', SECRET_KEY },
    DATABASE_URL: await anyDatabase.fresh(),
  };
  const service = spawn(process.execPath, ['src/main.ts', 'serve', '--workers', '2'], { env });
  let output = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(service, 'close');
  t.after(async () => {
    service.kill('SIGTERM');
    await ended;
  });
  while (!output.includes('is ready on')) await Promise.race([once(service.stdout, 'data'), ended]);
  const baseUrl = `http://127.0.0.1:${port}`;
  const ask = (path: string) => fetch(baseUrl + path, { headers: { connection: 'close' } });

  const count = 12;
  for (let each = 0; each < count; each += 1) assert.equal((await ask('/healthz')).status, 200);
  for (let reading = 0; reading < 3; reading += 1) {
    const figures = await figuresOf(baseUrl);
    assert.equal(sumOf(figures, 'ucp_http_request_duration_seconds_count', { route: '/healthz' }), count);
    assert.ok(sumOf(figures, 'process_resident_memory_bytes') > 50e6);
  }
});
