import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, type HookOptions } from 'node:test';

type Make<Made> = () => Made | Promise<Made>;
type Hook = (run: () => unknown, options?: HookOptions) => void;

/**
 * Makes something before the tests of a suite, usable from the first test on, and closes it after them. `options.timeout` is for
 * what takes longer than a test may.
 */
export function forSuite<Made extends object>(make: Make<Made>, options?: HookOptions): Made {
  return between(before, after, make, options);
}

/** Makes something for each test of a suite, and closes it after the test. */
export function forEachTest<Made extends object>(make: Make<Made>): Made {
  return between(beforeEach, afterEach, make);
}

function between<Made extends object>(
  opens: Hook,
  closes: Hook,
  make: Make<Made>,
  options?: HookOptions,
): Made {
  const shared: { made?: Made } = {};
  opens(async () => {
    shared.made = await make();
  }, options);
  closes(() => shared.made && 'close' in shared.made && (shared.made as { close(): unknown }).close());
  const current = () => shared.made ?? assert.fail('used before the tests');
  return new Proxy({} as Made, {
    get: (_, name) => memberOf(current(), name),
    set: (_, name, value) => Reflect.set(current(), name, value),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
  });
}

/** Members that Node and assertions ask every object for. */
const ASKED_OF_ALL = new Set<PropertyKey>(['then', 'close', 'toJSON']);

/** Fails on a name that the object lacks: a misspelled one would read undefined inside a test. */
function memberOf(target: object, name: PropertyKey): unknown {
  const isMember = name in target || typeof name === 'symbol' || ASKED_OF_ALL.has(name);
  assert.ok(isMember, `what the suite made has no ${String(name)}, only ${Object.keys(target).join(', ')}`);
  return Reflect.get(target, name);
}
