import assert from 'node:assert/strict';
import { line, product } from './agent.ts';
import type { Proof } from './proof.ts';
import { pairSite } from './prove-setup.ts';
import { until } from './until.ts';
import { openSettings, press, revokeKey, switchPlugin } from './wp-admin.ts';

/** Proves that agents find goods in the copy, and buy nothing, while the shop does not let the service in. */
export async function proveAbsence(proof: Proof): Promise<void> {
  const { admin, ledger } = proof;
  await ledger.step(
    'the plugin is deactivated: the copy answers, nothing is sold, the console says why',
    async () => {
      await switchPlugin(admin, 'inactive');
      try {
        return await answeredFromCopy(proof, /plugin/i);
      } finally {
        await switchPlugin(admin, 'active');
      }
    },
  );
  await ledger.step('the plugin is activated again: sales go on', () => salesGoOn(proof));
  await ledger.step(
    'the REST key is revoked: the copy answers, nothing is sold, the console says why',
    async () => {
      await revokeKey(admin);
      return answeredFromCopy(proof, /key/i);
    },
  );
  await ledger.step('unpaired and paired again: sales go on', async () => {
    await openSettings(admin);
    await admin.page.locator('.ucp-host-way-out summary').click();
    await press(admin, 'unpair');
    assert.equal(await pairSite(proof), proof.slug);
    return salesGoOn(proof);
  });
}

async function answeredFromCopy({ agent, goods, merchant, slug }: Proof, cause: RegExp): Promise<string> {
  const search = await agent.get('/catalog/search?q=Proofware%20mug');
  assert.deepEqual([search.status, search.body.products?.[0]?.id], [200, product(goods.mug)]);
  const lookup = await agent.get(`/catalog/lookup?ids=${encodeURIComponent(product(goods.mug))}`);
  assert.deepEqual([lookup.status, lookup.body.products?.length], [200, 1]);
  const sale = await agent.post('/checkout-sessions', { line_items: [line(goods.mug)] });
  assert.ok([502, 503].includes(sale.status), `a session was answered ${sale.status}`);
  const { body } = await merchant.post(`/stores/${slug}/check`);
  const problems: { level: string; title: string }[] = body.diagnostics;
  const causes = problems.filter(({ level }) => level === 'problem').map(({ title }) => title);
  assert.match(causes.join(' '), cause);
  return `a session is refused with ${sale.status}; ${causes.join(' ')}`;
}

async function salesGoOn({ agent, goods }: Proof): Promise<string> {
  const sold = await until('a session is created', async () => {
    const { status, body } = await agent.post('/checkout-sessions', { line_items: [line(goods.mug)] });
    return status === 201 && body;
  });
  return `${sold.totals.subtotal} ${sold.currency}`;
}
