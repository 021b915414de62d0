import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../../../src/service.ts';
import { agentOf, findVariant, pay } from '../../../testing/agent.ts';
import { databases } from '../../../testing/databases.ts';
import { freePort } from '../../../testing/free-port.ts';
import { expectLogged } from '../../../testing/log-of-tests.ts';
import { programAddress, withoutProgram } from '../../../testing/programs.ts';
import { PLATFORMS, serviceOn, startTestService, type TestService } from '../../../testing/test-service.ts';

const PGBOUNCER = 'pgbouncer';
const postgresql = databases.find(({ name }) => name === 'PostgreSQL') ?? assert.fail();

/** Fewer server connections than the pool of one process. */
const SERVER_CONNECTIONS = 4;

for (const mode of ['transaction', 'session'] as const)
  describe(`PostgreSQL behind PgBouncer (pool_mode = ${mode})`, {
    skip: withoutProgram(PGBOUNCER, PGBOUNCER),
  }, () => {
    let bouncer: Bouncer;
    let running: TestService;
    let other: Service;
    let otherUrl: string;

    before(async () => {
      const direct = await postgresql.fresh();
      // Migrations run directly on the server, as docs/operations.md says.
      await (await serviceOn(direct)).close();
      // In session mode each client connection needs a server connection.
      bouncer = await startBouncer(direct, mode, mode === 'session' ? 40 : SERVER_CONNECTIONS);
      running = await startTestService({
        database: { migrated: async () => bouncer.url },
        backgroundWork: true,
      });
      other = await serviceOn(bouncer.url, {}, { RATE_LIMIT: 'off' });
      otherUrl = await other.listen();
    });
    after(async () => {
      await other?.close();
      await running?.close();
      await bouncer?.close();
    });

    for (const platform of PLATFORMS) {
      it(`serves a whole purchase, alternating between two processes (${platform})`, async () => {
        const [agent, elsewhere] = [running.baseUrl, otherUrl].map((url) => agentOf(url, `demo-${platform}`));
        assert.ok(agent && elsewhere);
        const { id } = await findVariant(agent, 'mug');
        for (const { variants } of running.shop(`demo-${platform}`).control.products)
          for (const each of variants) each.stock = null;
        const session = await agent.createSession([id], {}, { 'idempotency-key': `through ${platform}` });
        assert.equal(session.status, 201, JSON.stringify(session.body));
        const again = await elsewhere.createSession([id], {}, { 'idempotency-key': `through ${platform}` });
        assert.deepEqual([again.status, again.body.id], [200, session.body.id]);
        assert.equal((await elsewhere.replaceLines(session.body.id, [[id, 2]])).status, 200);
        await pay(session.body);
        assert.equal((await agent.complete(session.body.id)).body.payment, 'verified');
        await running.settle();
        assert.equal((await elsewhere.readSession(session.body.id)).body.status, 'completed');
      });

      it(`serves more concurrent requests than there are server connections (${platform})`, async () => {
        const agents = [running.baseUrl, otherUrl].map((url) => agentOf(url, `demo-${platform}`));
        const [agent = assert.fail()] = agents;
        const { id } = await findVariant(agent, 'mug');
        const raced = await Promise.all(
          Array.from({ length: 40 }, (_, index) =>
            (agents[index % 2] ?? agent).createSession(
              [id],
              {},
              { 'idempotency-key': `raced ${platform} ${index % 10}` },
            ),
          ),
        );
        const statuses = raced.map(({ status }) => status);
        assert.deepEqual(new Set(statuses), new Set([200, 201]));
        assert.equal(statuses.filter((status) => status === 201).length, 10, 'one for each key');
        assert.equal(new Set(raced.map(({ body }) => body.id)).size, 10);
        const carts = await Promise.all(Array.from({ length: 20 }, () => agent.createCart([[id, 2]])));
        assert.deepEqual(new Set(carts.map(({ status }) => status)), new Set([201]));
      });
    }

    it('recovers by itself when PgBouncer restarts', async () => {
      expectLogged(/reach its database|is busy at the moment/);
      const agent = agentOf(running.baseUrl, 'demo-shopify');
      const { id } = await findVariant(agent, 'mug');
      const { body } = await agent.createSession([id]);
      await bouncer.stop();
      const gone = await agent.readSession(body.id);
      assert.deepEqual([gone.status, Number(gone.headers.get('retry-after')) > 0], [503, true]);
      await bouncer.start();
      while ((await fetch(`${running.baseUrl}/readyz`)).status !== 200) await wait(20);
      assert.equal((await agent.readSession(body.id)).status, 200);
    });
  });

type Bouncer = { url: string; stop(): Promise<void>; start(): Promise<void>; close(): Promise<void> };

async function startBouncer(direct: string, mode: string, size: number): Promise<Bouncer> {
  const server = new URL(direct);
  const folder = await mkdtemp(join(tmpdir(), 'ucp-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(join(folder, 'users.txt'), `"${server.username}" "${server.password}"\n`);
  await writeFile(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users.txt
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 200
${await ignoredParameters()}
`,
  );
  // pgbouncer refuses to run as root, and reads its files as another user.
  await chmod(folder, 0o755);
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  let child: ChildProcess | undefined;
  const start = async () => {
    const program = programAddress(PGBOUNCER) ?? assert.fail();
    child = spawn(program, ['-q', ...asRoot, file], { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const { pid } = child;
    while (!(await listens(port))) {
      assert.ok(child.exitCode === null && pid !== undefined, `PgBouncer ended: ${output}`);
      await wait(20);
    }
  };
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  };
  await start();
  const through = new URL(direct);
  through.port = String(port);
  return {
    url: through.href,
    start,
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Configuration of docs/operations.md. */
async function ignoredParameters(): Promise<string> {
  const [line] =
    /ignore_startup_parameters = [\w,]+/.exec(await readFile('docs/operations.md', 'utf8')) ?? [];
  return line ?? assert.fail('docs/operations.md says what PgBouncer is to ignore');
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .once('error', () => resolve(false));
  });
}
