import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');
const PLUGIN = join(ROOT, 'connectors/woocommerce');
const MAIN = readFileSync(join(PLUGIN, 'ucp-host.php'), 'utf8');
const README = readFileSync(join(PLUGIN, 'readme.txt'), 'utf8');

/** Functions that WordPress.org's review refuses: WordPress has its own, or plugins may not have them at all. */
const REFUSED = [
  'parse_url|json_encode|strip_tags|date|rand|mt_rand|srand|mt_srand',
  'curl_\\w+|fopen|fsockopen|fwrite|file_get_contents|file_put_contents|unlink|rename|mkdir|rmdir|chmod',
  'eval|create_function|exec|shell_exec|system|passthru|popen|proc_open|move_uploaded_file|str_rot13',
  'mysqli?_\\w+|unserialize|extract|ini_set|set_time_limit|dl|query_posts|wp_reset_query',
  'error_log|var_dump|var_export|print_r|debug_backtrace|trigger_error',
].join('|');
const REFUSED_CALL = new RegExp(`(?<![\\w$>:\\\\])(?<!function )(${REFUSED})\\(`);
const QUERY = /\$wpdb->(?:query|get_var|get_row|get_col|get_results)\(/;
/** The query itself must be a constant: single quotes, or double ones without a variable. */
const PREPARED = /\$wpdb->\w+\( \$wpdb->prepare\( (?:'|"[^"$]*")/;
const INPUT = /\$_(?:GET|POST|REQUEST|SERVER|COOKIE|FILES)\[/;
const CLEANED = /(?:sanitize_\w+|absint)\(.*wp_unslash\(|isset\( \$_\w+\['[\w-]+'\] \) \|\| isset/;

describe('the WordPress plugin, by the rules of WordPress.org', () => {
  it('calls no function that the review refuses', () => {
    assert.deepEqual(
      linesOf(REFUSED_CALL, () => true, ''),
      [],
    );
  });

  it('prepares every query, or says why it need not', () => {
    assert.deepEqual(
      linesOf(QUERY, (line) => !PREPARED.test(line), 'WordPress.DB.PreparedSQL'),
      [],
    );
  });

  it('cleans what a request brings, or says why it need not', () => {
    assert.deepEqual(
      linesOf(INPUT, (line) => !CLEANED.test(line), 'WordPress.Security'),
      [],
    );
  });

  it('gives a reason with each exception from the rules', () => {
    const exceptions = linesOf(
      /phpcs:(?:ignore|disable)/,
      (line) => !/phpcs:\w+ [\w., ]+ -- \S/.test(line),
      '',
    );
    assert.deepEqual(exceptions, []);
  });

  it('carries the plugin headers that a submission to WordPress.org needs', () => {
    const header = (field: string) => new RegExp(`^ \\* ${field}:\\s+(.+)$`, 'm').exec(MAIN)?.[1] ?? '';
    const readme = (field: string) => new RegExp(`^${field}: (.+)$`, 'm').exec(README)?.[1] ?? '';
    assert.equal(/^=== (.+) ===$/m.exec(README)?.[1], header('Plugin Name'));
    assert.equal(readme('License'), header('License'));
    assert.match(readme('Contributors'), /^[a-z0-9]+(?:, [a-z0-9]+)*$/);
    assert.ok(readme('Tags').split(', ').length <= 5);
    assert.notEqual(header('Author'), '');
    for (const field of ['Plugin URI', 'Author URI']) assert.ok(URL.canParse(header(field)), field);
    assert.match(header('Requires at least'), /^\d+\.\d(?:\.\d+)?$/);
    assert.match(header('Requires PHP'), /^\d+\.\d+$/);
    assert.equal(header('Network'), '', 'The review takes no other value than true.');
    const [, description = ''] = /\n\n(.+)\n\n== Description ==/.exec(README) ?? [];
    assert.ok(description.length > 0 && description.length <= 150, `${description.length} characters`);
  });

  it('names the newest WordPress and WooCommerce on which it was proved', () => {
    const proofs: { versions: Record<string, string> }[] = JSON.parse(
      readFileSync(join(ROOT, 'docs/proof/woocommerce.json'), 'utf8'),
    );
    const newest = (name: string) =>
      proofs
        .map(({ versions }) => (versions[name] ?? '0').split('.').slice(0, 2).map(Number))
        .toSorted(([major = 0, minor = 0], [other = 0, less = 0]) => other - major || less - minor)[0]
        ?.join('.');
    assert.equal(/^Tested up to: (\S+)$/m.exec(README)?.[1], newest('WordPress'));
    assert.equal(/^ \* WC tested up to:\s+(\S+)$/m.exec(MAIN)?.[1], newest('WooCommerce'));
  });
});

/** Offending lines with their places. Those under an exception from the rule, with its reason, do not count. */
function linesOf(pattern: RegExp, offends: (line: string) => boolean, rule: string): string[] {
  return globSync('**/*.php', { cwd: PLUGIN }).flatMap((file) => {
    const lines = readFileSync(join(PLUGIN, file), 'utf8').split('\n');
    const excused = excusedLines(lines, rule);
    return lines.flatMap((line, index) =>
      pattern.test(line) && offends(line) && !excused.has(index)
        ? [`${file}:${index + 1}: ${line.trim()}`]
        : [],
    );
  });
}

/** Indexes of lines under `phpcs:disable` of a rule, or below its `phpcs:ignore`. */
function excusedLines(lines: readonly string[], rule: string): Set<number> {
  const excused = new Set<number>();
  let isDisabled = false;
  for (const [index, line] of lines.entries()) {
    const [, kind] = (rule !== '' && line.includes(rule) && /phpcs:(disable|ignore)/.exec(line)) || [];
    if (kind === 'ignore') excused.add(index + 1);
    if (kind === 'disable') isDisabled = true;
    if (line.includes('phpcs:enable')) isDisabled = false;
    if (isDisabled) excused.add(index);
  }
  return excused;
}
