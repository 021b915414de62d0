import { useQueryClient } from '@tanstack/react-query';
import { useStore } from './store-context.ts';

/** To be called after a change of the store: everything about it is read anew. */
export function useStoreChanged(): () => Promise<void> {
  const client = useQueryClient();
  const { slug } = useStore();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['store', slug] }),
      client.invalidateQueries({ queryKey: ['stores'] }),
    ]);
  };
}
