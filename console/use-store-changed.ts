import { useQueryClient } from '@tanstack/react-query';
import { useStore } from './store-context.ts';

/** Returns a function that reloads everything about the store after a change. */
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
