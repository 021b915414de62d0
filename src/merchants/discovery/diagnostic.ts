import type { Finding } from './check-discovery.ts';

/** What keeps agents out, why, and what to do. */
export function problem(check: string, said: { title: string; cause: string; remedy: string }): Finding {
  return { check, level: 'problem', ...said };
}
