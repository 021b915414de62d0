import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Each suite is a process of its own, and each reads all of the source: what Node has made of it is kept for the next one, and
 * for the commands that suites start.
 */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compiled');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
