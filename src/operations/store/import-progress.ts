import type { Instant } from '../../commerce/time/time.ts';
/** Progress of an import, stored with its job. */
export interface ImportProgress {
  startedAt: Instant;
  done: number;
  /** Pages and bytes read so far. */
  pages: number;
  bytes: number;
  /** Products that were left out: above the size of one product, and beyond the limits of the store. */
  tooLarge: number;
  withoutRoom: number;
  /** Products in the whole catalog, where the platform counts them, else the count of the last import. */
  total: number | null;
  /** Cursor of the next page. */
  after: string | null;
  /** Null while the import runs. */
  finishedAt: string | null;
  /** The store's currency when it began. */
  currency: string;
}

export const NOTHING_READ = { done: 0, pages: 0, bytes: 0, tooLarge: 0, withoutRoom: 0 };

/** Reads the progress stored with an import's job; undefined before its first page. */
export function readProgress(progress: unknown): ImportProgress | undefined {
  const isProgress = typeof progress === 'object' && progress !== null && 'startedAt' in progress;
  return isProgress ? { ...NOTHING_READ, ...(progress as ImportProgress) } : undefined;
}
