import colors from 'picocolors';
import type { ConsoleShelf } from '../http/console-files.ts';
import { buildConsole, consoleIsFresh } from './console-build.ts';
import { say, sayError } from './terminal.ts';

/** Brings the console to its shelf: as it was built, or built now where its sources changed. Never throws. */
export async function readyConsole(shelf: ConsoleShelf): Promise<void> {
  try {
    if (!(await consoleIsFresh())) await build(shelf);
    const loaded = await shelf.load();
    if (!loaded && shelf.state() === 'building') shelf.failed();
  } catch (error) {
    await keepWhatThereIs(shelf, error);
  }
}

async function build(shelf: ConsoleShelf): Promise<void> {
  const began = performance.now();
  shelf.building();
  await buildConsole((step) => say(colors.dim(`  console   ${step} …`)));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`  console   built in ${seconds} s ${colors.green('✓')}`);
}

async function keepWhatThereIs(shelf: ConsoleShelf, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const older = await shelf.load().catch(() => false);
  if (!older) shelf.failed();
  sayError(
    `The console could not be built: ${reason}\n  ${older ? 'The one built before is served.' : 'Agents are served without it.'} Try: npm run build:console`,
  );
}
