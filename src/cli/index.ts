import { backup, restoreBackup } from './backup.ts';
import { capability } from './capability.ts';
import { connect } from './connect.ts';
import { copy } from './copy-database.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { exportStore } from './export.ts';
import { importCatalog } from './import.ts';
import { migrateDatabase } from './migrate.ts';
import { pair } from './pair.ts';
import { rotateKey } from './rotate-key.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';
import { serve } from './serve.ts';
import { stores } from './stores.ts';
import { jobs } from './jobs.ts';
import { tokens } from './tokens.ts';
import type { Command } from './usage.ts';
import { users } from './users.ts';

/** Every command of the command line, by name. */
export const commands: Record<string, Command> = {
  serve,
  demo,
  doctor,
  stores,
  connect,
  pair,
  capability,
  import: importCatalog,
  jobs,
  users,
  tokens,
  export: exportStore,
  migrate: migrateDatabase,
  'copy-database': copy,
  'rotate-signing-key': rotateSigningKey,
  backup,
  restore: restoreBackup,
  'rotate-key': rotateKey,
};
