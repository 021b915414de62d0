import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { type Answer, bodyOf } from '../../../testing/agent.ts';
import { changeDuring } from '../../../testing/change-during.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forEachTest, forSuite } from '../../../testing/for-suite.ts';
import { brokenOff, interruptedBy } from '../../../testing/interruptions.ts';
import { joinAs, type Merchant, organizationOf, signUp } from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';
import { type Code, openSite, siteIsPaired, typeCode } from '../pairing/at-pairing.ts';

onEveryDatabase('a member who loses the permission while the shop is asked', (database) => {
  const shopCalls = { current: brokenOff() };
  const running = forSuite(() => {
    const throughGate: typeof fetch = (input, init) => interruptedBy(shopCalls.current)(input, init);
    return startTestService({ database, settings: { SIGN_UP: 'open' }, overrides: { fetch: throughGate } });
  });
  const owner = forSuite(() => signUp(running));
  const shop = forSuite(() => startShopifyShop({ name: 'Late Shop' }));
  const developer = forEachTest(async () => {
    const member = await signUp(running);
    await joinAs('developer', owner, member);
    return member;
  });
  const memberPath = async () =>
    `/organizations/${await organizationOf(owner)}/members/${developer.account.id}`;
  const slugs = async (who: Merchant) => {
    const { items } = bodyOf(200, await who.get<{ items: { slug: string }[] }>('/stores'));
    return items.map(({ slug }) => slug);
  };

  /** Sends a request, and lets the owner act once its first call of a shop is held. */
  async function overtaken<Result>(
    request: () => Promise<Result>,
    act: () => Promise<unknown>,
  ): Promise<Result> {
    const interruption = brokenOff();
    shopCalls.current = interruption;
    interruption.hold('http');
    const answer = request();
    await interruption.reached;
    await act();
    interruption.letOthersPass();
    interruption.release();
    return answer;
  }

  const remove = async () => assert.equal((await owner.delete(await memberPath())).status, 200);
  const demote = async () =>
    assert.equal((await owner.put(await memberPath(), { role: 'analyst' })).status, 200);

  async function assertNothingWritten(work: () => Promise<Answer<{ code: string }>>, code: string) {
    const path = '/stores/demo-shopify/audit';
    const before = bodyOf(200, await owner.get<{ total: number }>(path));
    const answer = await work();
    assert.equal(answer.body.code, code, JSON.stringify(answer.body));
    assert.deepEqual(bodyOf(200, await owner.get<{ total: number }>(path)), before);
    assert.deepEqual(await slugs(owner), ['demo-shopify', 'demo-woocommerce']);
  }

  for (const [act, code] of [
    [remove, 'not_found'],
    [demote, 'forbidden'],
  ] as const) {
    it(`replaces no credentials, and gets ${code}`, async () => {
      const { credentials } = running.shop('demo-shopify');
      const rotate = () =>
        developer.put<{ code: string }>('/stores/demo-shopify/credentials', { credentials });
      await assertNothingWritten(() => overtaken(rotate, act), code);
    });

    it(`connects no store, and gets ${code}`, async () => {
      const organization = await organizationOf(owner);
      const connect = () =>
        developer.post<{ code: string }>('/stores', {
          ...{ platform: 'shopify', credentials: shop.credentials, slug: 'late-shop', organization },
        });
      await assertNothingWritten(() => overtaken(connect, act), code);
    });
  }

  it('pairs no site with a code of the team', async (t) => {
    const site = await openSite('Late Site');
    t.after(() => site.close());
    const organization = await organizationOf(owner);
    const { code } = bodyOf(201, await developer.post<Code>('/pairing-codes', { organization }));
    const result = await overtaken(() => typeCode(site, running.baseUrl, code), remove);
    assert.equal(result.ok, false, JSON.stringify(result));
    assert.equal((await siteIsPaired(site)).paired, false);
    assert.deepEqual(await slugs(owner), ['demo-shopify', 'demo-woocommerce']);
  });
});

onEveryDatabase('a permission that is lost between its check and the write', (database) => {
  const running = forSuite(() => startTestService({ database, settings: { SIGN_UP: 'open' } }));
  const owner = forSuite(() => signUp(running));
  const partner = forEachTest(async () => {
    const member = await signUp(running);
    await joinAs('owner', owner, member);
    return member;
  });

  it('lets no admin invite an owner', async (t) => {
    const { attempts } = running.service.context;
    const organization = `/organizations/${await organizationOf(owner)}`;
    const { take } = attempts;
    changeDuring(t, attempts, {
      async take(...args) {
        const demoted = await owner.put(`${organization}/members/${partner.account.id}`, { role: 'admin' });
        assert.equal(demoted.status, 200);
        return take(...args);
      },
    });
    const invitation = { email: 'friend@shop.example', role: 'owner' };
    const answer = await partner.post<{ code: string }>(`${organization}/invitations`, invitation);
    assert.equal(answer.body.code, 'forbidden', JSON.stringify(answer.body));
    const open = await owner.get<{ items: unknown[] }>(`${organization}/invitations`);
    assert.deepEqual(open.body.items, []);
  });

  it('moves no store into an organization that was left', async (t) => {
    const { organizations } = running.service.context;
    const other = await signUp(running);
    await joinAs('admin', other, partner);
    const target = await organizationOf(other);
    const { find } = organizations;
    let isRemoved = false;
    changeDuring(t, organizations, {
      // Asked for the name of the organization that the store leaves, after the role in the other one.
      async find(...args) {
        const remove = () => other.delete(`/organizations/${target}/members/${partner.account.id}`);
        if (!isRemoved && args[0] !== target) {
          isRemoved = true;
          assert.equal((await remove()).status, 200);
        }
        return find(...args);
      },
    });
    const answer = await partner.put<{ code: string }>('/stores/demo-shopify/organization', {
      organization: target,
    });
    assert.equal(answer.body.code, 'not_found', JSON.stringify(answer.body));
    assert.deepEqual(bodyOf(200, await other.get<{ items: unknown[] }>('/stores')).items, []);
  });
});
