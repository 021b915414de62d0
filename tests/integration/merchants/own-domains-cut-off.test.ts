import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cuttingOff } from '../../../testing/cut-off.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { startCustomDomains } from './own-domain.ts';

const DAY_MS = 24 * 60 * 60_000;

onEveryDatabase('a change of a domain that is cut off', (database) => {
  it('rolls back a domain change that is cut off, and makes it once when it is tried again', async () => {
    const own = await startCustomDomains(database);
    // The log of changes is written at the end of a transaction.
    const cut = await cuttingOff(
      own.running.databaseUrl,
      'insert on audit_entries',
      "new.action like 'domain.%'",
    );
    const path = '/stores/demo-shopify/domains';
    try {
      await cut.off();
      assert.equal((await own.merchant.post(path, { domain: 'cut.example' })).status, 500);
      assert.deepEqual(await own.listed('demo-shopify'), []);
      await cut.on();
      const claim = await own.claim('demo-shopify', 'cut.example');
      own.setRecord(claim);
      own.point('cut.example');

      await cut.off();
      assert.equal((await own.merchant.post(`${path}/cut.example/verify`)).status, 500);
      assert.equal(await own.stateOf('demo-shopify', 'cut.example'), 'unverified');
      assert.equal((await own.ask('cut.example')).status, 404);
      await cut.on();
      assert.equal((await own.look('demo-shopify', 'cut.example')).domain.state, 'live');

      await cut.off();
      own.dns.texts.clear();
      assert.equal((await own.merchant.post(`${path}/cut.example/verify`)).status, 500);
      assert.equal((await own.remove('demo-shopify', 'cut.example')).status, 500);
      assert.equal(await own.stateOf('demo-shopify', 'cut.example'), 'live');
      assert.equal((await own.ask('cut.example')).status, 200);
      own.running.advance(DAY_MS);
      await own.running.settle();
      assert.equal(await own.stateOf('demo-shopify', 'cut.example'), 'live', 'the task is tried again later');
      await cut.on();
      own.running.advance(DAY_MS);
      await own.running.settle();
      assert.equal(await own.stateOf('demo-shopify', 'cut.example'), 'proof_missing');

      assert.equal((await own.remove('demo-shopify', 'cut.example')).status, 200);
      assert.deepEqual((await own.actions('demo-shopify')).toSorted(), [
        'merchant: domain.added cut.example',
        'merchant: domain.removed cut.example',
        'merchant: domain.verified cut.example',
        'service: domain.proof_missing cut.example',
      ]);
    } finally {
      await cut.close();
      await own.close();
    }
  });
});
