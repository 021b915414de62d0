import { type Child, startChild } from './child.ts';
import { SECRET_KEY } from './fill-database.ts';

/** Settings as users run it: every write synced to disk, and a log of warnings. Limits would refuse who asks so often. */
function settingsFor(databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    ALLOW_PRIVATE_ADDRESSES: 'on',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: 'off',
  };
}

export function startService(databaseUrl: string, more: Record<string, string> = {}): Promise<Child> {
  return startChild('service', { ...settingsFor(databaseUrl), ...more });
}

/** The same with so many processes; one is the service itself, as `--workers 1` is. */
export function startWorkerPool(databaseUrl: string, workers: number): Promise<Child> {
  if (workers === 1) return startService(databaseUrl);
  return startChild('crew', { ...settingsFor(databaseUrl), BENCH_WORKERS: String(workers) });
}
