import type { Instant } from '../../commerce/time/time.ts';
import type { LeftOutProduct } from '../../store-platforms/store-platform.ts';

export interface ImportProgress {
  startedAt: Instant;
  done: number;
  /** Pages and bytes read so far. */
  pages: number;
  bytes: number;
  /** Products that were left out: above the size of one product, and beyond the limits of the store. */
  tooLarge: number;
  withoutRoom: number;
  /** Products that could not be read: their number and the first of them. Absent for none. */
  unreadable?: { count: number; first: LeftOutProduct[] };
  /** Products in the whole catalog, where the platform counts them, else the count of the last import. */
  total: number | null;
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

const MAX_NAMED = 5;

/** Adds products that could not be read; their number is unbounded, the first ones are few. */
export function addUnreadable(progress: ImportProgress, products: readonly LeftOutProduct[]): ImportProgress {
  if (products.length === 0) return progress;
  const { count, first } = progress.unreadable ?? { count: 0, first: [] };
  const unreadable = { count: count + products.length, first: [...first, ...products].slice(0, MAX_NAMED) };
  return { ...progress, unreadable };
}

/** Sentence that names what an import could not read; null where it has read everything. */
export function describeUnreadable({ unreadable }: ImportProgress): string | null {
  if (!unreadable) return null;
  const sentences = unreadable.first.map(({ name, reason }) => `${name}, because ${reason}`);
  const more = unreadable.count > sentences.length ? [`${unreadable.count - sentences.length} more`] : [];
  return `Agents do not find products that cannot be read: ${[...sentences, ...more].join('; ')}.`;
}
