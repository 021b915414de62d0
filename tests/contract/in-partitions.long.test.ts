import { globSync } from 'node:fs';

process.env.TEST_DATABASES = 'partitions';
for (const file of globSync('*.test.ts', { cwd: import.meta.dirname }).toSorted())
  if (!file.endsWith('.long.test.ts')) await import(`./${file}`);
