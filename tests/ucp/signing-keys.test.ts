import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rotateSigningKey } from '../../src/cli/commands/rotate-signing-key.ts';
import type { Outcome } from '../../src/cli/shell/terminal.ts';
import { readConfig } from '../../src/settings/config.ts';
import { openDatabase } from '../../src/storage/engine/database.ts';
import { createSealing } from '../../src/storage/engine/sealing.ts';
import { createSigningKeyRepository } from '../../src/storage/repositories/jobs/signing-keys.ts';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { eventually } from '../../testing/eventually.ts';
import { withStore } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { SECRET_KEY } from '../../testing/test-service.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

withStore('shopify', 'keys to sign with', (running, database) => {
  const platform = forSuite(() => startAgentPlatform());

  const agent = () => ucpAgent(running.baseUrl, 'demo-shopify', platform);
  const published = async () => ((await agent().profile()).keys ?? []).map(({ kid }) => kid);
  const config = () => readConfig({ DATABASE_URL: running.databaseUrl, SECRET_KEY, LOG_LEVEL: 'silent' });

  /** Rotates in another process; the service learns of it within a quarter of a second. */
  async function rotate(options: { days?: number; compromised?: boolean } = {}): Promise<Outcome> {
    const [newest] = await published();
    const outcome = await rotateSigningKey(config(), { days: 14, ...options });
    await eventually(async () => (await published())[0] !== newest, 'The service knows no new key');
    return outcome;
  }

  /** The key that an answer of the service is signed with. */
  async function signingKey(): Promise<string | undefined> {
    const { id } = await agent().checkout();
    const { headers } = await agent().call('POST', `/checkout-sessions/${id}/complete`, {});
    return /keyid="([^"]+)"/.exec(headers.get('signature-input') ?? '')?.[1];
  }

  it('creates one signing key, however many processes begin at once', async () => {
    const databaseUrl = await database.migrated();
    const opened = [];
    for (let count = 0; count < 4; count += 1) opened.push(await openDatabase(databaseUrl));
    const now = new Date().toISOString();
    const all = await Promise.all(
      opened.map((each) =>
        createSigningKeyRepository({ database: each, sealing: createSealing(SECRET_KEY) }).listPublished(now),
      ),
    );
    assert.equal(new Set(all.map((keys) => JSON.stringify(keys))).size, 1);
    assert.equal(all[0]?.length, 1);
    for (const each of opened) await each.destroy();
  });

  it('overlap: a new one is published first, signs an hour later, and the old one stays for days [SIG-16]', async () => {
    const [old] = await published();
    assert.equal(await signingKey(), old);
    const { text } = await rotate({ days: 7 });
    const table = text
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ {2,}/).slice(0, 2));
    const [young, ...others] = await published();
    assert.deepEqual(others, [old]);
    assert.deepEqual(
      table.map(([key]) => key),
      [young, old],
    );
    assert.match(table[0]?.[1] ?? '', /^from \d{4}-\d\d-\d\d \d\d:\d\d/);
    assert.equal(table[1]?.[1], 'now');
    assert.equal(await signingKey(), old);
    await assert.rejects(rotate(), /Rotate again after that/);
    running.advance(HOUR_MS + 1_000);
    assert.equal(await signingKey(), young);
    assert.deepEqual(await published(), [young, old]);
    running.advance(7 * DAY_MS);
    assert.deepEqual(await published(), [young]);
  });

  it('withdraws signing keys at once when they are compromised', async () => {
    const before = await published();
    await rotate({ compromised: true });
    const [young, ...others] = await published();
    assert.deepEqual(others, []);
    assert.ok(young && !before.includes(young));
    assert.equal(await signingKey(), young);
  });

  it('seals signing keys where they are stored', async () => {
    await using opened = await openDatabase(running.databaseUrl);
    const rows = await opened.selectFrom('signing_keys').selectAll().execute();
    assert.ok(rows.length > 0);
    for (const row of rows) assert.doesNotMatch(JSON.stringify(row), /PRIVATE KEY|"d"/);
  });
});
