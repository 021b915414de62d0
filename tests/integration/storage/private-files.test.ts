import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { backUp, restore } from '../../../src/storage/maintenance/backup.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { databases } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { startTestService } from '../../../testing/test-service.ts';

const isOpen = async (path: string) => ((await stat(path)).mode & 0o077) !== 0;

describe('files of the storage', () => {
  const folder = forSuite(temporaryFolder);
  let umask: number;
  before(async () => {
    umask = process.umask(0);
  });
  after(async () => {
    process.umask(umask);
  });

  /** Lists files below the folder that another user of the machine could read. */
  async function open(below: string): Promise<string[]> {
    const entries = await readdir(below, { recursive: true });
    const openFiles = await Promise.all(
      entries.map(async (each) => ((await isOpen(join(below, each))) ? [each] : [])),
    );
    return openFiles.flat();
  }

  for (const database of databases)
    it(`keeps every file of a database and an export from other users (${database.name})`, async () => {
      const place = await mkdtemp(folder.file('place-'));
      await using running = await startTestService({ database });
      const exported = await commandLine(running.databaseUrl, [
        ...['export', 'demo-shopify', '--out', join(place, 'store.json')],
      ]);
      assert.equal(exported.code, 0, exported.out);
      const files = await readdir(place);
      assert.ok(files.includes('store.json'));
      assert.deepEqual(await open(place), []);
    });

  it('keeps a backup and a restored database from other users', async () => {
    const place = await mkdtemp(folder.file('backup-'));
    await using _database = await openDatabase(`sqlite:${join(place, 'ucp-host.db')}`);
    const backup = join(place, 'backup.db');
    await backUp(`sqlite:${join(place, 'ucp-host.db')}`, backup);
    await restore(backup, `sqlite:${join(place, 'restored.db')}`);
    const files = await readdir(place);
    for (const name of ['backup.db', 'restored.db']) assert.ok(files.includes(name), name);
    assert.deepEqual(await open(place), []);
  });

  it('makes the folder, the database and its log for their owner alone', async () => {
    const place = folder.file('made', 'data');
    await using _database = await openDatabase(`sqlite:${join(place, 'ucp-host.db')}`);
    assert.deepEqual((await readdir(place)).sort(), ['ucp-host.db', 'ucp-host.db-shm', 'ucp-host.db-wal']);
    assert.equal(await isOpen(place), false);
    assert.deepEqual(await open(place), []);
  });

  /** Returns the ids of a user that may not write the file. Root may write every file, so that the test of root uses another account. */
  async function takeAway(place: string, name: string): Promise<{ uid?: number; gid?: number }> {
    if (process.getuid?.() !== 0) {
      await chmod(join(place, name), 0o400);
      return {};
    }
    const account = 65_534;
    for (const each of [folder.path, place]) await chmod(each, 0o755);
    for (const each of ['.', ...(await readdir(place))]) await chown(join(place, each), account, account);
    await chown(join(place, name), 0, 0);
    await chmod(join(place, name), 0o644);
    return { uid: account, gid: account };
  }

  for (const name of ['ucp-host.db', 'ucp-host.db-wal'])
    it(`refuses at the start a database whose ${name} this user may not write`, async () => {
      const place = await mkdtemp(folder.file('foreign-'));
      await using _database = await openDatabase(`sqlite:${join(place, 'ucp-host.db')}`);
      const user = await takeAway(place, name);
      const env = {
        ...process.env,
        DATABASE_URL: 'sqlite:ucp-host.db',
        SECRET_KEY: 's'.repeat(32),
        NO_COLOR: '1',
      };
      const main = join(process.cwd(), 'src/main.ts');
      const started = promisify(execFile)(process.execPath, [main, 'serve'], { cwd: place, env, ...user });
      await assert.rejects(started, ({ code, stderr }) => {
        assert.equal(code, 1);
        const refusal = `✗ The database ucp-host.db cannot be opened: EACCES: permission denied, access '${name}'.\n`;
        assert.equal(stderr, refusal);
        return true;
      });
      assert.ok((await readFile(join(place, name))).length > 0);
    });

  it('closes a database of an earlier version, and leaves the folder as its owner has it', async () => {
    const place = await mkdtemp(folder.file('earlier-'));
    const file = join(place, 'ucp-host.db');
    await (await openDatabase(`sqlite:${file}`)).destroy();
    await chmod(file, 0o644);
    await chmod(place, 0o755);
    await using _database = await openDatabase(`sqlite:${file}`);
    assert.deepEqual(await open(place), []);
    assert.equal(await isOpen(place), true);
  });
});
