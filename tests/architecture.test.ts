import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, describe, it } from 'node:test';

/** An import that a folder may not make, for each rule of the map in the README. */
const FORBIDDEN: [file: string, specifier: string][] = [
  ['src/commerce/money.ts', 'zod'],
  ['src/commerce/money.ts', '../settings/config.ts'],
  ['src/search/search.ts', '../storage/repositories/products.ts'],
  ['src/search/search.ts', '../operations/search-products.ts'],
  ['src/search/search.ts', 'kysely'],
  ['src/storage/repositories/stores.ts', '../../operations/create-checkout.ts'],
  ['src/storage/repositories/stores.ts', '../../store-platforms/index.ts'],
  ['src/store-platforms/shopify/index.ts', '../../storage/repositories/stores.ts'],
  ['src/store-platforms/transport/transport.ts', '../../operations/create-checkout.ts'],
  ['src/operations/create-checkout.ts', '../store-platforms/shopify/index.ts'],
  ['src/operations/create-checkout.ts', 'fastify'],
  ['src/operations/create-checkout.ts', '../jobs/runner.ts'],
  ['src/jobs/import-products.ts', '../store-platforms/shopify/index.ts'],
  ['src/jobs/import-products.ts', '../http/server.ts'],
  ['src/jobs/runner.ts', 'kysely'],
  ['src/agent-platforms/order-events.ts', '../jobs/runner.ts'],
  ['src/agent-platforms/profiles.ts', '../http/server.ts'],
  ['src/events/send-to-endpoint.ts', '../jobs/deliver-events.ts'],
  ['src/events/payloads.ts', '../protocols/ucp/order.ts'],
  ['src/merchants/connect-store.ts', '../http/server.ts'],
  ['src/merchants/discovery/check-discovery.ts', '../../protocols/contract/read-manifest.ts'],
  ['src/merchants/discovery/check-discovery.ts', '../../store-platforms/shopify/index.ts'],
  ['src/merchants/sign-in.ts', 'better-auth'],
  ['src/accounts/better-auth.ts', '../merchants/sign-in.ts'],
  ['src/api/merchant/accounts.ts', '../../accounts/sign-ins.ts'],
  ['src/protocols/contract/index.ts', '../../storage/repositories/stores.ts'],
  ['src/protocols/invoke.ts', 'fastify'],
  ['src/http/server.ts', '../storage/repositories/stores.ts'],
  ['src/http/server.ts', '../store-platforms/shopify/index.ts'],
  ['src/http/webhooks.ts', '../webhooks/receive-webhook.ts'],
  ['src/observability/instrument.ts', '../service.ts'],
  ['src/observability/metrics.ts', 'fastify'],
  ['bench/run.ts', '../tests/architecture.test.ts'],
  ['src/jobs/runner.ts', '../protocols/invoke.ts'],
];

const ALLOWED: [file: string, specifier: string][] = [
  ['src/commerce/cart.ts', './errors.ts'],
  ['src/search/product-document.ts', '../commerce/products.ts'],
  ['src/search/language/language.ts', './stop-words.ts'],
  ['src/operations/create-checkout.ts', '../store-platforms/store-platform.ts'],
  ['src/jobs/refresh-order.ts', '../operations/apply-platform-order.ts'],
  ['src/jobs/refresh-order.ts', '../store-platforms/store-platform.ts'],
  ['src/http/server.ts', '../protocols/protocol.ts'],
  ['src/http/watch-requests.ts', '../observability/tracing.ts'],
  ['src/observability/instrument.ts', '../store-platforms/transport/transport.ts'],
  ['src/merchants/merchant-context.ts', '../accounts/sign-ins.ts'],
  ['src/merchants/discovery/check-discovery.ts', '../../outbound/guarded-fetch/probe.ts'],
  ['src/accounts/better-auth.ts', '../storage/engine/database.ts'],
  ['src/agent-platforms/order-events.ts', '../protocols/ucp/order.ts'],
  ['src/events/send-to-endpoint.ts', '../outbound/guarded-fetch/probe.ts'],
  ['src/service.ts', './storage/repositories/stores.ts'],
];

describe('dependencies point one way', () => {
  let refused: Set<string>;
  before(async () => {
    refused = await refusedImports([...FORBIDDEN, ...ALLOWED]);
  });

  for (const [file, specifier] of FORBIDDEN)
    it(`refuses ${specifier} in ${file}`, () => assert.ok(refused.has(`${file} ${specifier}`)));

  for (const [file, specifier] of ALLOWED)
    it(`allows ${specifier} in ${file}`, () => assert.ok(!refused.has(`${file} ${specifier}`)));
});

type Lint = { diagnostics: { category: string; location: { path: string; start: { line: number } } }[] };

/** Lints imports as if they stood in their files, one on each line, with the project's own rules. Returns those that it refuses. */
async function refusedImports(imports: readonly [file: string, specifier: string][]): Promise<Set<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'ucp-host-lint-'));
  try {
    await copyFile('biome.json', join(folder, 'biome.json'));
    const files = Map.groupBy(imports, ([file]) => file);
    for (const [file, inFile] of files) {
      await mkdir(join(folder, dirname(file)), { recursive: true });
      const lines = inFile.map(
        ([, specifier], line) => `export { one as name${line} } from '${specifier}';\n`,
      );
      await writeFile(join(folder, file), lines.join(''));
    }
    const options = ['--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none'];
    const { diagnostics } = JSON.parse(await run('biome', ['lint', ...options, '.'], folder)) as Lint;
    const broken = diagnostics.filter(({ category }) => category === 'lint/style/noRestrictedImports');
    return new Set(
      broken.map(({ location: { path, start } }) => {
        const [, specifier] = files.get(path)?.[start.line - 1] ?? assert.fail(`no import in ${path}`);
        return `${path} ${specifier}`;
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the standard output, whatever the command ends with. */
function run(command: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd }, (_error, stdout) => resolve(stdout));
  });
}
