import assert from 'node:assert/strict';
import { after, before } from 'node:test';

/** Makes something before the tests of a suite, usable from the first test on, and closes it after them. */
export function forSuite<Made extends object>(make: () => Made | Promise<Made>): Made {
  const shared: { made?: Made } = {};
  before(async () => {
    shared.made = await make();
  });
  after(() => shared.made && 'close' in shared.made && (shared.made as { close(): unknown }).close());
  const made = () => shared.made ?? assert.fail('used before the tests');
  return new Proxy({} as Made, {
    get: (_, name) => Reflect.get(made(), name),
    set: (_, name, value) => Reflect.set(made(), name, value),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(made(), name),
  });
}
