import { type QueryClient, useQuery } from '@tanstack/react-query';
import { read } from './api.ts';
import type { Account, Installation, Organization, StoreSummary } from './api-types.ts';

export function useInstallation() {
  return useQuery({ queryKey: ['installation'], queryFn: () => read<Installation>('/installation') });
}

/** Signed-in account; null without a session. */
export function useAccount() {
  return useQuery({
    queryKey: ['me'],
    queryFn: async () => (await read<{ account: Account | null }>('/session')).account,
    staleTime: 60_000,
  });
}

export function useStores() {
  return useQuery({
    queryKey: ['stores'],
    queryFn: async () => (await read<{ items: StoreSummary[] }>('/stores')).items,
    refetchInterval: 15_000,
  });
}

/** Organizations of the account with its role in each. */
export function useOrganizations() {
  return useQuery({
    queryKey: ['organizations'],
    queryFn: async () => (await read<{ items: Organization[] }>('/organizations')).items,
    staleTime: 60_000,
  });
}

/** Switches accounts and drops everything that was read for the previous one. */
export function becameAccount(client: QueryClient, account: Account | null): void {
  client.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'me' && kind !== 'installation' });
  client.setQueryData(['me'], account);
}
