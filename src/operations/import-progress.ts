/** How far an import is; kept with its task. Instants are ISO. */
export interface ImportProgress {
  startedAt: string;
  done: number;
  /** Pages and bytes read so far. */
  pages: number;
  bytes: number;
  /** Products that are too large to be kept, and those for which there was no room. */
  tooLarge: number;
  withoutRoom: number;
  /** How many there are in all, where the platform tells, or else as many as the last time. */
  total: number | null;
  /** Where the next page begins. */
  after: string | null;
  /** Null while it goes on. */
  finishedAt: string | null;
  /** The store's currency when it began. */
  currency: string;
}

/** How much of a catalog was read at its beginning. */
export const NOTHING_READ = { done: 0, pages: 0, bytes: 0, tooLarge: 0, withoutRoom: 0 };

/** What is noted with an import's task; undefined before its first page. */
export function readProgress(noted: unknown): ImportProgress | undefined {
  const isProgress = typeof noted === 'object' && noted !== null && 'startedAt' in noted;
  return isProgress ? { ...NOTHING_READ, ...(noted as ImportProgress) } : undefined;
}
