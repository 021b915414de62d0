import { useMutation, useQueryClient } from '@tanstack/react-query';
import { act } from '../../api.ts';
import type { HealthAnswer } from '../../api-types.ts';
import { storePath, useStore, useStoreQuery } from '../../store-context.ts';

const REFRESH_INTERVAL_MS = 5_000;

/** Present health of the store: that of its summary until the first answer. */
export function useHealth() {
  const { health } = useStore();
  const { data } = useStoreQuery<HealthAnswer>('/health', {}, { refetchInterval: REFRESH_INTERVAL_MS });
  return data ? data.health : health;
}

/** Requests a test; its results arrive with the next reads. */
export function useHealthTest(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => act<HealthAnswer>('POST', storePath(slug, '/health/test'), {}),
    onSuccess: (answer) => {
      client.setQueryData(['store', slug, '/health', {}], answer);
      return client.invalidateQueries({ queryKey: ['stores'] });
    },
  });
}
