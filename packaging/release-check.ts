/**
 * `npm run release:check [-- v1.2.3] [--out folder]`: does all that a release needs except publishing it. Checks the version of
 * package.json, or of the tag; writes the files of the release into the folder.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKS, failureInShort, type Release } from './release/checks.ts';

process.chdir(join(import.meta.dirname, '..'));
const { positionals, values } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const [tag] = positionals;
if (tag !== undefined && !/^v\d+\.\d+\.\d+/.test(tag)) throw new Error(`${tag} is no tag: name v1.2.3`);

const out =
  values.out === undefined ? await mkdtemp(join(tmpdir(), 'ucp-host-release-')) : resolve(values.out);
await mkdir(out, { recursive: true });
const version = tag?.slice(1) ?? JSON.parse(await readFile('package.json', 'utf8')).version;
const release: Release = { version, isTagged: tag !== undefined, out };
for (const [name, check] of Object.entries(CHECKS)) {
  const line = await check(release).then(
    (outcome) =>
      typeof outcome === 'string' ? `✓ ${name}: ${outcome}` : `– ${name}: not run, ${outcome.notRun}`,
    (error) => {
      process.exitCode = 1;
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      process.stderr.write(stdout + stderr);
      return `✗ ${name}: ${failureInShort(error)}`;
    },
  );
  process.stdout.write(`${line}\n`);
}
if (values.out === undefined) await rm(out, { recursive: true, force: true });
