import { join } from 'node:path';

/** The merchant console's sources, which a production image may lack. */
export const CONSOLE_SOURCES: string = join(import.meta.dirname, '..', 'console');

/** Built console, which is served: never kept in git. */
export const CONSOLE_DIST: string = join(CONSOLE_SOURCES, 'dist');
