import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { anyDatabase } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { INSTALL_TIMEOUT_MS, installPackages } from '../../testing/install-packages.ts';
import { PLATFORMS, startTestService } from '../../testing/test-service.ts';
import { LIBRARIES, type McpClient, mcpClients } from './clients.ts';
import { checkPage, type Measured, measured } from './documented-clients.ts';
import { startFakeModel } from './fake-model.ts';
import { ENDPOINTS, type EndpointName } from './listed-tools.ts';
import { fillStock, LAST_WORDS, purchases } from './purchases.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

// The libraries report their use to their makers otherwise.
Object.assign(process.env, {
  MASTRA_TELEMETRY_DISABLED: '1',
  MCP_USE_ANONYMIZED_TELEMETRY: 'false',
  OPENAI_AGENTS_DISABLE_TRACING: '1',
});

describe('the model of an MCP client', () => {
  before(() => installPackages(LIBRARIES), { timeout: INSTALL_TIMEOUT_MS });
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  before(() => {
    for (const platform of PLATFORMS) fillStock({ slug: `demo-${platform}`, running });
  });

  /** Lets the client's model buy, and returns what it was sent. */
  async function buy(client: McpClient, name: EndpointName, slug: string) {
    await using model = await startFakeModel(purchases[name]({ slug, running, ...client }));
    const endpoint = new URL(ENDPOINTS[name](slug), running.baseUrl);
    const lastWords = await client.run({ endpoint, modelUrl: model.url, prompt: 'Buy a mug.' });
    model.check();
    assert.equal(lastWords, LAST_WORDS);
    const shop = running.shop(slug).control.settings.name;
    for (const { description } of model.seen.tools)
      assert.ok(description.startsWith(`${shop}: `), description);
    return model.seen;
  }

  const rows: Measured[] = [];
  for (const client of mcpClients)
    for (const platform of PLATFORMS)
      it(`searches, repairs a mistake and buys at the shopping endpoint (${client.name}, ${platform})`, async () => {
        const seen = await buy(client, 'shopping', `demo-${platform}`);
        assert.equal(seen.tools.length, 12);
        assert.ok(!seen.answers.join().includes('structuredContent'));
        if (platform === 'shopify') rows.push(await measured(client, seen));
      });

  for (const endpoint of ['contract', 'official'] as const)
    for (const client of mcpClients)
      for (const platform of PLATFORMS)
        it(`repairs a mistake and buys at the ${endpoint} endpoint (${client.name}, ${platform})`, async () => {
          await buy(client, endpoint, `demo-${platform}`);
        });

  it('compiles the code that connects MCP clients with the types of their libraries', async () => {
    await promisify(execFile)(process.execPath, [TSC, '--noEmit', '-p', LIBRARIES]);
  });

  it('gets what docs/shopping-mcp.md says', () => checkPage(rows));
});
