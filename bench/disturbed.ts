import { join } from 'node:path';
import { type CaseResult, measureCases, USUAL, usualCases } from './against-bare.ts';
import { type Child, startChild } from './child.ts';
import type { Pace } from './compare.ts';
import { fillDatabase } from './fill-database.ts';
import { startService } from './service-child.ts';

/** Compares on SQLite while another program streams through memory. */
export async function measureDisturbed(folder: string, bare: Child, pace: Pace): Promise<CaseResult[]> {
  const filled = await fillDatabase(join(folder, 'disturbed.db'), USUAL);
  await using service = await startService(`sqlite:${filled.file}`);
  const cases = await usualCases(service, filled);
  await using _neighbor = await startChild('neighbor');
  return await measureCases(service, bare, cases, pace);
}
