import { it } from 'node:test';

process.env.TEST_DATABASES = 'partitions';
await import('./interrupted-create.test.ts');
await import('./killed-process.long.test.ts');
await import('../processes/workers.long.test.ts');
const { assertTablesAreDivided } = await import('../../../testing/divided-tables.ts');

it('these suites run on divided tables', assertTablesAreDivided);
