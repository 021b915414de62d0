import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  filesOf,
  filesOnBothDatabases,
  groupsOf,
  groupsOfSet,
  sortBySeconds,
} from '../../testing/test-sets.ts';

const filesWith = (text: RegExp) => filesOf('quick').filter((file) => text.test(readFileSync(file, 'utf8')));

describe('sets of tests', () => {
  it('keeps the quick and the long test set disjoint and every file in one of them', () => {
    const [quick, long, all] = [filesOf('quick'), filesOf('long'), filesOf('all')];
    assert.deepEqual([...quick, ...long].toSorted(), all);
    assert.deepEqual(
      groupsOf(all)
        .flatMap(({ files }) => files)
        .toSorted(),
      all,
    );
    assert.ok(quick.length > 200 && long.length > 30, `${quick.length} quick, ${long.length} long`);
  });

  it('begin with the fast one, which is a part of the quick one', () => {
    const quick = new Set(filesOf('quick'));
    const fast = filesOf('fast');
    assert.ok(fast.length > 70, `${fast.length} fast`);
    assert.ok(fast.every((file) => quick.has(file)));
  });

  it('leave files out of the fast one that start a process, also by what they import', () => {
    const fast = new Set(filesOf('fast'));
    assert.ok(fast.has('tests/contract/checkout.test.ts'));
    assert.ok(!fast.has('tests/unit/packaging/release-notes.test.ts'), 'starts git');
    assert.ok(!fast.has('tests/simulated-shops/shopify/schema.test.ts'), 'its import starts npm');
  });

  it('run every quick file on SQLite, and each with a suite per database on PostgreSQL once', () => {
    const on = (groups: ReturnType<typeof groupsOfSet>, other: string) =>
      groups.filter(({ databases }) => databases !== other).flatMap(({ files }) => files);
    const quick = groupsOfSet('quick');
    assert.deepEqual(on(quick, 'PostgreSQL').toSorted(), filesOf('quick'));
    assert.deepEqual(on(quick, 'SQLite').toSorted(), filesOnBothDatabases().toSorted());
    const later = new Set(on(groupsOfSet('postgres'), 'SQLite'));
    assert.ok(later.has('tests/integration/merchants/teams.test.ts'));
    assert.ok(filesOnBothDatabases().every((file) => !later.has(file)));
  });

  it('share groups between files that run commands', () => {
    const groups = groupsOf(filesOf('quick'));
    const withCommands = groups.filter((group) =>
      group.files.some((file) => /testing\/command-line/.test(readFileSync(file, 'utf8'))),
    );
    assert.ok(withCommands.length < groups.length / 4, `${withCommands.length} of ${groups.length}`);
  });

  it('begin with the group that takes longest, and know only files that exist', () => {
    const [first] = sortBySeconds(groupsOfSet('long'));
    const seconds: Record<string, number> = JSON.parse(
      readFileSync('testing/seconds-of-slow-files.json', 'utf8'),
    );
    const long = Object.entries(seconds).filter(([file]) => file.endsWith('.long.test.ts'));
    const [slowest] = long.toSorted(([, one], [, other]) => other - one);
    assert.deepEqual(first?.files, slowest?.slice(0, 1));
    assert.deepEqual(
      Object.keys(seconds).filter((file) => !existsSync(file)),
      [],
    );
  });
});

describe('quick files', () => {
  it('start no browser and no database server of their own', () =>
    assert.deepEqual(filesWith(/from '[^']*(?:testing\/browser|embedded-postgres|own-postgres)\.ts'/), []));

  it('register hooks for each test only inside a suite, because files share processes', () =>
    assert.deepEqual(filesWith(/^(?:before|after)Each\(/m), []));
});
