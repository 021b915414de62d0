import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CartEvent,
  type CartStatus,
  computeCartExpiry,
  computeCartStatus,
  nextCartStatus,
} from '../../../src/commerce/checkout/cart.ts';
import { CommerceError } from '../../../src/commerce/errors.ts';

function after(status: CartStatus, event: CartEvent): string {
  try {
    return nextCartStatus(status, event);
  } catch (error) {
    assert.ok(error instanceof CommerceError);
    return error.kind;
  }
}

describe('cart states', () => {
  /** docs/contract.md, Checkout sessions; docs/decisions/0003-discounts-carts-catalog-orders.md. */
  for (const [status, event, outcome] of [
    ['active', 'update', 'active'],
    ['active', 'cancel', 'canceled'],
    ['active', 'expire', 'canceled'],
    ['canceled', 'update', 'conflict'],
    ['canceled', 'cancel', 'conflict'],
    ['canceled', 'expire', 'canceled'],
  ] as const)
    it(`${status} + ${event} is ${outcome}`, () => assert.equal(after(status, event), outcome));

  it('ends at expires_at, to the instant', () => {
    const cart = { status: 'active', expiresAt: '2026-01-02T00:00:00.000Z' } as const;
    assert.equal(computeCartStatus(cart, '2026-01-01T23:59:59.999Z'), 'active');
    assert.equal(computeCartStatus(cart, '2026-01-02T00:00:00.000Z'), 'canceled');
  });

  it('lives as long as the platform says, at most 10 days', () => {
    const now = Date.parse('2026-01-01T00:00:00.000Z');
    assert.equal(computeCartExpiry(null, now), '2026-01-11T00:00:00.000Z');
    assert.equal(computeCartExpiry('2026-01-03T00:00:00.000Z', now), '2026-01-03T00:00:00.000Z');
    assert.equal(computeCartExpiry('2027-01-01T00:00:00.000Z', now), '2026-01-11T00:00:00.000Z');
  });
});
