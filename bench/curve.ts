import { join } from 'node:path';
import type { Child } from './child.ts';
import { type Comparison, compare, type Pace } from './compare.ts';
import { type Filling, fillDatabase } from './fill-database.ts';
import {
  createRequests,
  lookupRequests,
  manifestRequests,
  type Requests,
  sessionRequests,
} from './requests.ts';
import { startService } from './service-child.ts';

export const CURVE_CASES = ['GET manifest', 'GET session', 'GET lookup', 'POST create'] as const;

export interface CurvePoint extends Filling {
  byCase: Record<(typeof CURVE_CASES)[number], Comparison>;
}

/** Results of the same four cases on a database of this size. */
export async function measurePoint(
  folder: string,
  filling: Filling,
  bare: Child,
  pace: Pace,
): Promise<CurvePoint> {
  const file = join(folder, `${filling.stores}-stores-${filling.sessions}-sessions.db`);
  const filled = await fillDatabase(file, filling);
  await using service = await startService(`sqlite:${filled.file}`);
  // One request per store before the measurement opens its connection.
  const thorough = { ...pace, warmUpAnswers: Math.max(pace.warmUpAnswers, filling.stores) };
  const measure = (requests: Requests) => compare(service, bare, requests, thorough);
  const byCase = {
    'GET manifest': await measure(manifestRequests(filled)),
    'GET session': await measure(sessionRequests(filled)),
    'GET lookup': await measure(lookupRequests(filled)),
    'POST create': await compare(service, bare, createRequests(filled.slugs), pace),
  };
  return { ...filling, byCase };
}
