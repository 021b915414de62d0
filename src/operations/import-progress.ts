/** How far an import is; kept with its task. Instants are ISO. */
export interface ImportProgress {
  startedAt: string;
  done: number;
  /** How many there are in all, where the platform tells, or else as many as the last time. */
  total: number | null;
  /** Where the next page begins. */
  after: string | null;
  /** Null while it goes on. */
  finishedAt: string | null;
  /** Of the store when it began. */
  currency: string;
}

/** What is noted with an import's task; undefined before its first page. */
export function readProgress(noted: unknown): ImportProgress | undefined {
  const isProgress = typeof noted === 'object' && noted !== null && 'startedAt' in noted;
  return isProgress ? (noted as ImportProgress) : undefined;
}
