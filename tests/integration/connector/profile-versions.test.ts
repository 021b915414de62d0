import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { OLDER_VERSIONS } from '../../../src/protocols/ucp/profile/versions.ts';

const PLUGIN = 'connectors/woocommerce';

it('the plugin passes on the profiles of all older versions, and leaves none of their copies behind', () => {
  const copies = readFileSync(`${PLUGIN}/src/Discovery/ManifestCopy.php`, 'utf8');
  const list = /OLDER_VERSIONS = array\(([^)]*)\)/.exec(copies)?.[1] ?? '';
  const versions = [...list.matchAll(/'([^']+)'/g)].map(([, version]) => version);
  assert.deepEqual(versions, OLDER_VERSIONS);
  const uninstall = readFileSync(`${PLUGIN}/uninstall.php`, 'utf8');
  for (const version of OLDER_VERSIONS) assert.ok(uninstall.includes(`'_${version}'`), version);
});
