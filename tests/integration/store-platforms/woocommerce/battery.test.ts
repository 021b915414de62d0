import { describe } from 'node:test';
import { moneyBattery, storePlatformBattery } from '../store-platform-battery.ts';
import { openSimulatedShop } from './simulated-shop.ts';

describe('a shop that sells in USD', () => {
  storePlatformBattery('woocommerce', () => openSimulatedShop({ currency: 'USD' }));
});

// Not in yen: the battery buys something below 90.00.
describe('a shop that sells in KWD', () => {
  moneyBattery('woocommerce', () => openSimulatedShop({ currency: 'KWD' }));
});
