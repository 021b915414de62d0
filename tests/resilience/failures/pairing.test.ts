import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { anyDatabase } from '../../../testing/databases.ts';
import type { Merchant } from '../../../testing/merchant.ts';
import type { TestService } from '../../../testing/test-service.ts';
import {
  newCode,
  openService,
  openSite,
  signUp,
  siteIsPaired,
  stateOf,
  typeCode,
} from '../../integration/pairing/at-pairing.ts';
import { PAIRING, type PairingDay } from './expected-pairing.ts';
import { BAD_DAYS, saysOf, TIME_LIMIT_MS } from './faults.ts';

const DAYS = Object.keys(PAIRING) as PairingDay[];

describe('pairing with a site', () => {
  let running: TestService;
  let merchant: Merchant;
  before(async () => {
    const settings = { PLATFORM_TIMEOUT_MS: String(TIME_LIMIT_MS) };
    running = await openService(anyDatabase, settings);
    merchant = await signUp(running);
  });
  after(() => running.close());

  for (const day of DAYS)
    it(`pairs or says why not when the site ${saysOf(day)}`, async (t) => {
      const site = await openSite();
      t.after(() => site.close());
      const before = (await running.service.stores.list()).length;
      const code = await newCode(merchant);
      site.control.inject(BAD_DAYS[day].fault);
      const typed = await typeCode(site, running.baseUrl, code.code);
      site.control.clearFaults();
      const { refusal } = await stateOf(merchant, code);
      assert.equal(refusal?.reason ?? 'paired', PAIRING[day], JSON.stringify(typed));
      assert.equal(typed.ok, PAIRING[day] === 'paired');
      if (!typed.ok) {
        assert.equal((await running.service.stores.list()).length, before, 'nothing is stored');
        assert.equal((await siteIsPaired(site)).paired, false);
        assert.ok((typed.remedy ?? '').length > 20, 'it says what to do');
        const again = await typeCode(site, running.baseUrl, code.code);
        assert.ok(again.ok, `the same code pairs on a good day: ${again.message}`);
      }
      assert.equal((await siteIsPaired(site)).paired, true);
      assert.equal((await running.service.stores.list()).length, before + 1);
      // The next attempt must not count as a wrong code.
      running.advance(11 * 60_000);
    });
});
