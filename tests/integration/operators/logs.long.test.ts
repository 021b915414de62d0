import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { it } from 'node:test';
import { VERSION } from '../../../src/settings/version.ts';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { eventually } from '../../../testing/eventually.ts';
import { freePort } from '../../../testing/free-port.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { shopperAt } from '../../shopping/shopper.ts';

type Line = { level: number; msg: string; requestId?: string; [member: string]: unknown };

const SERVE = ['src/main.ts', 'serve'];

async function place(): Promise<{ baseUrl: string; env: NodeJS.ProcessEnv }> {
  const PORT = String(await freePort());
  const DATABASE_URL = await anyDatabase.fresh();
  const env = { ...process.env, PORT, LOG_LEVEL: 'info', SECRET_KEY, DATABASE_URL };
  return { baseUrl: `http://127.0.0.1:${PORT}`, env };
}

it('a service whose log is on a full disk goes on, and can be stopped', {
  skip: !existsSync('/dev/full') && 'this system has no /dev/full',
}, async (t) => {
  const { baseUrl, env } = await place();
  const full = openSync('/dev/full', 'w');
  const service = spawn(process.execPath, SERVE, { env, stdio: ['ignore', full, 'ignore'] });
  closeSync(full);
  const ended = once(service, 'close');
  t.after(() => service.kill('SIGKILL'));
  const agent = agentOf(baseUrl, 'demo-woocommerce');
  const answers = async () => (await agent.get('').catch(() => undefined))?.status === 200;
  await eventually(async () => service.exitCode !== null || (await answers()), 'the service answers');
  const { id } = await findVariant(agent, 'mug');
  assert.equal((await agent.createSession([id])).status, 201);
  service.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

it('a running service writes JSON lines: one for each request and each background task', async (t) => {
  const { baseUrl, env } = await place();
  const service = spawn(process.execPath, SERVE, { env });
  let log = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (log += chunk));
  const ended = once(service, 'close');
  t.after(() => service.kill('SIGKILL'));
  const headers = {
    'ucp-agent': 'profile="https://agent.example/profile.json"',
    'x-request-id': 'one-id-for-all',
  };
  const agent = agentOf(baseUrl, 'demo-woocommerce', headers);
  while ((await agent.get('').catch(() => undefined))?.status !== 200)
    await Promise.race([once(service.stdout, 'data'), ended]);

  const { id } = await findVariant(agent, 'mug');
  const { body } = await agent.createSession([id], { discounts: { codes: ['a-code-of-somebody'] } });
  assert.ok(body.continue_url);
  const call = { name: 'get_checkout_session', arguments: { session_id: body.id } };
  await agent.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  await agent.get('/checkout-sessions/none?token=a-secret-in-the-query');
  await agent.get('/catalog/search?q=');
  const shopper = shopperAt({ slug: 'demo-woocommerce', running: { baseUrl } }, headers);
  await shopper.failed('get_checkout', { checkout_id: 'none' });
  const importEnded = /"kind":"import_products".*"A job (?:is done|failed)"/;
  while (!importEnded.test(log)) await Promise.race([once(service.stdout, 'data'), ended]);
  service.kill('SIGTERM');
  await ended;

  const lines: Line[] = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const ready = lines.find(({ msg }) => msg === `ucp-host is ready on ${baseUrl}`);
  assert.equal(ready?.version, VERSION);
  const stopping = lines.find(({ msg }) => msg === 'ucp-host is stopping');
  assert.equal(stopping?.signal, 'SIGTERM');
  assert.equal(lines.at(-1)?.msg, 'ucp-host has stopped');
  const requests = lines.filter(({ requestId }) => requestId === 'one-id-for-all');
  const created = requests.filter(
    ({ route, method }) => route === '/api/ucp/:slug/checkout-sessions' && method === 'POST',
  );
  const [line, ...more] = created;
  assert.ok(line && more.length === 0, 'one line');
  const { store, status, agent: name, durationMs } = line;
  assert.deepEqual([store, status], ['demo-woocommerce', 201]);
  assert.match(String(name), /agent\.example/);
  assert.equal(typeof durationMs, 'number');
  assert.ok(requests.some(({ tool }) => tool === 'get_checkout_session'));
  assert.deepEqual(
    requests.filter(({ code }) => code !== undefined).map(({ route, code }) => [route, code]),
    [
      ['/api/ucp/:slug/checkout-sessions/:session_id', 'not_found'],
      ['/api/ucp/:slug/catalog/search', 'invalid_input'],
      ['/mcp/:slug', 'not_found'],
    ],
    'a request that failed says why',
  );
  const done = lines.find(({ kind }) => kind === 'import_products');
  assert.match(String(done?.jobId), /[0-9a-f-]{36}$/);
  assert.ok(
    lines.some(({ msg, store: slug }) => msg === 'The import of products is complete' && slug === store),
  );
  assert.deepEqual(
    lines.filter(({ level }) => level > 30),
    [],
    'nothing has failed',
  );
  for (const secret of [
    'a-secret-in-the-query',
    'a-code-of-somebody',
    new URL(body.continue_url).search,
    SECRET_KEY,
  ])
    assert.ok(!log.includes(secret), `the log holds ${secret}`);
});
