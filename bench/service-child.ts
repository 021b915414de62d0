import { type Child, startChild } from './child.ts';
import { SECRET_KEY } from './fill-database.ts';

/** Settings as in production, with synced writes and a log of warnings, but without rate limits. */
export function settingsFor(databaseUrl: string): Record<string, string> {
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

/** Starts the service with this many workers; one runs in the main process, as with `--workers 1`. */
export function startWorkerPool(databaseUrl: string, workers: number): Promise<Child> {
  if (workers === 1) return startService(databaseUrl);
  return startChild('crew', { ...settingsFor(databaseUrl), BENCH_WORKERS: String(workers) });
}
