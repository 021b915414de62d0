import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { databases } from '../../../testing/databases.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { SECRET_KEY, startTestService } from '../../../testing/test-service.ts';

const run = promisify(execFile);

const database = databases.find(({ name }) => name === 'SQLite') ?? assert.fail();

describe('deploy/backup.sh and restore.sh', () => {
  it('keeps the newest backups, and restores one into an empty folder', async () => {
    await using folder = await temporaryFolder();
    await using running = await startTestService({ database });
    const script = (name: string, databaseUrl: string, ...args: string[]) =>
      run(join('deploy', name), args, {
        timeout: 60_000,
        env: {
          ...process.env,
          PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
          DATABASE_URL: databaseUrl,
          SECRET_KEY,
          UCP_HOST: 'node src/main.ts',
        },
      });

    for (const day of ['01', '02', '03'])
      await writeFile(folder.file(`ucp-host-202601${day}T000000Z.db`), 'old');
    await writeFile(folder.file('notes.txt'), 'of somebody else');
    await script('backup.sh', running.databaseUrl, folder.path, '2');
    const backups = (await readdir(folder.path)).filter((file) => file.endsWith('.db')).sort();
    assert.equal(backups.length, 2);
    assert.equal(backups[0], 'ucp-host-20260103T000000Z.db');
    const file = folder.file(backups[1] ?? '');
    assert.ok((await readdir(folder.path)).includes('notes.txt'), 'what is no backup stays');
    assert.equal((await stat(file)).mode & 0o077, 0, 'nobody else reads it');

    const { stdout } = await script('restore.sh', await database.fresh(), file);
    assert.match(stdout, /Everything is restored from/);
    assert.match(stdout, /demo-shopify/);
    await assert.rejects(script('restore.sh', running.databaseUrl, file), /is there already/);
  });
});
