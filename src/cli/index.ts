import { capability } from './capability.ts';
import { connect } from './connect.ts';
import { copy } from './copy-database.ts';
import { demo } from './demo.ts';
import { importCatalog } from './import.ts';
import { serve } from './serve.ts';
import { stores } from './stores.ts';
import { tasks } from './tasks.ts';
import type { Command } from './usage.ts';

/** Every command of the command line, by name. */
export const commands: Record<string, Command> = {
  serve,
  demo,
  stores,
  connect,
  capability,
  import: importCatalog,
  tasks,
  'copy-database': copy,
};
