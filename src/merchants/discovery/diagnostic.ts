import type { Diagnostic } from './check-discovery.ts';

/** What keeps agents out, why, and what to do. */
export function problem(check: string, said: { title: string; cause: string; remedy: string }): Diagnostic {
  return { check, level: 'problem', ...said };
}
