import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { PLUGIN_ZIP } from '../../src/built-files.ts';
import { programAddress } from '../../testing/programs.ts';
import {
  completeSbom,
  findChangelogFault,
  findOtherVersions,
  findRefusedLicenses,
  listBundled,
  listLocked,
} from './judgments.ts';

export interface Release {
  version: string;
  /** True once the tag is there, or about to be set. */
  isTagged: boolean;
  /** Folder that receives the files of the release. */
  out: string;
}

/** Note of a check that passed, or the reason why it could not run. A check that fails throws. */
export type Outcome = string | { notRun: string };

/** Checks of a release by their names, in order: those of files build on the package that is packed before them. */
export const CHECKS: Readonly<Record<string, (release: Release) => Promise<Outcome>>> = {
  versions: checkVersions,
  changelog: checkChangelog,
  package: packPackage,
  licenses: checkLicenses,
  SBOM: writeSbom,
  'package on SQLite and PostgreSQL': tryPackage,
  'plugin zip': copyPlugin,
  'Plugin Check': checkPlugin,
  image: buildImage,
};

const SBOM_WORKSPACES = ['src', 'search', 'simulated-shops', 'console'].flatMap((name) => [
  '--workspace',
  name,
]);
const IMAGE = 'ucp-host:release-check';
const BUNDLES = ['dist', 'console/dist', 'cards/dist'];

const read = (file: string) => readFile(file, 'utf8');
const readJson = async (file: string) => JSON.parse(await read(file));

async function checkVersions({ version }: Release): Promise<Outcome> {
  const [main, client, lock] = await Promise.all(
    ['package.json', 'client/package.json', 'package-lock.json'].map(readJson),
  );
  const plugin = await read('connectors/woocommerce/ucp-host.php');
  const readme = await read('connectors/woocommerce/readme.txt');
  const places = {
    'package.json': main.version,
    'package-lock.json': lock.version,
    'client/package.json': client.version,
    'Version of the plugin': headerVersion(plugin),
    'VERSION of the plugin': /^const VERSION\s+= '(.+)';$/m.exec(plugin)?.[1],
    'Stable tag of the plugin': /^Stable tag: (\S+)$/m.exec(readme)?.[1],
  };
  refuse(findOtherVersions(version, places));
  return `${version} in ${Object.keys(places).length} places`;
}

function headerVersion(php: string): string | undefined {
  return /^ \* Version:\s+(\S+)$/m.exec(php)?.[1];
}

async function checkChangelog({ version, isTagged }: Release): Promise<Outcome> {
  const fault = findChangelogFault(await read('CHANGELOG.md'), version, isTagged);
  refuse(fault === undefined ? [] : [fault]);
  return isTagged ? 'with its date' : 'the tag will need a date';
}

/** Packing builds the console, the cards, the plugin's zip and the bundle. */
async function packPackage({ out }: Release): Promise<Outcome> {
  await run('npm', ['pack', '--pack-destination', out]);
  return packedFile(out);
}

async function packedFile(out: string): Promise<string> {
  const file = (await readdir(out)).find((each) => each.endsWith('.tgz'));
  if (file === undefined) throw new Error('there is no packed file');
  return file;
}

/** Checks what the lock file has beside development packages, and what is bundled of any package. */
async function checkLicenses(): Promise<Outcome> {
  const packages = [...listLocked(await readJson('package-lock.json')), ...(await bundledPackages())];
  refuse(findRefusedLicenses(packages));
  const licenses = new Set(packages.map(({ license }) => license));
  return `${packages.length} packages, ${[...licenses].toSorted().join(', ')}`;
}

async function bundledPackages() {
  const lists = await Promise.all(BUNDLES.map((folder) => read(`${folder}/THIRD-PARTY-LICENSES.md`)));
  return lists.flatMap(listBundled);
}

async function writeSbom({ version, out }: Release): Promise<Outcome> {
  const stdout = await run('npm', [
    ...['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'],
    ...SBOM_WORKSPACES,
  ]);
  const sbom = completeSbom(JSON.parse(stdout), await bundledPackages());
  refuse(findOtherVersions(version, { 'the SBOM': sbom.metadata.component.version }));
  await writeFile(join(out, 'ucp-host.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  return `${sbom.components.length} components`;
}

async function tryPackage({ out }: Release): Promise<Outcome> {
  const { TEST_DATABASES: _, ...env } = process.env;
  const PACKED_PACKAGE = join(out, await packedFile(out));
  const report = await runTests('tests/package/package.long.test.ts', { ...env, PACKED_PACKAGE });
  return `${report.passed} tests passed, with the deployed settings`;
}

async function copyPlugin({ version, out }: Release): Promise<Outcome> {
  const files = unzipSync(new Uint8Array(await readFile(PLUGIN_ZIP)));
  const main = files['ucp-host/ucp-host.php'];
  refuse(findOtherVersions(version, { 'the plugin in the zip': main && headerVersion(strFromU8(main)) }));
  await copyFile(PLUGIN_ZIP, join(out, 'ucp-host-woocommerce.zip'));
  return `${Object.keys(files).length} files`;
}

async function checkPlugin(): Promise<Outcome> {
  const { passed, notRun } = await runTests('tests/integration/connector/plugin-check.long.test.ts');
  return notRun === undefined ? `${passed} tests passed` : { notRun };
}

/** Builds the image for this machine's platform, and asks it for its version. */
async function buildImage({ version }: Release): Promise<Outcome> {
  const engine = ['docker', 'podman'].find((name) => programAddress(name) !== undefined);
  if (engine === undefined) return { notRun: 'neither docker nor podman is installed' };
  const refusal = await run(engine, ['info']).then(() => undefined, failureInShort);
  if (refusal !== undefined) return { notRun: `${engine} does not answer: ${refusal}` };
  await run(engine, ['build', '--tag', IMAGE, '.']);
  const printed = (await run(engine, ['run', '--rm', IMAGE, '--version'])).trim();
  refuse(findOtherVersions(version, { 'the image': printed }));
  return `${IMAGE}, built by ${engine}`;
}

async function runTests(file: string, env = process.env): Promise<{ passed: string; notRun?: string }> {
  const report = await run(process.execPath, ['--test', '--test-reporter=tap', file], env);
  const [, passed = '0'] = /^# pass (\d+)$/m.exec(report) ?? [];
  const [, notRun] = /# SKIP (?:NOT RUN: )?(.+)$/m.exec(report) ?? [];
  return { passed, ...(notRun === undefined ? {} : { notRun }) };
}

/** Returns what the program prints. A failure carries the output. */
async function run(program: string, args: readonly string[], env = process.env): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { env, maxBuffer: 256 * 1024 * 1024 });
  return stdout;
}

const NAMES_ERROR = /^\s*(?:npm )?(?:\w*error\b|not ok)|cannot/i;

/** Returns the line that names the error in what a failed program wrote, or the message of another failure. */
export function failureInShort(error: unknown): string {
  const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message?: string };
  const lines = (stderr?.trim() || stdout?.trim() || message || String(error)).split('\n');
  return (lines.find((line) => NAMES_ERROR.test(line)) ?? lines.at(-1) ?? '').trim();
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(faults.join('; '));
}
