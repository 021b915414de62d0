import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

/** Licenses that need no more than a notice beside Apache-2.0. */
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
/** Packages with file-level copyleft, used unmodified. */
const WHOLE_FILES_ONLY: Record<string, string> = { lightningcss: 'MPL-2.0' };
/** Five of them are OpenTelemetry's. */
const MAX_DIRECT = 29;

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

describe('dependencies of the service', () => {
  it('have licenses that allow distribution', () => {
    const wrong = inProduction.filter(([path, { license = '' }]) => {
      const name = path.replace(/^.*node_modules\//, '').replace(/^(lightningcss)-.*/, '$1');
      return !isAllowed(license) && WHOLE_FILES_ONLY[name] !== license;
    });
    assert.deepEqual(
      wrong.map(([path, { license }]) => `${path}: ${license}`),
      [],
    );
  });

  it('are pinned by hash and come from the registry only', () => {
    for (const [path, { version, integrity, link }] of inProduction) {
      assert.ok(version && !link, path);
      assert.match(integrity ?? '', /^sha512-/, path);
    }
    for (const [name, range] of Object.entries(manifest.dependencies ?? {}))
      assert.match(range, /^[\^~]?\d+\.\d+\.\d+$/, name);
  });

  it('are few', () => {
    const direct = Object.keys(manifest.dependencies ?? {});
    assert.ok(direct.length <= MAX_DIRECT, `${direct.length} direct dependencies`);
    console.log(`${direct.length} direct dependencies, ${inProduction.length} packages in all`);
  });

  it('run no install script except the allowed ones', () => {
    const withScripts = Object.entries(lock.packages)
      .filter(([, locked]) => 'hasInstallScript' in locked && !locked.dev)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    for (const name of withScripts)
      assert.ok(name === 'fsevents' || name in (manifest.allowScripts ?? {}), name);
  });
});

/** Accepts one of `(MIT OR CC0-1.0)`, and requires both of `A AND B`. */
function isAllowed(license: string): boolean {
  const alternatives = license.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((one) => ALLOWED.has(one.trim())));
}
