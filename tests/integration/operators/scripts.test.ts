import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { databases } from '../../../testing/databases.ts';
import { SECRET_KEY, startTestService } from '../../../testing/test-service.ts';

const run = promisify(execFile);

for (const database of databases) {
  describe(`deploy/backup.sh and restore.sh (${database.name})`, () => {
    it('keep the newest backups, and restore one into an empty folder', async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'ucp-host-backups-'));
      t.after(() => rm(folder, { recursive: true, force: true }));
      const running = await startTestService({ database });
      t.after(() => running.close());
      const script = (name: string, databaseUrl: string, ...args: string[]) =>
        run(join('deploy', name), args, {
          timeout: 60_000,
          env: {
            ...process.env,
            PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
            DATABASE_URL: databaseUrl,
            SECRET_KEY,
          },
        });

      for (const day of ['01', '02', '03'])
        await writeFile(join(folder, `ucp-host-202601${day}T000000Z.db`), 'old');
      await writeFile(join(folder, 'notes.txt'), 'of somebody else');
      await script('backup.sh', running.databaseUrl, folder, '2');
      const backups = (await readdir(folder)).filter((file) => file.endsWith('.db')).sort();
      assert.equal(backups.length, 2);
      assert.equal(backups[0], 'ucp-host-20260103T000000Z.db');
      const file = join(folder, backups[1] ?? '');
      assert.ok((await readdir(folder)).includes('notes.txt'), 'what is no backup stays');
      assert.equal((await stat(file)).mode & 0o077, 0, 'nobody else reads it');

      const { stdout } = await script('restore.sh', await database.fresh(), file);
      assert.match(stdout, /Everything is restored from/);
      assert.match(stdout, /demo-shopify/);
      await assert.rejects(
        script('restore.sh', running.databaseUrl, file),
        /is there already|already has rows/,
      );
    });
  });
}

describe('deploy/build-image.sh', () => {
  const DIGEST = `sha256:${'a1'.repeat(32)}`;

  /** Installs a stand-in for the command that records its arguments. */
  async function build(t: TestContext, digest: string, ...args: string[]) {
    const folder = await mkdtemp(join(tmpdir(), 'ucp-host-docker-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const asked = join(folder, 'asked');
    const script = `#!/bin/sh\necho "$@" >> '${asked}'\n[ "$1" = buildx ] && echo '${digest}' || true\n`;
    await writeFile(join(folder, 'docker'), script, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const ran = run('deploy/build-image.sh', args, { env, timeout: 30_000 });
    return { ran, asked: () => ran.then(() => readFile(asked, 'utf8')) };
  }

  it('builds from the digest that the tag of the base image has', async (t) => {
    const { asked } = await build(t, DIGEST, 'ucp-host:1', 'node:24-bookworm-slim');
    assert.match(
      await asked(),
      new RegExp(`build --build-arg NODE_IMAGE=node:24-bookworm-slim@${DIGEST} .*--tag ucp-host:1`),
    );
  });

  it('builds from a digest that is given, and looks none up', async (t) => {
    const { asked } = await build(t, 'none', 'ucp-host:1', `node@${DIGEST}`);
    assert.doesNotMatch(await asked(), /buildx/);
  });

  it('builds nothing without a digest', async (t) => {
    const { ran } = await build(t, 'latest', 'ucp-host:1');
    await assert.rejects(ran, /could not be learned/);
  });
});
