/** `npm run check methods`: refuses methods of a library's object that are handed on without it, such as `{ warn: log.warn }`. */
import { unboundMethods } from './unbound-methods.ts';

const places = unboundMethods('tsconfig.json', (file) =>
  /^(?:src|client|search|simulated-shops)\//.test(file),
);
for (const place of places) process.stdout.write(`${place}: needs its object, call it there or bind it\n`);
if (places.length > 0) process.exitCode = 1;
