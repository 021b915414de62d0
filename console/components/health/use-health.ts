import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, queryOf } from '../../api.ts';
import { useStore, useStoreQuery } from '../../store-context.ts';
import { useReread } from '../../use-action.ts';

const REFRESH_INTERVAL_MS = 5_000;
const TEST_POLL_INTERVAL_MS = 300;

/** Present health of the store: that of its summary until the first answer. */
export function useHealth() {
  const { health } = useStore();
  const { data } = useStoreQuery('getStoreHealth', {}, { refetchInterval: REFRESH_INTERVAL_MS });
  return data ? data.health : health;
}

/** Requests a test, and waits for its results. */
export function useHealthTest(slug: string) {
  const client = useQueryClient();
  const reread = useReread(['listStores']);
  return useMutation({
    mutationFn: async () => {
      let answer = await call('testStoreHealth', { slug });
      while (answer.health?.testing) {
        await new Promise((ended) => setTimeout(ended, TEST_POLL_INTERVAL_MS));
        answer = await call('getStoreHealth', { slug });
      }
      return answer;
    },
    onSuccess: (answer) => {
      client.setQueryData(queryOf('getStoreHealth', { slug }).queryKey, answer);
      return reread();
    },
  });
}
