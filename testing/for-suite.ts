import assert from 'node:assert/strict';
import { after, before } from 'node:test';

/** Opens something before the tests of a suite and closes it after them. Its members are usable from the first test on. */
export function forSuite<Opened extends { close(): unknown }>(open: () => Opened | Promise<Opened>): Opened {
  const shared: { opened?: Opened } = {};
  before(async () => {
    shared.opened = await open();
  });
  after(() => shared.opened?.close());
  const opened = () => shared.opened ?? assert.fail('not open before the tests');
  return new Proxy({} as Opened, {
    get: (_, name) => Reflect.get(opened(), name),
    set: (_, name, value) => Reflect.set(opened(), name, value),
  });
}
