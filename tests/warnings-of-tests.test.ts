import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { warningsIn } from '../testing/warnings-of-tests.ts';

const WARNINGS = `
  process.emitWarning('an experiment', 'ExperimentalWarning');
  process.emitWarning('an old call', { type: 'DeprecationWarning', code: 'DEP0001' });
  const { EventEmitter } = require('node:events');
  const events = new EventEmitter().setMaxListeners(1);
  for (const listener of [() => 1, () => 2]) events.on('end', listener);
`;

describe('warnings in the error output of tests', () => {
  it('include experiments, deprecations and listeners too many, one line each', () => {
    const { stderr } = spawnSync(process.execPath, ['-e', WARNINGS], { encoding: 'utf8' });
    const warnings = warningsIn(stderr);
    assert.equal(warnings.length, 3, stderr);
    for (const [index, kind] of ['ExperimentalWarning', 'DEP0001', 'MaxListenersExceeded'].entries())
      assert.match(warnings[index] ?? '', new RegExp(`^\\(node:\\d+\\) .*${kind}`));
  });

  it('include a line that a library begins with its kind', () => {
    assert.deepEqual(warningsIn('so far\nWarning: old option\n'), ['Warning: old option']);
  });

  it('include no other line', () => {
    assert.deepEqual(warningsIn('{"level":40,"msg":"Slow: Warning: x"}\n  at node:events:1\n'), []);
  });
});
