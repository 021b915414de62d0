import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { it } from 'node:test';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { backUp } from '../../../src/storage/maintenance/backup.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

it('a backup and a restore that run out of space say so in one sentence and leave no file', async () => {
  await using folder = await temporaryFolder();
  const database = `sqlite:${folder.file('shops.db')}`;
  await (await openDatabase(database)).destroy();
  await backUp(database, folder.file('backup.db'));
  const files = await readdir(folder.path);
  for (const [databaseUrl, ...args] of [
    [database, 'backup', folder.file('second.db')],
    [`sqlite:${folder.file('restored.db')}`, 'restore', folder.file('backup.db')],
  ]) {
    // Blocks of 512 bytes: less than the schema takes.
    const limited = ['-c', 'ulimit -f 200 && exec "$0" src/main.ts "$@"', process.execPath, ...args];
    const env = { ...process.env, DATABASE_URL: databaseUrl, NO_COLOR: '1', NODE_COMPILE_CACHE: '' };
    const { status, stderr } = spawnSync('sh', limited, { env, encoding: 'utf8' });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /^✗ The copy failed, and nothing of it was kept: [^\n]+\n$/);
    assert.deepEqual(await readdir(folder.path), files);
  }
});
