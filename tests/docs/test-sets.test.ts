import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { filesOf, groupsOf } from '../../testing/test-sets.ts';

const filesWith = (text: RegExp) => filesOf('quick').filter((file) => text.test(readFileSync(file, 'utf8')));

describe('sets of tests', () => {
  it('are disjoint and hold every file', () => {
    const [quick, long, all] = [filesOf('quick'), filesOf('long'), filesOf('all')];
    assert.deepEqual([...quick, ...long].toSorted(), all);
    assert.deepEqual(groupsOf(all).flat().toSorted(), all);
    assert.ok(quick.length > 200 && long.length > 30, `${quick.length} quick, ${long.length} long`);
  });

  it('begin with the fast one, which is a part of the quick one', () => {
    const quick = new Set(filesOf('quick'));
    const fast = filesOf('fast');
    assert.ok(fast.length > 70, `${fast.length} fast`);
    assert.ok(fast.every((file) => quick.has(file)));
  });
});

describe('quick files', () => {
  it('start no browser and no database server of their own', () => {
    assert.deepEqual(filesWith(/from '[^']*(?:testing\/browser|embedded-postgres|own-postgres)\.ts'/), []);
  });

  it('register hooks for each test only inside a suite, because files share processes', () => {
    assert.deepEqual(filesWith(/^(?:before|after)Each\(/m), []);
  });
});
