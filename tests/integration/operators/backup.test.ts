import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { type Agent, agentOf, bodyOf, findVariant, pay, type Session } from '../../../testing/agent.ts';
import { commandLine, runCommand } from '../../../testing/command-line.ts';
import { databases } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { startTestService } from '../../../testing/test-service.ts';

const database = databases.find(({ name }) => name === 'SQLite') ?? assert.fail();
const postgresql = databases.find(({ name }) => name === 'PostgreSQL');

describe('a backup', () => {
  const running = forSuite(() => startTestService({ database }));
  const folder = forSuite(temporaryFolder);
  let file: string;
  let agent: Agent;
  let session: Session;

  before(async () => {
    file = folder.file('backup.db');
    agent = agentOf(running.baseUrl, 'demo-shopify');
    const { id } = await findVariant(agent, 'shoe');
    session = (await agent.createSession([id], { discounts: { codes: ['SUMMER10'] } })).body;
    await pay((await agent.createSession([id])).body);
    const merchant = await signUp(running);
    await merchant.post('/stores/demo-shopify/domains', { domain: 'agents.example' });
    await running.settle();
  });

  it('writes a backup while the service runs, without a secret in the clear or the place of another file', async () => {
    const [ran, ...reads] = await Promise.all([
      commandLine(running.databaseUrl, ['backup', file]),
      ...Array.from({ length: 20 }, () => agent.readSession(session.id)),
    ]);
    assert.equal(ran.code, 0, ran.out);
    assert.match(ran.out, /Everything is saved in .*backup\.db: [\d,]+ rows, checked/);
    assert.deepEqual(new Set(reads.map(({ status }) => status)), new Set([200]));
    const bytes = (await readFile(file)).toString('latin1');
    assert.ok(session.continue_url);
    assert.ok(!bytes.includes(session.continue_url), 'the address where the buyer pays');
    assert.doesNotMatch(bytes, /shpat_[0-9a-z]{8}|\bcs_[0-9a-f]{8}/);
    const second = await commandLine(running.databaseUrl, ['backup', file]);
    assert.deepEqual([second.code, /is there already/.test(second.out)], [1, true], second.out);
  });

  it('restores a backup into a new file, and serves it as it was', async () => {
    const databaseUrl = await database.fresh();
    const before = await stat(file);
    const ran = await commandLine(databaseUrl, ['restore', file]);
    assert.equal(ran.code, 0, ran.out);
    assert.match(ran.out, /start the service with that key/);
    assert.equal((await stat(file)).mtimeMs, before.mtimeMs, 'the backup stays as it is');
    await using restored = await startTestService({ database, databaseUrl });
    const again = bodyOf(200, await agentOf(restored.baseUrl, 'demo-shopify').readSession(session.id));
    const { continue_url, totals, discounts, status } = again;
    const { continue_url: url, totals: sums, discounts: codes, status: stood } = session;
    assert.deepEqual([continue_url, totals, discounts, status], [url, sums, codes, stood]);
    const store = await restored.service.stores.find('demo-shopify');
    const domains = await restored.service.context.customDomains.listOfStore(store?.id ?? '');
    assert.deepEqual(pluck(domains, 'name'), ['agents.example']);
    assert.ok((await agentOf(restored.baseUrl, 'demo-woocommerce').search('mug')).products.length > 0);
  });

  it('refuses a backup of PostgreSQL and a restore into it, and names the tools that do it', async () => {
    const url = (await postgresql?.migrated()) ?? 'postgres://127.0.0.1:9/none';
    const restored = await commandLine(url, ['restore', file]);
    assert.equal(restored.code, 1);
    assert.match(
      restored.out,
      /^✗ DATABASE_URL is PostgreSQL\. Restore a dump with pg_restore, or run: copy-database/,
    );
    if (!postgresql) return;
    const saved = await commandLine(url, ['backup', folder.file('none.db')]);
    assert.equal(saved.code, 1);
    assert.match(saved.out, /^✗ DATABASE_URL is PostgreSQL\. Back it up with pg_dump/);
  });

  it('refuses to serve a restored backup without its key, and makes no key beside it', async () => {
    const target = 'sqlite:no-key/ucp-host.db';
    const { SECRET_KEY: _key, NODE_ENV: _mode, ...inherited } = process.env;
    const env = { ...inherited, DATABASE_URL: target, PORT: '0', NO_COLOR: '1' };
    const run = (args: string[]) => runCommand({ args, env, cwd: folder.path });
    assert.equal((await run(['restore', file])).code, 0);
    const { code, errors } = await run(['serve']);
    assert.deepEqual([code, errors.split('\n').length], [2, 2], errors);
    assert.match(
      errors,
      /SECRET_KEY that is not here: none is set, and there is no file no-key\/secret\.key/,
    );
    assert.ok(!(await readdir(folder.file('no-key'))).includes('secret.key'));
  });

  it('creates the folder of a backup when there is none, and says so', async () => {
    const ran = await commandLine(running.databaseUrl, ['backup', folder.file('none/yet/copy.db')]);
    assert.equal(ran.code, 0, ran.out);
    assert.match(ran.out, /^! There is no folder "[^"]+\/none" yet: creating it\.$/m);
    assert.equal((await stat(folder.file('none'))).mode & 0o077, 0, 'is private');
  });

  for (const [place, reason] of [
    ['backup.db/copy.db', 'ENOTDIR'],
    [`${'long'.repeat(70)}.db`, 'ENAMETOOLONG'],
  ] as const)
    it(`refuses a backup in one sentence when no file can be written: ${reason}`, async () => {
      const ran = await commandLine(running.databaseUrl, ['backup', folder.file(place)]);
      assert.equal(ran.code, 1);
      assert.match(ran.out, new RegExp(`^✗ "[^"]+" cannot be written: ${reason}[^\\n]+\\n$`));
    });

  it('refuses to restore a damaged backup, or one over existing data', async () => {
    const over = await commandLine(running.databaseUrl, ['restore', file]);
    assert.deepEqual([over.code, /is there already/.test(over.out)], [1, true], over.out);
    const damaged = folder.file('damaged.db');
    const bytes = await readFile(file);
    await writeFile(damaged, bytes.fill(0, 4096, 3 * 4096));
    const ran = await commandLine(await database.fresh(), ['restore', damaged]);
    assert.equal(ran.code, 1);
    assert.match(ran.out, /is damaged|is no backup/);
  });
});
