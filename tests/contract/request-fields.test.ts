import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ErrorBody } from '../../testing/agent.ts';
import { everywhere, unlimited } from '../../testing/everywhere.ts';
import { pluck } from '../../testing/pluck.ts';
import { type RequestField, type RequestTable, requestFields, titleOf } from './request-fields.ts';

interface Place {
  address: string;
  /** Endpoint and path prefix of a table's fields. */
  below: string;
}

const PLACES: Record<RequestTable, readonly Place[]> = {
  LineItem: [
    { address: '/checkout-sessions', below: 'line_items.0.' },
    { address: '/carts', below: 'line_items.0.' },
  ],
  CreateSessionRequest: [{ address: '/checkout-sessions', below: '' }],
  'Cart request body': [{ address: '/carts', below: '' }],
};

everywhere('requests', (at) => {
  const goods = unlimited(at, 'mug');

  const send = (address: string, path: string, value: unknown) =>
    at.agent.post<ErrorBody>(address, withMember({ line_items: [{ item: { id: goods.mug } }] }, path, value));

  async function takes({ path, required, right }: RequestField, { address, below }: Place): Promise<void> {
    for (const value of required ? [] : [undefined, ...right]) {
      const { status, body } = await send(address, below + path, value);
      assert.equal(status, 201, `${path} ${JSON.stringify(value)}: ${JSON.stringify(body)}`);
    }
  }

  async function refuses({ path, required, wrong }: RequestField, { address, below }: Place): Promise<void> {
    for (const value of required ? [undefined, ...wrong] : wrong) {
      const { status, body } = await send(address, below + path, value);
      assert.equal(status, 400, `${path} ${JSON.stringify(value)}`);
      assert.ok(body.details?.[0]?.path.startsWith(below + path), JSON.stringify(body));
    }
  }

  it('default to a quantity of 1 [LIM-4]', async () => {
    for (const { address } of PLACES.LineItem) {
      const { body } = await at.agent.post(address, { line_items: [{ item: { id: goods.mug } }] });
      assert.deepEqual(pluck(body.line_items, 'quantity'), [1]);
    }
  });

  for (const table of Object.keys(requestFields) as RequestTable[])
    describe(table, () => {
      for (const field of requestFields[table])
        it(`takes ${titleOf(field)} [GEN-3]`, async () => {
          for (const place of PLACES[table]) {
            await takes(field, place);
            await refuses(field, place);
          }
        });
    });
});

/** Copies a body with another value at a path; `undefined` removes the member. */
function withMember(body: object, path: string, value: unknown): object {
  const copy = structuredClone(body);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let at = copy as Record<string, unknown>;
  for (const step of steps) {
    at[step] ??= {};
    at = at[step] as Record<string, unknown>;
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}
