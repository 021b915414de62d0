import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { anyDatabase } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { INSTALL_TIMEOUT_MS, installPackages } from '../../testing/install-packages.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { PLATFORMS, startTestService } from '../../testing/test-service.ts';
import { startFakeModel } from './fake-model.ts';
import { ENDPOINTS, type EndpointName } from './listed-tools.ts';
import { runHost } from './official-hosts.ts';
import { CLIENTS, loadPublishedClients, readPinnedVersions } from './published-clients.ts';
import { fillStock, LAST_WORDS, purchases } from './purchases.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const PAGE = new URL('../../docs/shopping-mcp.md', import.meta.url);

const NAMES = [
  ...['@genkit-ai/mcp', '@google/genai', '@llamaindex/tools', '@modelcontextprotocol/inspector'],
  ...['@strands-agents/sdk', '@voltagent/core', 'mcp-remote', 'mcporter', 'supergateway'],
];

/** Buy at one endpoint, because a call takes seconds. */
const ONE_PROCESS_PER_CALL = ['@modelcontextprotocol/inspector', 'mcporter'];

describe('a published MCP client', () => {
  const home = forSuite(temporaryFolder);
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  before(() => installPackages(CLIENTS), { timeout: INSTALL_TIMEOUT_MS });
  before(() => {
    for (const platform of PLATFORMS) fillStock({ slug: `demo-${platform}`, running });
  });

  async function buy(name: string, endpointName: EndpointName, slug: string): Promise<void> {
    const connect = (await loadPublishedClients())[name] ?? assert.fail(name);
    await using model = await startFakeModel(purchases[endpointName]({ slug, running }));
    const endpoint = new URL(ENDPOINTS[endpointName](slug), running.baseUrl);
    const client = { connect: () => connect(endpoint, home.path) };
    const lastWords = await runHost(client, { endpoint, modelUrl: model.url, prompt: 'Buy a mug.' });
    model.check();
    assert.equal(lastWords, LAST_WORDS);
  }

  for (const name of NAMES) {
    for (const platform of PLATFORMS)
      it(`searches, repairs a mistake and buys at the shopping endpoint (${name}, ${platform})`, () =>
        buy(name, 'shopping', `demo-${platform}`));

    if (ONE_PROCESS_PER_CALL.includes(name)) continue;
    for (const endpoint of ['contract', 'official'] as const)
      it(`repairs a mistake and buys at the ${endpoint} endpoint (${name})`, () =>
        buy(name, endpoint, 'demo-shopify'));
  }

  it('compiles with the types of its library', async () => {
    await promisify(execFile)(process.execPath, [TSC, '--noEmit', '-p', CLIENTS]);
  });

  it('stands in docs/shopping-mcp.md with its version', async () => {
    const page = await readFile(PAGE, 'utf8');
    const versions = await readPinnedVersions();
    for (const name of NAMES) assert.ok(page.includes(`| ${name} | ${versions[name]} |`), name);
  });
});
