import { describe } from 'node:test';
import { storePlatformBattery } from '../store-platform-battery.ts';
import { openSimulatedShop } from './simulated-shop.ts';

// Not in yen: the battery buys something below 90.00.
for (const currency of ['USD', 'KWD'])
  describe(`a shop that sells in ${currency}`, () => {
    storePlatformBattery('woocommerce', () => openSimulatedShop({ currency }));
  });
