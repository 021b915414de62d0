import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { newCode, openService, openSite, pressOnSite, signUp, siteIsPaired, typeCode } from './at-pairing.ts';

onEveryDatabase('settings that a paired shop has changed without a word', (database) => {
  let slug: string;
  const running = forSuite(() => openService(database));
  const merchant = forSuite(() => signUp(running));
  const site = forSuite(() => openSite());
  before(async () => {
    const { code } = await newCode(merchant);
    assert.equal((await typeCode(site, running.baseUrl, code)).ok, true);
    slug = (await siteIsPaired(site)).store?.slug ?? assert.fail('not paired');
    await running.settle();
  });

  const currency = async () => {
    await running.settle();
    return (await running.service.stores.find(slug))?.description.currency;
  };

  it('reads the shop’s settings again when its merchant tests the connection on the settings page', async () => {
    site.control.saveSettings({ currency: 'EUR' }, { silently: true });
    assert.equal(await currency(), 'USD');
    assert.equal((await pressOnSite(site, 'check')).ok, true);
    assert.equal(await currency(), 'EUR');
  });

  it('reads the shop’s settings again when its merchant checks the connection in the console', async () => {
    site.control.saveSettings({ currency: 'CHF' }, { silently: true });
    assert.equal((await merchant.post(`/stores/${slug}/check`, {})).status, 200);
    assert.equal((await running.service.stores.find(slug))?.description.currency, 'CHF');
  });

  it('reads the shop’s settings again when its merchant has the webhooks checked in the console', async () => {
    site.control.saveSettings({ currency: 'GBP' }, { silently: true });
    assert.equal((await merchant.post(`/stores/${slug}/webhooks/resubscribe`)).status, 200);
    assert.equal(await currency(), 'GBP');
  });
});
