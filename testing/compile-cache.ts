import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Shares Node's compile cache between suites and the commands they start: each is a process that loads all of the source. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
