import { useMutation, useQueryClient } from '@tanstack/react-query';
import { act } from './api.ts';
import { saySaved } from './saved.ts';
import { storePath, useStore } from './store-context.ts';

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

/** POST to a path below the store, followed by a message. */
export function useStoreChange(path: string, said: string) {
  const { slug } = useStore();
  const changed = useStoreChanged();
  return useMutation({
    mutationFn: () => act('POST', storePath(slug, path)),
    onSuccess: async () => {
      await changed();
      saySaved(said);
    },
  });
}
