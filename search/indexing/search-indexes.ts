import { LRUCache } from 'lru-cache';
import { analyze } from '../language/analyze.ts';
import { detectLanguage, getLanguage } from '../language/language.ts';
import type { SearchDocument } from './search-document.ts';
import {
  applyChanges,
  type CatalogChanges,
  createSearchIndex,
  indexBytes,
  isWornOut,
  type SearchIndex,
} from './search-index.ts';

/** Source of the indexes: the copies of the stores' catalogs. */
export interface CatalogSource {
  /** All products in pieces, and the mark of the changes that they hold at least. */
  readAll(storeId: string): Promise<{ mark: string; pieces: AsyncIterable<readonly SearchDocument[]> }>;
  /** Returns the changes since a mark with the new mark; undefined when the catalog must be read again. */
  readChanges(storeId: string, mark: string): Promise<(CatalogChanges & { mark: string }) | undefined>;
}

interface SearchIndexesOptions {
  /** Memory of all indexes together; the least recently searched index is dropped first. */
  maxBytes: number;
  /** A search may miss changes of so many milliseconds. */
  maxAgeMs: number;
  /** Monotonic milliseconds. */
  now(): number;
  /** Lets other work run between two pieces. */
  pause(): Promise<void>;
}

interface Entry {
  /** Undefined for a catalog whose index does not fit. */
  index: SearchIndex | undefined;
  mark: string;
  /** When its changes were last read. */
  readAt: number;
  bytes: number;
}

/** Language of catalogs whose texts are too short to detect one: most languages here share its plurals. */
const DEFAULT_LANGUAGE = 'en';
const HOUR_MS = 60 * 60_000;
/** An index that was not searched for so long is dropped: its store may be deleted. */
const MAX_IDLE_MS = HOUR_MS;
/** A catalog whose index does not fit is not read again for so long. */
const TOO_LARGE_FOR_MS = HOUR_MS;

export type SearchIndexes = ReturnType<typeof createIndexes>;

/** Indexes of the stores that are searched, built when first asked for and kept up to date by polling. */
export function createIndexes(source: CatalogSource, options: SearchIndexesOptions) {
  const { maxBytes, maxAgeMs, now, pause } = options;
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    ttl: MAX_IDLE_MS,
    ttlResolution: 0,
    updateAgeOnGet: true,
    perf: { now },
  });
  const underWay = new Map<string, Promise<SearchIndex | undefined>>();
  let builds: Promise<unknown> = Promise.resolve();

  /** One at a time: the memory and the time of a build are not multiplied by the stores that are asked for. */
  function build(storeId: string): Promise<SearchIndex | undefined> {
    const built = builds.then(() => buildNow(storeId));
    builds = built.catch(() => undefined);
    return built;
  }

  async function buildNow(storeId: string): Promise<SearchIndex | undefined> {
    const readAt = now();
    const { mark, pieces } = await source.readAll(storeId);
    let index: SearchIndex | undefined;
    for await (const documents of pieces) {
      index ??= createSearchIndex(getLanguage(detectLanguage(toWords(documents)) ?? DEFAULT_LANGUAGE));
      await applyChanges(index, { documents, removed: [] }, pause);
      if (indexBytes(index) > maxBytes) break;
      await pause();
    }
    return keep(storeId, { index: index ?? createSearchIndex(getLanguage(DEFAULT_LANGUAGE)), mark, readAt });
  }

  async function refresh(
    storeId: string,
    { index, mark }: { index: SearchIndex; mark: string },
  ): Promise<SearchIndex | undefined> {
    const readAt = now();
    // The language of an empty catalog is not known yet.
    const mustRebuild = isWornOut(index) || index.keys.size === 0;
    const changes = mustRebuild ? undefined : await source.readChanges(storeId, mark);
    if (!changes) return build(storeId);
    await applyChanges(index, changes, pause);
    return keep(storeId, { index, mark: changes.mark, readAt });
  }

  function keep(
    storeId: string,
    { index, ...read }: { index: SearchIndex; mark: string; readAt: number },
  ): SearchIndex | undefined {
    const bytes = indexBytes(index);
    const fitting = bytes > maxBytes ? undefined : index;
    entries.set(storeId, { ...read, index: fitting, bytes: fitting ? bytes : 1 });
    return fitting;
  }

  /** Joins the callers that wait for the same store. */
  function runOnce(storeId: string, work: () => Promise<SearchIndex | undefined>) {
    const running = underWay.get(storeId) ?? work().finally(() => underWay.delete(storeId));
    underWay.set(storeId, running);
    return running;
  }

  return {
    /**
     * Returns the index of a store, at most `maxAgeMs` behind the copy; undefined when it is larger than the memory for all.
     * Rejects when the copy cannot be read.
     */
    async get(storeId: string): Promise<SearchIndex | undefined> {
      const entry = entries.get(storeId);
      if (!entry) {
        // Looks at every index, which is little beside a build.
        entries.purgeStale();
        return runOnce(storeId, () => build(storeId));
      }
      const { index, mark, readAt } = entry;
      const age = now() - readAt;
      if (index) return age <= maxAgeMs ? index : runOnce(storeId, () => refresh(storeId, { index, mark }));
      return age < TOO_LARGE_FOR_MS ? undefined : runOnce(storeId, () => build(storeId));
    },

    /** Returns the index as it is while `get` brings it up to date or builds another; undefined when there is none. */
    held: (storeId: string): SearchIndex | undefined => entries.peek(storeId)?.index,

    /** Forgets the index of a store: after its deletion. */
    forget(storeId: string): void {
      entries.delete(storeId);
    },

    bytes: (): number => entries.calculatedSize,
  };
}

function toWords(documents: readonly SearchDocument[]): string[] {
  return documents
    .flatMap(({ title, description }) => [title, description])
    .flatMap(analyze)
    .flatMap(({ words }) => words);
}
