import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * `npm run build`, and `prepare`, which npm runs after installing the repository and before packing it: builds the console
 * and the plugin's zip, which the running service only reads, and the client, so that it can be installed from the checkout.
 */
try {
  const [{ buildPluginZip }, { buildWhenStale }] = await Promise.all([
    import('../connectors/build.ts'),
    import('../console/build-when-stale.ts'),
  ]);
  const startedAt = performance.now();
  const isNew = await buildWhenStale((step) => say(`Console: ${step} …`));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(isNew ? `Console: built into console/dist in ${seconds} s` : 'Console: up to date in console/dist');
  const { buildCards } = await import('../cards/build.ts');
  say(`Cards for MCP clients: ${Math.ceil((await buildCards()) / 1000)} kB gzipped in cards/dist`);
  if (buildClient()) say('Client: compiled into client/dist');
  say(`Plugin for WooCommerce: ${Math.ceil((await buildPluginZip()) / 1024)} kB in connectors/dist`);
} catch (error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
  say('Console and plugin are not built: npm install --omit=dev leaves out the tools that build them.');
}

/** False where only the package is built, in the container image. */
function buildClient(): boolean {
  if (!existsSync('tsconfig.json')) return false;
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'client/tsconfig.build.json']);
  return true;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
