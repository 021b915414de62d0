/** Process of a group: loads the test files that its arguments name, and runs them one after the other once all are loaded. */
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const loading = Promise.withResolvers<void>();
// The first test holds the others back: a runner whose known tests have all ended would not wait for the next file.
test('loads every file of its group', () => loading.promise);

const failures: unknown[] = [];
for (const file of process.argv.slice(2))
  await import(pathToFileURL(file).href).catch((error) => failures.push(error));
if (failures.length === 0) loading.resolve();
else loading.reject(failures.length === 1 ? failures[0] : new AggregateError(failures));
