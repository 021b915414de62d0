import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginsWithVerb } from '../../testing/function-names.ts';

describe('the check of functions’ names', () => {
  for (const name of ['findOrder', 'toProduct', 'isPaused', 'withLease', 'fetchOrders', 'parseURL'])
    it(`accepts ${name}, which a verb or the word of a question begins`, () =>
      assert.ok(beginsWithVerb(name)));

  for (const name of ['keyOf', 'refused', 'ofStore', 'holdingRefusals', 'healthOf', 'inWords'])
    it(`refuses ${name}, which no verb begins`, () => assert.ok(!beginsWithVerb(name)));
});
