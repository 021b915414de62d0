import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { RunningShop } from '../../../simulated-shops/shop/types.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import type { Merchant } from '../../../testing/merchant.ts';
import type { TestService } from '../../../testing/test-service.ts';
import { newCode, openService, openSite, pressOnSite, signUp, siteIsPaired, typeCode } from './at-pairing.ts';

onEveryDatabase('settings that a paired shop has changed without a word', (database) => {
  let running: TestService;
  let merchant: Merchant;
  let site: RunningShop;
  let slug: string;
  before(async () => {
    running = await openService(database);
    merchant = await signUp(running);
    site = await openSite();
    const { code } = await newCode(merchant);
    assert.equal((await typeCode(site, running.baseUrl, code)).ok, true);
    slug = (await siteIsPaired(site)).store?.slug ?? assert.fail('not paired');
    await running.settle();
  });
  after(async () => {
    await running.close();
    await site.close();
  });

  const currency = async () => {
    await running.settle();
    return (await running.service.stores.find(slug))?.description.currency;
  };

  it('are read again when its merchant tests the connection on the settings page', async () => {
    site.control.saveSettings({ currency: 'EUR' }, { silently: true });
    assert.equal(await currency(), 'USD');
    assert.equal((await pressOnSite(site, 'check')).ok, true);
    assert.equal(await currency(), 'EUR');
  });

  it('are read again when its merchant checks the connection in the console', async () => {
    site.control.saveSettings({ currency: 'CHF' }, { silently: true });
    assert.equal((await merchant.post(`/stores/${slug}/check`, {})).status, 200);
    assert.equal((await running.service.stores.find(slug))?.description.currency, 'CHF');
  });

  it('are read again when its merchant has the webhooks checked in the console', async () => {
    site.control.saveSettings({ currency: 'GBP' }, { silently: true });
    assert.equal((await merchant.post(`/stores/${slug}/webhooks/resubscribe`)).status, 200);
    assert.equal(await currency(), 'GBP');
  });
});
