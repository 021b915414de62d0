import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, queryOf } from '../../api.ts';
import { useStore, useStoreQuery } from '../../store-context.ts';
import { useReread } from '../../use-action.ts';

const REFRESH_INTERVAL_MS = 5_000;

/** Present health of the store: that of its summary until the first answer. */
export function useHealth() {
  const { health } = useStore();
  const { data } = useStoreQuery('getStoreHealth', {}, { refetchInterval: REFRESH_INTERVAL_MS });
  return data ? data.health : health;
}

/** Requests a test; its results arrive with the next reads. */
export function useHealthTest(slug: string) {
  const client = useQueryClient();
  const reread = useReread(['listStores']);
  return useMutation({
    mutationFn: () => call('testStoreHealth', { slug }),
    onSuccess: (answer) => {
      client.setQueryData(queryOf('getStoreHealth', { slug }).queryKey, answer);
      return reread();
    },
  });
}
