import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { read, withQuery } from './api.ts';
import type { StoreSummary } from './api-types.ts';

export const StoreContext = createContext<StoreSummary | null>(null);

/** The store whose page this is. Only below /stores/{slug}. */
export function useStore(): StoreSummary {
  const store = useContext(StoreContext);
  if (!store) throw new Error('This page belongs to a store.');
  return store;
}

/** Reads GET /stores/{slug}{path} under the key ['store', slug, path, query]; invalidate ['store', slug] to reload all. */
export function useStoreQuery<Answer>(
  path: string,
  query: Record<string, string | number | undefined> = {},
  options: { refetchInterval?: number | false; keepPrevious?: boolean; enabled?: boolean } = {},
) {
  const { slug } = useStore();
  return useQuery({
    queryKey: ['store', slug, path, query],
    queryFn: () => read<Answer>(withQuery(storePath(slug, path), query)),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchInterval ?? false,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

export function storePath(slug: string, path = ''): string {
  return `/stores/${encodeURIComponent(slug)}${path}`;
}
