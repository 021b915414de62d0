import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { VERSION } from '../../../src/settings/version.ts';
import { assertOnWire } from './wire-schema.ts';

const CONNECTORS = join(import.meta.dirname, '../../../connectors');
const PLUGIN = join(CONNECTORS, 'woocommerce');
const TESTS = join(CONNECTORS, 'woocommerce-tests');
const PHP = 'php';
const PHPUNIT = 'phpunit';
const SHIPPED = globSync('**/*.php', { cwd: PLUGIN }).sort();

describe('the WordPress plugin', () => {
  it('ships PHP files in the WordPress plugin that parse', needs(PHP), () => {
    const files = [...SHIPPED.map((file) => join(PLUGIN, file)), ...globSync(join(TESTS, '**/*.php'))];
    for (const file of files) {
      const { status, stdout, stderr } = spawnSync(PHP, ['-n', '-l', file], { encoding: 'utf8' });
      assert.equal(status, 0, `${stdout}${stderr}`);
    }
  });

  it('passes its PHPUnit tests, and says what the wire allows', needs(PHPUNIT), () => {
    const folder = mkdtempSync(join(tmpdir(), 'connector-wire-'));
    after(() => rmSync(folder, { recursive: true }));
    const wire = join(folder, 'said.jsonl');
    const { status, stdout } = spawnSync(PHPUNIT, ['-c', join(TESTS, 'phpunit.xml')], {
      encoding: 'utf8',
      env: { ...process.env, CONNECTOR_WIRE_FILE: wire },
    });
    assert.equal(status, 0, stdout);
    const lines = readFileSync(wire, 'utf8').trim().split('\n').map(toSaid);
    for (const { message, value } of lines) assertOnWire(message, value);
    assert.deepEqual(new Set(lines.map(({ message }) => message)), new Set(OF_THE_PLUGIN));
  });

  it('declares strict types in every file, and runs none of them outside of WordPress', () => {
    for (const file of SHIPPED) {
      const source = readFileSync(join(PLUGIN, file), 'utf8');
      assert.match(source, /^declare\(strict_types=1\);$/m, file);
      assert.match(source, /^defined\( 'ABSPATH' \) \|\| exit;$/m, file);
    }
  });

  it('names one version everywhere: its own, the one of its readme, the service’s', () => {
    const main = readFileSync(join(PLUGIN, 'ucp-host.php'), 'utf8');
    const readme = readFileSync(join(PLUGIN, 'readme.txt'), 'utf8');
    assert.deepEqual(
      [
        /^ \* Version:\s+(\S+)$/m.exec(main)?.[1],
        /^const VERSION\s+= '(.+)';$/m.exec(main)?.[1],
        /^Stable tag: (\S+)$/m.exec(readme)?.[1],
      ],
      [VERSION, VERSION, VERSION],
    );
  });

  it('asks for one PHP and one WordPress in its head and in its readme', () => {
    const main = readFileSync(join(PLUGIN, 'ucp-host.php'), 'utf8');
    const readme = readFileSync(join(PLUGIN, 'readme.txt'), 'utf8');
    for (const field of ['Requires PHP', 'Requires at least']) {
      const [inMain, inReadme] = [main, readme].map(
        (text) => new RegExp(`${field}:\\s+(\\S+)$`, 'm').exec(text)?.[1],
      );
      assert.ok(inMain);
      assert.equal(inMain, inReadme, field);
    }
  });
});

/** Messages that the PHP tests must have recorded, so that none goes unchecked. */
const OF_THE_PLUGIN = [
  'storeInfo',
  'health',
  'cartCreateRequest',
  'cartCreateAnswer',
  'cartQuoteAnswer',
  'cartDiscarded',
  'cartProblem',
  'itemsRefused',
  'siteRefusal',
  'pairingProof',
  'unpaired',
  'webhooksRequest',
  'webhooksAnswer',
  'webhooksRemoved',
  'pairRequest',
  'pairAnswer',
  'statusAnswer',
  'buyerSteps',
];

function toSaid(line: string): { message: string; value: unknown } {
  return JSON.parse(line);
}

/** Skips, loudly, where the program is missing. Never in continuous integration: there it is installed. */
function needs(program: string): { skip: string | false } {
  if (isThere(program)) return { skip: false };
  assert.ok(!process.env.CI, `${program} is not installed, and in continuous integration it must be`);
  const reason = `NOT RUN: ${program} is not installed (Debian: apt-get install php-cli php-mbstring php-xml phpunit)`;
  process.stderr.write(`\n!!! The WordPress plugin's PHP is not fully tested here. ${reason}\n\n`);
  return { skip: reason };
}

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
