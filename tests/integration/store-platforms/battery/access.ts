import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pluck } from '../../../../testing/pluck.ts';
import { caller, type Open } from './opened.ts';

export function accessTests(open: Open): void {
  it('finds nothing wrong with good credentials, and leaves nothing behind', async (t) => {
    const { platform, shop } = await open(t);
    const diagnostics = await platform.checkAccess(caller);
    assert.ok(diagnostics.length > 0);
    const unexpected = diagnostics.filter(({ level }) => level !== 'ok');
    assert.deepEqual(unexpected, []);
    assert.deepEqual(shop.control.orders(), []);
  });

  it('says that the shop does not answer, and throws nothing', async (t) => {
    const { platform, shop } = await open(t);
    shop.control.inject({ kind: 'down' });
    const diagnostics = await platform.checkAccess(caller);
    assert.ok(diagnostics.some(({ level, title }) => level === 'problem' && title.includes('127.0.0.1')));
    assert.deepEqual([...new Set(pluck(diagnostics, 'title'))], pluck(diagnostics, 'title'), 'said once');
    const secrets = Object.entries(shop.credentials).filter(([name]) => !['domain', 'url'].includes(name));
    for (const [name, secret] of secrets) assert.ok(!JSON.stringify(diagnostics).includes(secret), name);
  });
}
