/** `npm run check methods`: refuses methods of a library's object that are handed on without it, such as `{ warn: log.warn }`. */
import { unboundMethods } from './unbound-methods.ts';

const found = unboundMethods('tsconfig.json', (file) => /^(?:src|client|simulated-shops)\//.test(file));
for (const place of found) process.stdout.write(`${place}: needs its object, call it there or bind it\n`);
if (found.length > 0) process.exitCode = 1;
