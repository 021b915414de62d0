import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  completeSbom,
  findChangelogFault,
  findOtherVersions,
  findRefusedLicenses,
  listBundled,
  listLocked,
} from '../../packaging/release/judgments.ts';

describe('the check of a release', () => {
  it('names each place with another version, and each without one', () => {
    const places = { 'package.json': '1.2.0', plugin: '1.1.0', readme: undefined };
    assert.deepEqual(findOtherVersions('1.2.0', places), [
      'plugin says 1.1.0, not 1.2.0',
      'readme says nothing, not 1.2.0',
    ]);
  });

  it('asks for a section of the version that says something, and for its date once it is tagged', () => {
    const dated = '# Changelog\n\n## 1.2.0 (2026-11-28)\n\n- this\n\n## 1.1.0 (2026-01-01)\n\n- that\n';
    const undated = dated.replace('(2026-11-28)', '(not released yet)');
    assert.equal(findChangelogFault(dated, '1.2.0', true), undefined);
    assert.equal(findChangelogFault(undated, '1.2.0', false), undefined);
    assert.match(findChangelogFault(undated, '1.2.0', true) ?? '', /no date/);
    assert.match(findChangelogFault(dated, '1.2.1', false) ?? '', /no section 1\.2\.1/);
    assert.match(findChangelogFault(dated.replace('- this\n\n', ''), '1.2.0', false) ?? '', /is empty/);
  });

  it('refuses a license that is missing, not allowed, or one part of a combination', () => {
    const licenses = ['MIT', '(GPL-3.0 OR MIT)', 'MIT AND ISC', 'MIT AND GPL-3.0', 'AGPL-3.0', undefined];
    const packages = licenses.map((license, index) => ({ name: `p${index}`, version: '1.0.0', license }));
    assert.deepEqual(findRefusedLicenses(packages), [
      'p3@1.0.0: MIT AND GPL-3.0',
      'p4@1.0.0: AGPL-3.0',
      'p5@1.0.0: no license',
    ]);
    const both = { name: 'p', version: '1.0.0', license: '(MIT OR ISC) AND GPL-3.0' };
    assert.equal(findRefusedLicenses([both]).length, 1, 'a person must read it');
  });

  it('reads the lock file without development packages and the project’s own', () => {
    const packages = {
      '': { version: '1.2.0' },
      src: { version: '0.0.0' },
      'node_modules/@ucp-host/service': { link: true },
      'node_modules/vite': { version: '8.0.0', license: 'MIT', dev: true },
      'node_modules/pg': { version: '8.23.1', license: 'MIT' },
      'node_modules/pg/node_modules/@scope/deep': { version: '1.0.0' },
    };
    assert.deepEqual(listLocked({ packages }), [
      { name: 'pg', version: '8.23.1', license: 'MIT' },
      { name: '@scope/deep', version: '1.0.0', license: undefined },
    ]);
  });

  it('reads the packages of a bundle, and adds to the SBOM each that it lacks once', () => {
    const [zod, core, bare] = listBundled(
      '# Licenses\n\n## zod - 4.6.7 (MIT)\n\n## A section of a license\n\n## @a/core - 2.4.0 (Apache-2.0)\n\n## bare - 1.0.0\n',
    );
    assert.ok(zod && core && bare);
    assert.deepEqual([zod.license, core.name, bare.license], ['MIT', '@a/core', undefined]);
    const sbom = {
      metadata: { component: { version: '1.2.0' } },
      components: [{ purl: 'pkg:npm/zod@4.6.7' }],
    };
    const { components } = completeSbom(sbom, [zod, core, core]);
    assert.deepEqual(
      components.map(({ purl }) => purl),
      ['pkg:npm/zod@4.6.7', 'pkg:npm/%40a/core@2.4.0'],
    );
  });
});
