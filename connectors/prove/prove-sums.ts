import assert from 'node:assert/strict';
import { amountOf, assertDiscounts, assertSums, type UcpCheckout } from '../../testing/ucp-agent.ts';
import { officialSchemas } from '../../testing/ucp-schemas.ts';
import { line } from './agent.ts';
import type { OfficialProof } from './proof.ts';
import { HOLD_TAX, whileSetTo } from './site-settings.ts';

const VERSION = '2026-08-25';

/** Proves discounts by line in official UCP, with indivisible prices, with and without tax. */
export async function proveSums(proof: OfficialProof): Promise<void> {
  const { admin, codes, ledger } = proof;
  const kinds: [string, string[]][] = [
    ['no code', []],
    ['percent', [codes.third]],
    ['fixed', [codes.cents]],
    ['fixed for each piece of one product', [codes.bowls]],
    ['two codes', [codes.third, codes.cents]],
    ['three codes', [codes.bowls, codes.cents, codes.third]],
  ];
  for (const holdTax of [false, true]) {
    const prices = `prices with${holdTax ? '' : 'out'} tax`;
    await whileSetTo(admin, HOLD_TAX, holdTax ? 'yes' : 'no', async () => {
      for (const [kind, list] of kinds)
        await ledger.step(`official sums, ${prices}: ${kind}`, () => sumsOf(proof, list));
    });
  }
}

/** Compares a checkout and a cart with the same items and codes. */
async function sumsOf({ ucp, goods }: OfficialProof, codes: string[]): Promise<string> {
  const request = {
    line_items: [line(goods.bowl, 3), line(goods.socks), line(goods.mug, 7)],
    discounts: { codes },
  };
  const session = await ucp.call('POST', '/checkout-sessions', request);
  assert.equal(session.status, 201, session.text);
  officialSchemas(VERSION).response('schemas/shopping/checkout.json')(session.body);
  assertWhole(session.body, codes);
  const cart = await ucp.call('POST', '/carts', request);
  assert.equal(cart.status, 201, cart.text);
  assertWhole(cart.body, codes);
  assert.deepEqual(cart.body.totals, session.body.totals);
  return inShort(session.body);
}

function assertWhole(body: UcpCheckout, codes: readonly string[]): void {
  assertSums(body);
  assertDiscounts(body);
  const applied = body.discounts?.applied ?? [];
  assert.deepEqual(
    applied.map(({ code }) => code),
    codes,
  );
  assert.ok(applied.every(({ amount }) => amount > 0));
  const rounding = Math.abs(amountOf(body.totals, 'adjustment'));
  assert.ok(rounding <= body.line_items.length, `${rounding} are of no line`);
}

function inShort({ totals, discounts }: UcpCheckout): string {
  const allocated = discounts?.applied.filter(({ allocations }) => allocations).length ?? 0;
  const sums = totals.map(({ type, amount }) => `${type} ${amount}`).join(', ');
  return allocated > 0 ? `${sums}; ${allocated} allocated to lines` : sums;
}
