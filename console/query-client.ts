import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, ConnectionError } from '../client/index.ts';
import { queryOf } from './api.ts';
import { saySessionEnded } from './saved.ts';

/** Shows the sign-in page when any request finds the session ended. */
function handleSignedOut(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'unauthenticated')) return;
  const { queryKey } = queryOf('getCurrentSession', {});
  if (queryClient.getQueryData(queryKey)?.account) saySessionEnded();
  queryClient.setQueryData(queryKey, { account: null });
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: handleSignedOut }),
  mutationCache: new MutationCache({ onError: handleSignedOut }),
  defaultOptions: {
    // Offline, a request fails and says so, in place of waiting without a word.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      // A refusal stays one; only what did not arrive is asked for again.
      retry: (failures, error) =>
        failures < 2 &&
        (error instanceof ConnectionError ||
          (error instanceof ApiError && [502, 503].includes(error.status))),
    },
  },
});
