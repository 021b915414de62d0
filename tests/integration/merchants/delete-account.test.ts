import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PreviewAccountDeletionResponse } from '../../../client/index.ts';
import { bodyOf, type ErrorBody } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import {
  joinAs,
  type Merchant,
  merchantOf,
  organizationOf,
  PASSWORD,
  signUp,
  withToken,
} from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';

onEveryDatabase('the deletion of one’s own account', (database) => {
  const running = forSuite(() => startTestService({ database, settings: { SIGN_UP: 'open' } }));
  /** The first account owns the demo stores. */
  const owner = forSuite(async () => Object.assign(await signUp(running, { name: 'Ann' }), { close() {} }));

  const remove = (merchant: Merchant, confirm: string, current_password = PASSWORD) =>
    merchant.delete<ErrorBody & { last: boolean }>('/account', { confirm, current_password });
  const preview = async (merchant: Merchant) =>
    bodyOf(200, await merchant.get<PreviewAccountDeletionResponse>('/account/deletion')).organizations;

  it('deletes an account with its sessions, tokens and empty organization', async () => {
    const merchant = await signUp(running);
    const { email } = merchant.account;
    const script = await withToken(running, merchant);
    const [only] = await preview(merchant);
    assert.partialDeepStrictEqual(only, { outcome: 'deleted', stores: [], other_members: 0 });
    assert.equal((await remove(script, email)).status, 403, 'a token cannot');
    const answer = await remove(merchant, email.toUpperCase());
    assert.deepEqual(bodyOf(200, answer), { last: false });
    assert.match(answer.headers.getSetCookie().join(), /session_token=;/);
    for (const each of [merchant, script]) assert.equal((await each.get('/me')).status, 401);
    assert.equal((await merchantOf(running).post('/sign-in', { email, password: PASSWORD })).status, 401);
    await signUp(running, { email });
  });

  it('refuses the last owner of an organization with stores, and says what to do first', async () => {
    const [own] = await preview(owner);
    assert.partialDeepStrictEqual(own, { outcome: 'refused', stores: ['demo-shopify', 'demo-woocommerce'] });
    const refused = await remove(owner, owner.account.email);
    assert.equal(refused.status, 409);
    assert.match(
      refused.body.error,
      /last owner of “Ann's stores” cannot go while it has stores \(demo-shopify, demo-woocommerce\)\. Invite another owner, or transfer or delete the stores, first\./,
    );
    assert.equal((await owner.get('/me')).status, 200);
  });

  it('refuses the last owner of an organization with other members', async () => {
    const [agency, member] = [await signUp(running, { name: 'Agency' }), await signUp(running)];
    await joinAs('admin', agency, member);
    const refused = await remove(agency, agency.account.email);
    assert.deepEqual([refused.status, /Make another member an owner/.test(refused.body.error)], [409, true]);
    bodyOf(200, await remove(member, member.account.email));
    bodyOf(200, await remove(agency, agency.account.email));
  });

  it('leaves an organization to its other owner, and withdraws what the account has offered', async () => {
    const partner = await signUp(running);
    await joinAs('owner', owner, partner);
    const organizationId = await organizationOf(owner);
    const invitation = { email: 'guest@shop.example', role: 'analyst' };
    const path = `/organizations/${organizationId}/invitations`;
    assert.equal((await partner.post(path, invitation)).status, 201);
    const shared = (await preview(partner)).find(({ id }) => id === organizationId);
    assert.partialDeepStrictEqual(shared, { outcome: 'left', other_members: 1 });
    bodyOf(200, await remove(partner, partner.account.email));
    assert.deepEqual((await owner.get(path)).body.items, []);
    assert.equal((await owner.get('/stores/demo-shopify')).status, 200);
  });

  it('asks for the address and the password', async () => {
    const merchant = await signUp(running);
    const { email } = merchant.account;
    for (const [answer, path] of [
      [await remove(merchant, 'another@shop.example'), 'confirm'],
      [await remove(merchant, email, 'not the password'), 'current_password'],
      [await merchant.delete<ErrorBody>('/account', { confirm: email }), 'current_password'],
    ] as const)
      assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, path]);
    assert.equal((await merchant.get('/me')).status, 200);
  });

  it('keeps an owner when two of them go at once', async () => {
    const [one, other] = [await signUp(running), await signUp(running)];
    const reader = await signUp(running);
    await joinAs('owner', one, other);
    await joinAs('analyst', one, reader);
    const answers = await Promise.all([one, other].map((each) => remove(each, each.account.email)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  });
});
