import { sectionOf } from '../release-notes.ts';

/** Package that a release contains, with the license that it declares. */
export interface ShippedPackage {
  name: string;
  version: string;
  license: string | undefined;
}

/** Licenses under which anyone may distribute the packages, by their names of SPDX. */
export const DISTRIBUTABLE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/** Returns the places that name another version than the released one. */
export function findOtherVersions(
  version: string,
  places: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.entries(places)
    .filter(([, stated]) => stated !== version)
    .map(([place, stated]) => `${place} says ${stated ?? 'nothing'}, not ${version}`);
}

/** Returns what the changelog lacks for the version; a tagged one needs its date. */
export function findChangelogFault(
  changelog: string,
  version: string,
  isTagged: boolean,
): string | undefined {
  const heading = changelog.split('\n').find((line) => /^## \[?v?([^\s\]]+)/.exec(line)?.[1] === version);
  if (heading === undefined) return `CHANGELOG.md has no section ${version}`;
  if (!/^- /m.test(sectionOf(changelog, version))) return `section ${version} of CHANGELOG.md is empty`;
  if (isTagged && !/\d{4}-\d\d-\d\d/.test(heading)) return `section ${version} of CHANGELOG.md has no date`;
  return undefined;
}

/** Returns the packages whose license the project does not accept, as "name@version: license". */
export function findRefusedLicenses(packages: readonly ShippedPackage[]): string[] {
  return packages
    .filter(({ license }) => !isAllowed(license))
    .map(({ name, version, license }) => `${name}@${version}: ${license ?? 'no license'}`);
}

/** Accepts a choice with one allowed license, and a combination of allowed ones. An expression of both is for a person to read. */
function isAllowed(license = ''): boolean {
  const names = license.replaceAll(/[()]/g, '').split(/ (?:OR|AND) /);
  if (!license.includes(' AND ')) return names.some((name) => DISTRIBUTABLE.has(name));
  return !license.includes(' OR ') && names.every((name) => DISTRIBUTABLE.has(name));
}

interface LockFile {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>;
}

/** Lists the packages of a lock file that are no development packages. */
export function listLocked({ packages }: LockFile): ShippedPackage[] {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version = '', license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
    }));
}

/** Lists the packages of a bundle, by the headings of its THIRD-PARTY-LICENSES.md. */
export function listBundled(licenses: string): ShippedPackage[] {
  return [...licenses.matchAll(/^## (\S+) - (\d\S*)(?: \((.+)\))?$/gm)].map(
    ([, name = '', version = '', license]) => ({ name, version, license }),
  );
}

/** Software bill of materials in CycloneDX. */
export interface Sbom {
  metadata: { component: { version: string } };
  components: { purl?: string }[];
}

/** Adds the bundled packages that npm's bill leaves out: those of workspaces that it cannot describe. */
export function completeSbom(sbom: Sbom, bundled: readonly ShippedPackage[]): Sbom {
  const listed = new Set(sbom.components.map(({ purl }) => purl));
  const missing = new Map(
    bundled.map((each) => [purlOf(each), each] as const).filter(([purl]) => !listed.has(purl)),
  );
  const added = [...missing].map(([purl, { name, version, license }]) => ({
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl,
    licenses: license === undefined ? [] : [{ expression: license }],
  }));
  return { ...sbom, components: [...sbom.components, ...added] };
}

function purlOf({ name, version }: ShippedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
