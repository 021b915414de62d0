import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { agentOf, bodyOf } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import {
  type Merchant,
  organizationOf,
  signUpByMail,
  tokenIn,
  withToken,
} from '../../../testing/merchant.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';
import { type Code, siteIsPaired, typeCode } from '../pairing/at-pairing.ts';

type Refusal = { error: string; code: string; details?: { path: string; message: string }[] };
type AuditLog = {
  items: { action: string; actor: string; summary: string; details: Record<string, unknown> }[];
};

const START = { shopify: startShopifyShop, woocommerce: startWooCommerceShop } as const;

onEveryDatabase('credentials for another address', (database) => {
  const mailServer = forSuite(() => startMailServer());
  const running = forSuite(() =>
    startTestService({ database, settings: { ...mailServer.settings, SIGN_UP: 'open' } }),
  );
  const owner = forSuite(() => signUpByMail(running, mailServer));
  const admin = forSuite(() => memberAs('admin'));
  const developer = forSuite(() => memberAs('developer'));

  async function memberAs(role: string) {
    const member = await signUpByMail(running, mailServer);
    const { email } = member.account;
    const path = `/organizations/${await organizationOf(owner)}/invitations`;
    bodyOf(201, await owner.post(path, { email, role }));
    await running.service.backgroundWork.drain();
    const { text = '' } = mailServer.mails.findLast(({ to }) => to === email) ?? {};
    const token = tokenIn(/http\S+invitation#\S+/.exec(text)?.[0] ?? '');
    bodyOf(200, await member.post('/invitations/accept', { token }));
    return member;
  }

  const rotate = (who: Merchant, slug: string, credentials: object, confirm?: string) =>
    who.put<Refusal>(`/stores/${slug}/credentials`, { credentials, ...(confirm ? { confirm } : {}) });
  const addressOf = (shop: { url: string }) => new URL(shop.url).host;

  for (const platform of PLATFORMS) {
    const slug = `demo-${platform}`;

    it(`refuses credentials for another address from developers, tokens, and owners without the typed slug (${platform})`, async (t) => {
      const elsewhere = await START[platform]({ name: 'Elsewhere' });
      t.after(() => elsewhere.close());
      elsewhere.control.resetCalls();
      const { credentials } = elsewhere;
      const unconfirmed = bodyOf(409, await rotate(owner, slug, credentials));
      assert.ok(unconfirmed.error.includes(addressOf(elsewhere)), unconfirmed.error);
      assert.equal(unconfirmed.details?.[0]?.path, 'confirm');
      assert.equal(bodyOf(403, await rotate(developer, slug, credentials, slug)).code, 'forbidden');
      const script = await withToken(running, owner);
      assert.equal(bodyOf(403, await rotate(script, slug, credentials, slug)).code, 'forbidden');
      assert.match(bodyOf(400, await rotate(owner, slug, credentials, 'demo')).error, /confirm must be/);
      assert.deepEqual(elsewhere.control.calls(), {}, 'the other shop was asked nothing');
      const results = await agentOf(running.baseUrl, slug).search('mug');
      assert.ok(results.products.length > 0, 'agents find the same shop as before');
    });
  }

  it('move the store when an admin types its slug, name both addresses in the log, and mail all who administer', async (t) => {
    const elsewhere = await startWooCommerceShop({ name: 'Elsewhere' });
    t.after(() => elsewhere.close());
    const slug = 'demo-woocommerce';
    const from = addressOf(running.shop(slug));
    const to = addressOf(elsewhere);
    await owner.put(`/stores/${slug}`, { mail_alerts: false });
    bodyOf(200, await rotate(admin, slug, elsewhere.credentials, slug));
    const log = bodyOf(200, await owner.get<AuditLog>(`/stores/${slug}/audit`));
    const entry = log.items.find(({ action }) => action === 'store.credentials_changed');
    assert.deepEqual([entry?.actor, entry?.details.from, entry?.details.to], [admin.account.email, from, to]);
    assert.ok(entry?.summary.includes(`from ${from} to ${to}`), entry?.summary);
    await running.service.backgroundWork.drain();
    await running.service.backgroundWork.drain();
    const warned = mailServer.mails.filter(({ subject }) =>
      subject.includes('address of the shop was changed'),
    );
    assert.deepEqual(warned.map((mail) => mail.to).sort(), [admin.account.email, owner.account.email].sort());
    assert.ok(warned[0]?.text.includes(from) && warned[0].text.includes(to), warned[0]?.text);
    bodyOf(200, await rotate(owner, slug, running.shop(slug).credentials, slug));
  });

  it('refuses another shop that claims to be the connected one', async (t) => {
    const slug = 'demo-woocommerce';
    const impostor = await startWooCommerceShop({
      name: 'Impostor',
      statedUrl: running.shop(slug).url,
    });
    t.after(() => impostor.close());
    bodyOf(409, await rotate(developer, slug, impostor.credentials));
    const organization = await organizationOf(owner);
    const { code } = bodyOf(201, await developer.post<Code>('/pairing-codes', { organization }));
    await typeCode(impostor, running.baseUrl, code);
    const { store } = await siteIsPaired(impostor);
    assert.ok(store && store.slug !== slug, 'the impostor is a store of its own');
  });
});
