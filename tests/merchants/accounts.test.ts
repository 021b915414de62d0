import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { ErrorBody } from '../support/agent.ts';
import { onEveryDatabase } from '../support/everywhere.ts';
import { merchantOf, PASSWORD, signUp, withToken } from '../support/merchant.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

onEveryDatabase('an account', (database) => {
  let running: TestService;
  before(async () => {
    running = await startTestService({ database });
  });
  after(() => running.close());

  it('that is the first gets the stores that are nobody’s, and no later one does', async () => {
    const nobody = merchantOf(running);
    const before = await nobody.get('/installation');
    assert.deepEqual([before.body.first_run, before.body.sign_up], [true, 'open']);
    const first = await signUp(running);
    await signUp(running);
    const stores = await running.service.stores.list();
    assert.deepEqual(
      stores.map(({ ownerId }) => ownerId),
      [first.account.id, first.account.id],
    );
    assert.equal((await running.service.stores.find('demo-shopify'))?.ownerId, first.account.id);
    assert.equal((await nobody.get('/installation')).body.first_run, false);
  });

  it('signs up, out and in', async () => {
    const merchant = await signUp(running, { email: 'Ann@Shop.Example', name: ' Ann ' });
    assert.equal(merchant.account.email, 'ann@shop.example');
    const me = await merchant.get('/me');
    assert.deepEqual(me.body, { account: merchant.account, via: 'session' });
    assert.equal(merchant.account.name, 'Ann');
    assert.equal((await merchant.post('/sign-out')).status, 200);
    assert.equal((await merchant.get('/me')).status, 401);
    const answer = await merchant.post('/sign-in', { email: 'ANN@shop.example', password: PASSWORD });
    assert.deepEqual(answer.body, { account: merchant.account });
    assert.equal((await merchant.get('/me')).status, 200);
  });

  it('may have tokens', async () => {
    const merchant = await signUp(running);
    const script = await withToken(running, merchant);
    assert.equal((await script.get('/me')).body.via, 'token');
    const refused = await script.post<ErrorBody>('/tokens', { name: 'more' });
    assert.equal(refused.status, 403);
  });
});
