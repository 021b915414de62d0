import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parse } from 'yaml';

interface Job {
  permissions?: Record<string, string>;
  steps: { uses?: string; run?: string }[];
}

const PINNED = /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/;
/** Runs the scripts of packages, or code that they have built. */
const RUNS_PACKAGES = /\bnpm (?:install|ci|run|pack|test)\b|\bnpx\b|\.ci\//;

describe('the workflows', () => {
  const jobs = globSync('.github/workflows/*.yml').flatMap((file) =>
    Object.entries((parse(readFileSync(file, 'utf8')) as { jobs: Record<string, Job> }).jobs),
  );

  it('use actions by commit, because a tag can be moved', () => {
    const used = jobs.flatMap(([, { steps }]) => steps.flatMap(({ uses = [] }) => uses));
    assert.ok(used.length > 10, `${used.length} uses were found`);
    assert.deepEqual(
      used.filter((each) => !PINNED.test(each)),
      [],
    );
  });

  it('run no package where a job may write or sign', () => {
    const mayWrite = jobs.filter(([, { permissions = {} }]) => Object.values(permissions).includes('write'));
    assert.deepEqual(
      mayWrite.map(([name]) => name),
      ['publish', 'image'],
    );
    const running = mayWrite.flatMap(([, { steps }]) =>
      steps.filter(({ run = '' }) => RUNS_PACKAGES.test(run)),
    );
    assert.deepEqual(running, []);
  });
});
