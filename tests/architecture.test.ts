import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

/** An import that a folder may not make, for each rule of the map in the README. */
const FORBIDDEN: [file: string, specifier: string][] = [
  ['src/commerce/money.ts', 'zod'],
  ['src/commerce/money.ts', '../config.ts'],
  ['src/storage/stores.ts', '../operations/create-checkout.ts'],
  ['src/storage/stores.ts', '../platforms/index.ts'],
  ['src/platforms/shopify/index.ts', '../../storage/stores.ts'],
  ['src/platforms/transport.ts', '../operations/create-checkout.ts'],
  ['src/operations/create-checkout.ts', '../platforms/shopify/index.ts'],
  ['src/operations/create-checkout.ts', 'fastify'],
  ['src/operations/create-checkout.ts', '../upkeep/run-tasks.ts'],
  ['src/upkeep/import-products.ts', '../platforms/shopify/index.ts'],
  ['src/upkeep/import-products.ts', '../http/server.ts'],
  ['src/upkeep/run-tasks.ts', 'kysely'],
  ['src/agents/order-events.ts', '../upkeep/run-tasks.ts'],
  ['src/agents/platform-profiles.ts', '../http/server.ts'],
  ['src/merchants/connect-store.ts', '../http/server.ts'],
  ['src/merchants/discovery/check-discovery.ts', '../../dialects/contract/read-manifest.ts'],
  ['src/merchants/discovery/check-discovery.ts', '../../platforms/shopify/index.ts'],
  ['src/merchants/sign-in.ts', 'better-auth'],
  ['src/accounts/better-auth.ts', '../merchants/sign-in.ts'],
  ['src/dialects/merchant/accounts.ts', '../../accounts/sign-ins.ts'],
  ['src/dialects/contract/index.ts', '../../storage/stores.ts'],
  ['src/dialects/invoke.ts', 'fastify'],
  ['src/http/server.ts', '../storage/stores.ts'],
  ['src/http/server.ts', '../platforms/shopify/index.ts'],
  ['src/http/webhooks.ts', '../upkeep/receive-webhook.ts'],
  ['src/observability/watch-work.ts', '../service.ts'],
  ['src/observability/metrics.ts', 'fastify'],
];

const ALLOWED: [file: string, specifier: string][] = [
  ['src/commerce/cart.ts', './errors.ts'],
  ['src/operations/create-checkout.ts', '../platforms/store-platform.ts'],
  ['src/upkeep/refresh-order.ts', '../operations/apply-platform-order.ts'],
  ['src/upkeep/refresh-order.ts', '../platforms/store-platform.ts'],
  ['src/http/server.ts', '../dialects/dialect.ts'],
  ['src/http/watch-requests.ts', '../observability/tracing.ts'],
  ['src/observability/watch-work.ts', '../platforms/transport.ts'],
  ['src/merchants/visit.ts', '../accounts/sign-ins.ts'],
  ['src/merchants/discovery/check-discovery.ts', '../../platforms/guarded-fetch/probe.ts'],
  ['src/accounts/better-auth.ts', '../storage/database.ts'],
  ['src/agents/order-events.ts', '../dialects/ucp/order.ts'],
  ['src/service.ts', './storage/stores.ts'],
];

describe('dependencies point one way', () => {
  for (const [file, specifier] of FORBIDDEN) {
    it(`refuses ${specifier} in ${file}`, async () => {
      assert.match(await lint(file, specifier), /noRestrictedImports/);
    });
  }

  for (const [file, specifier] of ALLOWED) {
    it(`allows ${specifier} in ${file}`, async () => {
      assert.doesNotMatch(await lint(file, specifier), /noRestrictedImports/);
    });
  }
});

/** Lints one import as if it stood in `file`, with the project's own rules, and returns what the linter says. */
async function lint(file: string, specifier: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ucp-host-lint-'));
  try {
    await copyFile('biome.json', join(folder, 'biome.json'));
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await writeFile(join(folder, file), `export { one } from '${specifier}';\n`);
    return await run('biome', ['lint', '--vcs-enabled=false', file], folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function run(command: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}
