import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failureOf } from './checks.ts';
import { caller, type Open } from './opened.ts';

export function failureTests(open: Open): void {
  const faults = [
    ['down', 'platform_unavailable'],
    ['throttled', 'platform_unavailable'],
    ['malformed', 'platform_error'],
    ['server_error', 'platform_error'],
    ['switched_protocols', 'platform_error'],
  ] as const;
  for (const [kind, expected] of faults)
    it(`says ${expected} when the shop is ${kind}, and recovers [ERR-7]`, async (t) => {
      const { platform, shop } = await open(t);
      shop.control.inject({ kind });
      const error = await failureOf(platform.searchProducts({ text: 'shoe', first: 5 }, caller));
      assert.equal(error.kind, expected);
      assert.doesNotMatch(error.message, /gid:|<html|\bat \w+ \(/);
      shop.control.clearFaults();
      assert.ok((await platform.searchProducts({ text: 'shoe', first: 5 }, caller)).products.length > 0);
    });
}
