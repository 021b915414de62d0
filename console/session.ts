import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Account, ItemOf } from '../client/index.ts';
import { queryOf } from './api.ts';

export type Organization = ItemOf<'listOrganizations'>;

export function useInstallation() {
  return useQuery(queryOf('getInstallation', {}));
}

/** Signed-in account; null without a session. */
export function useAccount() {
  return useQuery({
    ...queryOf('getCurrentSession', {}),
    select: ({ account }) => account,
    staleTime: 60_000,
  });
}

export function useStores() {
  return useQuery({
    ...queryOf('listStores', {}),
    select: ({ items }) => items,
    refetchInterval: 15_000,
  });
}

/** Organizations of the account with its role in each. */
export function useOrganizations() {
  return useQuery({
    ...queryOf('listOrganizations', {}),
    select: ({ items }) => items,
    staleTime: 60_000,
  });
}

const OF_EVERY_ACCOUNT: readonly unknown[] = ['getCurrentSession', 'getInstallation'];

/** Switches accounts and drops everything that was read for the previous one. */
export function becameAccount(client: QueryClient, account: Account | null): void {
  client.removeQueries({ predicate: ({ queryKey: [name] }) => !OF_EVERY_ACCOUNT.includes(name) });
  client.setQueryData(queryOf('getCurrentSession', {}).queryKey, { account });
}
