import colors from 'picocolors';
import type { ConsoleAssets } from '../http/console-files.ts';
import { buildConsole, consoleIsFresh } from './console-build.ts';
import { say, sayError } from './terminal.ts';

/** Loads the console, building it first when its sources changed. Never throws. */
export async function readyConsole(assets: ConsoleAssets): Promise<void> {
  try {
    if (!(await consoleIsFresh())) await build(assets);
    const loaded = await assets.load();
    if (!loaded && assets.state() === 'building') assets.failed();
  } catch (error) {
    await keepWhatThereIs(assets, error);
  }
}

async function build(assets: ConsoleAssets): Promise<void> {
  const began = performance.now();
  assets.building();
  await buildConsole((step) => say(colors.dim(`  console   ${step} …`)));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`  console   built in ${seconds} s ${colors.green('✓')}`);
}

async function keepWhatThereIs(assets: ConsoleAssets, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const older = await assets.load().catch(() => false);
  if (!older) assets.failed();
  sayError(
    `The console could not be built: ${reason}\n  ${older ? 'The previous build is served.' : 'Agents are served without it.'} Try: npm run build:console`,
  );
}
