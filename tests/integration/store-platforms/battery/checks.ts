import assert from 'node:assert/strict';
import type { Totals } from '../../../../src/commerce/checkout/cart.ts';
import { CommerceError, type ErrorKind, type ItemRefusal } from '../../../../src/commerce/errors.ts';

export function byVariant(one: { variantId: string | null }, other: { variantId: string | null }): number {
  return String(one.variantId).localeCompare(String(other.variantId));
}

export function assertAddsUp(totals: Totals): void {
  const { subtotal, discount, tax, shipping, total } = totals;
  assert.equal(subtotal - discount + tax + (shipping ?? 0), total, JSON.stringify(totals));
  for (const amount of [subtotal, discount, tax, shipping ?? 0, total])
    assert.ok(Number.isSafeInteger(amount) && amount >= 0, JSON.stringify(totals));
}

export async function failureOf(work: Promise<unknown>): Promise<CommerceError> {
  const error = await work.then(
    () => assert.fail('it should have been refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CommerceError, `no CommerceError: ${String(error)}`);
  return error;
}

export async function refusalsOf(
  work: Promise<unknown>,
  kind: ErrorKind,
): Promise<Omit<ItemRefusal, 'message'>[]> {
  const error = await failureOf(work);
  assert.equal(error.kind, kind, error.message);
  return error.refusals.map(({ message: _, ...refusal }) => refusal);
}
