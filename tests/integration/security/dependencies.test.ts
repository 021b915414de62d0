import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

/** What an Apache-2.0 service may be shipped with, with no more than a notice. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);
/** Used as they are, as files of their own: their copyleft ends at their own files. */
const WHOLE_FILES_ONLY: Record<string, string> = { lightningcss: 'MPL-2.0' };
const MAX_DIRECT = 28;

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  resolved?: string;
  integrity?: string;
}

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Record<string, Record<string, string>>;
const inProduction = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);

describe('what the service runs with', () => {
  it('is under licences that let it be shipped', () => {
    const wrong = inProduction.filter(([path, { license = '' }]) => {
      const name = path.replace(/^.*node_modules\//, '').replace(/^(lightningcss)-.*/, '$1');
      return !isAllowed(license) && WHOLE_FILES_ONLY[name] !== license;
    });
    assert.deepEqual(
      wrong.map(([path, { license }]) => `${path}: ${license}`),
      [],
    );
  });

  it('is pinned to the byte, from a registry and nowhere else', () => {
    for (const [path, { version, integrity, link }] of inProduction) {
      assert.ok(version && !link, path);
      assert.match(integrity ?? '', /^sha512-/, path);
    }
    for (const [name, range] of Object.entries(manifest.dependencies ?? {}))
      assert.match(range, /^[\^~]?\d+\.\d+\.\d+$/, name);
  });

  it('is little', () => {
    const direct = Object.keys(manifest.dependencies ?? {});
    assert.ok(direct.length <= MAX_DIRECT, `${direct.length} direct dependencies`);
    console.log(`${direct.length} direct dependencies, ${inProduction.length} packages in all`);
  });

  it('runs no script of its own when it is installed, but for those that are named', () => {
    const withScripts = Object.entries(lock.packages)
      .filter(([, locked]) => 'hasInstallScript' in locked && !locked.dev)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    for (const name of withScripts)
      assert.ok(name === 'fsevents' || name in (manifest.allowScripts ?? {}), name);
  });
});

/** `(MIT OR CC0-1.0)` leaves the choice; `A AND B` asks for both. */
function isAllowed(license: string): boolean {
  const alternatives = license.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((one) => ALLOWED.has(one.trim())));
}
