import { it } from 'node:test';

process.env.TEST_DATABASES = 'partitions';
await import('./attempts.test.ts');
await import('./cached-rows.test.ts');
await import('./stores.test.ts');
await import('../jobs/jobs.test.ts');
await import('../jobs/job-flood.long.test.ts');
await import('../jobs/housekeeping.test.ts');
await import('../catalog/copy.test.ts');
await import('../merchants/cart-orders.test.ts');
await import('../merchants/delete-store.test.ts');
await import('../security/rotate-key.test.ts');
const { assertTablesAreDivided } = await import('../../../testing/divided-tables.ts');

it('these suites run on divided tables', assertTablesAreDivided);
