import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  nextStatus,
  type SessionEvent,
  type SessionStatus,
} from '../../../src/commerce/checkout/checkout-session.ts';
import { CommerceError } from '../../../src/commerce/errors.ts';

const EVENTS: SessionEvent[] = ['cart_ready', 'cart_failed', 'replace_lines', 'complete', 'cancel', 'expire'];

function after(status: SessionStatus, event: SessionEvent): string {
  try {
    return nextStatus(status, event);
  } catch (error) {
    assert.ok(error instanceof CommerceError);
    return error.kind;
  }
}

describe('checkout session states', () => {
  /** docs/contract.md, Checkout sessions. */
  for (const [status, event, outcome] of [
    ['initiated', 'cart_ready', 'requires_escalation'],
    ['initiated', 'complete', 'completed'],
    ['requires_escalation', 'complete', 'completed'],
    ['completed', 'complete', 'conflict'],
    ['failed', 'complete', 'conflict'],
    ['initiated', 'cancel', 'failed'],
    ['requires_escalation', 'cancel', 'failed'],
    ['completed', 'cancel', 'not_found'],
    ['failed', 'cancel', 'failed'],
    ['completed', 'replace_lines', 'conflict'],
    ['failed', 'replace_lines', 'conflict'],
    ['requires_escalation', 'expire', 'failed'],
    ['completed', 'expire', 'completed'],
  ] as const)
    it(`${status} + ${event} is ${outcome}`, () => assert.equal(after(status, event), outcome));

  it('never leaves completed and failed', () => {
    for (const status of ['completed', 'failed'] as const)
      for (const event of EVENTS) assert.ok([status, 'conflict', 'not_found'].includes(after(status, event)));
  });
});
