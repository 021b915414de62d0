import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const PLUGIN = join(import.meta.dirname, '../../../connectors/woocommerce');
const FOLDER = process.env.PLUGIN_CHECK_FOLDER ?? '';
const PHP = 'php';
const PHPCS = 'PHP_CodeSniffer/bin/phpcs';
const RULES = 'plugin-check/phpcs-rulesets/plugin-review.xml';
const SNIFFS = [
  'PHPCSUtils',
  'PHPCSExtra',
  'WordPress-Coding-Standards',
  'plugin-check/phpcs-sniffs',
] as const;
const NEEDED = [PHPCS, RULES, ...SNIFFS];

/** Sniffs that Plugin Check runs beside its ruleset. */
const FURTHER = [
  'WordPress.Security.EscapeOutput',
  'WordPress.WP.I18n',
  'WordPress.WP.EnqueuedResources',
  'WordPress.WP.EnqueuedResourceParameters',
  'WordPress.DB.DirectDatabaseQuery',
  'WordPress.DB.SlowDBQuery',
  'WordPress.NamingConventions.PrefixAllGlobals',
  'WordPress.Security.SafeRedirect',
];
/** Beginnings of the plugin's global names. */
const PREFIXES = ['--runtime-set', 'prefixes', 'ucp_host,UcpHost'];

describe('the WordPress plugin, by Plugin Check’s rules', () => {
  it('passes the ruleset of the review', isReady(), () => {
    assert.deepEqual(findings(join(FOLDER, RULES)), []);
  });

  it('escapes, translates, enqueues, queries and names as the other checks ask', isReady(), () => {
    assert.deepEqual(findings('WordPress', `--sniffs=${FURTHER.join(',')}`, ...PREFIXES), []);
    assert.deepEqual(findings('PluginCheck'), []);
  });
});

/** Errors and warnings, as "file:line:column: …". Fails when the sniffer did not read every file. */
function findings(standard: string, ...more: string[]): string[] {
  const sniffs = SNIFFS.map((folder) => join(FOLDER, folder)).join(',');
  const flags = ['--runtime-set', 'installed_paths', sniffs, `--standard=${standard}`, ...more];
  const { status, stdout, stderr } = spawnSync(
    PHP,
    [
      join(FOLDER, PHPCS),
      ...flags,
      '-s',
      '-d',
      'memory_limit=512M',
      '--extensions=php',
      '--report=json',
      PLUGIN,
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  assert.ok(status !== null && status < 3, `${status}: ${stdout}${stderr}`);
  const { files }: Report = JSON.parse(stdout);
  assert.ok(Object.keys(files).length > 70, `Only ${Object.keys(files).length} files were read.`);
  return Object.entries(files).flatMap(([file, { messages }]) =>
    messages.map(({ line, type, source, message }) => `${file}:${line}: ${type} ${source} ${message}`),
  );
}

interface Report {
  files: Record<string, { messages: { line: number; type: string; source: string; message: string }[] }>;
}

/** Skips with the reason. Debian has an older PHP_CodeSniffer than the rules need, and no package of the rules. */
function isReady(): { skip: string | false } {
  const missing = NEEDED.filter((path) => FOLDER === '' || !existsSync(join(FOLDER, path)));
  if (missing.length === 0) return { skip: false };
  const reason = `NOT RUN: PLUGIN_CHECK_FOLDER ${FOLDER === '' ? 'is not set' : `lacks ${missing.join(', ')}`}; see tests/README.md`;
  process.stderr.write(`\n!!! The plugin was not judged by Plugin Check's rules. ${reason}\n\n`);
  return { skip: reason };
}
