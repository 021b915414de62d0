import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { DISTRIBUTABLE } from '../../../packaging/release/judgments.ts';

/** Licenses that need no more than a notice beside Apache-2.0, those of tools that are not shipped among them. */
const ALLOWED = new Set([...DISTRIBUTABLE, 'Python-2.0']);
/** Five of them are OpenTelemetry’s, and Fastify brings pino. */
const MAX_DIRECT = 20;

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  resolved?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Record<string, Record<string, string>>;
const { '': root = {}, src = {}, console: web = {}, ...packages } = lock.packages;
const ofConsole = installedFor('console', Object.keys(web.devDependencies ?? {}));
const shipped = Object.entries(packages).filter(
  ([path, { dev, link }]) => path.startsWith('node_modules/') && !link && (!dev || ofConsole.has(path)),
);

/** Paths of the packages and of all that they depend on, found as Node finds them. */
function installedFor(from: string, names: string[], folders = new Set<string>()): Set<string> {
  for (const name of names) {
    const path = nearest(from, name);
    if (path === undefined || folders.has(path)) continue;
    folders.add(path);
    installedFor(path, Object.keys(packages[path]?.dependencies ?? {}), folders);
  }
  return folders;
}

function nearest(from: string, name: string): string | undefined {
  const parts = from.split('/');
  return parts
    .map((_, count) => [...parts.slice(0, parts.length - count), 'node_modules', name].join('/'))
    .concat(`node_modules/${name}`)
    .find((path) => path in packages);
}

function isLocked(path = ''): boolean {
  const { link, version, integrity } = packages[path] ?? {};
  return link === true || (version !== undefined && integrity !== undefined);
}

describe('dependencies of the service and its console', () => {
  it('ships dependencies only under licenses that allow distribution', () => {
    assert.ok(ofConsole.size > 50);
    const wrong = shipped.filter(([, { license = '' }]) => !isAllowed(license));
    const names = wrong.map(([path, { license }]) => `${path}: ${license}`);
    assert.deepEqual(names, []);
  });

  it('pins dependencies by hash and takes them from the registry only', () => {
    for (const [path, { version, integrity }] of shipped) {
      assert.ok(version, path);
      assert.match(integrity ?? '', /^sha512-/, path);
    }
    for (const [name, range] of Object.entries(src.dependencies ?? {}))
      assert.match(range, /^[\^~]?\d+\.\d+\.\d+$/, name);
  });

  it('locks dependencies with their optional binaries for every operating system, as `npm ci` requires', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isLocked(nearest(path, name)))
        .map((name) => `${path} needs ${name}`),
    );
    assert.deepEqual(missing, [], 'npm install --package-lock-only, without node_modules, adds them');
  });

  it('keeps dependencies few, of one version range in every workspace, and out of the bundled package', () => {
    const direct = Object.keys(src.dependencies ?? {});
    assert.ok(direct.length > 0 && direct.length <= MAX_DIRECT, `${direct.length} direct dependencies`);
    assert.deepEqual(root.dependencies ?? {}, {});
    const ranges = new Map<string, string>();
    for (const { dependencies, devDependencies } of [
      root,
      src,
      web,
      packages.search ?? {},
      packages['simulated-shops'] ?? {},
    ])
      for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
        assert.equal(ranges.set(name, ranges.get(name) ?? range).get(name), range, name);
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
