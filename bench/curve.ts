import { join } from 'node:path';
import { type Child, startChild } from './child.ts';
import { type Comparison, compare, type Pace } from './compare.ts';
import { type Filled, type Filling, fillDatabase, SECRET_KEY } from './fill-database.ts';
import {
  createRequests,
  lookupRequests,
  manifestRequests,
  type Requests,
  sessionRequests,
} from './requests.ts';

export const CURVE_CASES = ['GET manifest', 'GET session', 'GET lookup', 'POST create'] as const;

export interface CurvePoint extends Filling {
  byCase: Record<(typeof CURVE_CASES)[number], Comparison>;
}

/** The same four cases on a database of this size. */
export async function measurePoint(
  folder: string,
  filling: Filling,
  bare: Child,
  pace: Pace,
): Promise<CurvePoint> {
  const file = join(folder, `${filling.stores}-stores-${filling.sessions}-sessions.db`);
  const filled = await fillDatabase(file, filling);
  const service = await startService(filled);
  try {
    // Each store is asked once before anything is measured: its connection is opened then.
    const thorough = { ...pace, warmUpAnswers: Math.max(pace.warmUpAnswers, filling.stores) };
    const measure = (requests: Requests) => compare(service, bare, requests, thorough);
    const byCase = {
      'GET manifest': await measure(manifestRequests(filled)),
      'GET session': await measure(sessionRequests(filled)),
      'GET lookup': await measure(lookupRequests(filled)),
      'POST create': await measure(createRequests(filled.slugs)),
    };
    return { ...filling, byCase };
  } finally {
    await service.stop();
  }
}

/** Settings as users run it: SQLite in a file with every write synced to disk, and a log of warnings. */
export function startService({ file }: Filled): Promise<Child> {
  return startChild('service', {
    NODE_ENV: 'production',
    ALLOW_PRIVATE_ADDRESSES: 'on',
    PORT: '0',
    DATABASE_URL: `sqlite:${file}`,
    SECRET_KEY,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: 'off',
  });
}
