import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ENDPOINTS, type EndpointName, notOfferedAt, REVISIONS } from '../../conformance/mcp/not-offered.ts';
import { type McpFigures, readFigures, writeFigures } from '../../conformance/mcp/section.ts';
import { suitePage } from '../../conformance/page.ts';
import { readResults, writePage } from '../../conformance/results.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { INSTALL_TIMEOUT_MS } from '../../testing/install-packages.ts';
import { startTestService } from '../../testing/test-service.ts';
import { installSuite, type SuiteRun } from './suite.ts';
import { testTools } from './test-tools.ts';

const PATHS: Record<EndpointName, string> = {
  contract: '/api/ucp/demo-shopify/mcp',
  'official UCP': '/ucp/demo-shopify/mcp',
  shopping: '/mcp/demo-shopify',
  'tools of the suite': `${testTools.root}/demo-shopify`,
};

describe('the official conformance suite of MCP', () => {
  const suite = forSuite(installSuite, { timeout: INSTALL_TIMEOUT_MS });
  const running = forSuite(() =>
    startTestService({ database: anyDatabase, overrides: { protocols: [testTools] } }),
  );
  const figures: McpFigures[] = [];

  for (const endpoint of ENDPOINTS)
    describe(endpoint, () => {
      const listed = notOfferedAt(endpoint);
      const failed = new Set<string>();

      for (const revision of REVISIONS)
        it(`passes every check of ${revision} but those about what is not offered`, async () => {
          const run = await suite.run(running.baseUrl + PATHS[endpoint], revision);
          for (const check of run.failed) failed.add(check);
          const counts = {
            scenarios: run.scenarios,
            passed: run.passed.length,
            notOffered: run.failed.length,
          };
          figures.push({ endpoint, revision, ...counts });
          assert.deepEqual(
            run.failed.filter((check) => !listed.includes(check)),
            [],
            messagesOf(run),
          );
          assert.deepEqual(
            run.passed.filter((check) => listed.includes(check)),
            [],
            'listed, yet it passes',
          );
        });

      it('fails every check that is listed as not offered', () =>
        assert.deepEqual([...failed].toSorted(), listed.toSorted()));
    });

  it('counts what docs/conformance.md says', async () => {
    if (process.env.UPDATE_DOCS) {
      await writeFigures(figures);
      await writePage(suitePage(readResults()));
    }
    assert.deepEqual(figures, readFigures());
  });
});

function messagesOf({ errors }: SuiteRun): string {
  return [...errors].map(([check, message]) => `${check}: ${message}`).join('\n');
}
