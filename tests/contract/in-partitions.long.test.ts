import { globSync } from 'node:fs';
import { it } from 'node:test';

process.env.TEST_DATABASES = 'partitions';
for (const file of globSync('*.test.ts', { cwd: import.meta.dirname }).toSorted())
  if (!file.endsWith('.long.test.ts')) await import(`./${file}`);
const { assertTablesAreDivided } = await import('../../testing/divided-tables.ts');

it('these suites run on divided tables', assertTablesAreDivided);
